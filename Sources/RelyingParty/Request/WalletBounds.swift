import MobileDocument
import PresentmentRequest

/// How much of a request is read before consent: brokers refuse what is beyond the bounds of a partial request.
enum WalletBounds {
    /// Checks what is asked of each document, and how the documents belong together.
    static func check(_ documents: [ItemsRequest], useCases: [UseCase]) throws(RequestError) {
        var named = 0
        for document in documents {
            try check(document)
            named += document.elements.count
            for alternative in document.requestInfo?.alternativeDataElements ?? [] { named += 1 + alternative.alternativeSets.joined().count }
        }
        try check(named, upTo: Bounds.elements, "elements in all, alternatives included")
        for (number, useCase) in useCases.enumerated() {
            try check(useCase.documentSets.count, upTo: Bounds.sets, "sets in one use case")
            for set in useCase.documentSets where Set(set).count != set.count { throw .repeatedDocument(useCase: number) }
        }
    }

    /// Checks the certificates that signatures carry.
    ///
    /// - Parameters:
    ///   - signer: whose they are.
    ///   - certificates: how many bytes each of a chain has.
    static func check(signer: String, certificates: [Int]) throws(RequestError) {
        guard (1...Bounds.certificates).contains(certificates.count) else {
            throw .signerChain(signer, certificates: certificates.count, most: Bounds.certificates)
        }
        guard certificates.allSatisfy({ (1...Bounds.certificateBytes).contains($0) }) else {
            throw .certificateBytes(signer, most: Bounds.certificateBytes)
        }
    }

    /// Checks how many bytes of certificates all signatures carry together.
    static func check(certificateBytes: Int) throws(RequestError) {
        try check(certificateBytes, upTo: Bounds.certificateBytesInAll, "bytes of certificates in all its signatures")
    }

    /// Checks how long the JSON is in which a page passes the two texts on.
    static func check(deviceRequest: String, encryptionInfo: String) throws(RequestError) {
        try check(
            dataBytes(deviceRequest: deviceRequest, encryptionInfo: encryptionInfo), upTo: ParserInput.maximumDataBytes,
            "bytes of data, as the page passes it on")
    }

    /// How many bytes of that JSON get to a wallet on every way: the browser extension takes 1 MiB of a page's requests, and a message between two
    /// devices has as much, of which some goes to what is around a request.
    static let dataBytesOnEveryWay = (1 << 20) - 1024

    /// How many bytes the JSON has in which a page passes the two texts on.
    static func dataBytes(deviceRequest: String, encryptionInfo: String) -> Int {
        emptyData.utf8.count + deviceRequest.utf8.count + encryptionInfo.utf8.count
    }

    private static let emptyData = #"{"deviceRequest":"","encryptionInfo":""}"#

    private static func check(_ document: ItemsRequest) throws(RequestError) {
        try check(name: document.docType.rawValue)
        try check(document.elements.count, upTo: Bounds.elementsOfDocument, "elements of one document")
        for element in document.elements { try check(element.reference) }
        let alternatives = document.requestInfo?.alternativeDataElements ?? []
        try check(alternatives.count, upTo: Bounds.alternatives, "elements with alternatives in one document")
        for alternative in alternatives {
            try check(alternative.requestedElement)
            try check(alternative.alternativeSets.count, upTo: Bounds.alternativeSets, "alternative sets for one element")
            for set in alternative.alternativeSets {
                try check(set.count, upTo: Bounds.alternativeSets, "elements in one alternative set")
                for element in set { try check(element) }
            }
        }
        let issuers = document.requestInfo?.issuerIdentifiers ?? []
        try check(issuers.count, upTo: Bounds.issuerKeyIdentifiers, "acceptable issuers of one document")
        for issuer in issuers where !(1...Bounds.issuerKeyIdentifierBytes).contains(issuer.count) {
            throw .issuerIdentifier(bytes: issuer.count, most: Bounds.issuerKeyIdentifierBytes)
        }
    }

    private static func check(_ element: ElementReference) throws(RequestError) {
        try check(name: element.nameSpace.rawValue)
        try check(name: element.identifier.rawValue)
    }

    private static func check(name: String) throws(RequestError) {
        guard (1...Bounds.identifierBytes).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .identifier(name)
        }
    }

    private static func check(_ count: Int, upTo most: Int, _ what: String) throws(RequestError) {
        guard count <= most else { throw .tooMany(what, most: most) }
    }
}
