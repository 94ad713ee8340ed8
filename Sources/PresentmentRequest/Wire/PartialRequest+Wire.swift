extension PartialRequest {
    package func write(to writer: inout WireWriter) {
        writer.text(origin)
        writer.short(documentRequests.count)
        for request in documentRequests { request.write(to: &writer) }
        writer.short(presentments.count)
        for presentment in presentments {
            writer.byte(presentment.standing)
            writer.short(presentment.documentRequestSets.count)
            for set in presentment.documentRequestSets {
                writer.short(set.count)
                for index in set { writer.short(index) }
            }
        }
        writer.short(authentications.count)
        for authentication in authentications { authentication.write(to: &writer) }
        writer.data(deviceRequestDigest.bytes)
        writer.data(encryptionInfoDigest.bytes)
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        let origin = try reader.text()
        let documentRequests = try reader.list(upTo: Bounds.documentRequests) { (reader) throws(WireFault) in
            try DocumentRequest(from: &reader)
        }
        let presentments = try reader.list(upTo: Bounds.presentments) { (reader) throws(WireFault) in
            let standing = try reader.byte()
            guard standing <= Presentment.mandatory | Presentment.useCase else { throw reader.fault("neither mandatory nor optional") }
            let sets = try reader.list(upTo: Bounds.sets) { (reader) throws(WireFault) in
                try reader.list(upTo: Bounds.documentRequests) { (reader) throws(WireFault) in try reader.short() }
            }
            return try reader.bounded { () throws(PartialRequestFault) in
                try Presentment(
                    isMandatory: standing & Presentment.mandatory != 0, documentRequestSets: sets, isUseCase: standing & Presentment.useCase != 0)
            }
        }
        let authentications = try reader.list(upTo: Bounds.authentications) { (reader) throws(WireFault) in
            try Authentication(from: &reader)
        }
        let digests = (try reader.data(), try reader.data())
        self = try reader.bounded { () throws(PartialRequestFault) in
            try PartialRequest(
                origin: origin, documentRequests: documentRequests, presentments: presentments, authentications: authentications,
                deviceRequestDigest: RequestDigest(digests.0), encryptionInfoDigest: RequestDigest(digests.1))
        }
    }
}

extension PartialRequest.Presentment {
    fileprivate static let mandatory: UInt8 = 1
    fileprivate static let useCase: UInt8 = 2

    fileprivate var standing: UInt8 { (isMandatory ? Self.mandatory : 0) | (isUseCase ? Self.useCase : 0) }
}

extension PartialRequest.DocumentRequest {
    func write(to writer: inout WireWriter) {
        writer.text(documentType)
        writer.short(elements.count)
        for element in elements {
            element.reference.write(to: &writer)
            writer.flag(element.isRetaining)
        }
        writer.short(alternatives.count)
        for alternative in alternatives {
            alternative.requested.write(to: &writer)
            writer.short(alternative.sets.count)
            for set in alternative.sets {
                writer.short(set.count)
                for element in set { element.write(to: &writer) }
            }
        }
        writer.short(issuerKeyIdentifiers.count)
        for identifier in issuerKeyIdentifiers { writer.data(identifier) }
    }

    init(from reader: inout WireReader) throws(WireFault) {
        let documentType = try reader.text()
        let elements = try reader.list(upTo: Bounds.elementsOfDocument) { (reader) throws(WireFault) in
            PartialRequest.Element(try PartialRequest.ElementReference(from: &reader), isRetaining: try reader.flag())
        }
        let alternatives = try reader.list(upTo: Bounds.alternatives) { (reader) throws(WireFault) in
            let requested = try PartialRequest.ElementReference(from: &reader)
            let sets = try reader.list(upTo: Bounds.alternativeSets) { (reader) throws(WireFault) in
                try reader.list(upTo: Bounds.alternativeSets) { (reader) throws(WireFault) in
                    try PartialRequest.ElementReference(from: &reader)
                }
            }
            return try reader.bounded { () throws(PartialRequestFault) in
                try PartialRequest.Alternative(for: requested, sets: sets)
            }
        }
        let issuers = try reader.list(upTo: Bounds.issuerKeyIdentifiers) { (reader) throws(WireFault) in try reader.data() }
        self = try reader.bounded { () throws(PartialRequestFault) in
            try PartialRequest.DocumentRequest(
                documentType: documentType, elements: elements, alternatives: alternatives, issuerKeyIdentifiers: issuers)
        }
    }
}

extension PartialRequest.ElementReference {
    func write(to writer: inout WireWriter) {
        writer.text(nameSpace)
        writer.text(identifier)
    }

    init(from reader: inout WireReader) throws(WireFault) {
        let (nameSpace, identifier) = (try reader.text(), try reader.text())
        self = try reader.bounded { () throws(PartialRequestFault) in
            try PartialRequest.ElementReference(nameSpace: nameSpace, identifier: identifier)
        }
    }
}

extension PartialRequest.Authentication {
    private static let wholeRequest: UInt8 = 1
    private static let documentRequest: UInt8 = 2

    func write(to writer: inout WireWriter) {
        switch coverage {
        case .wholeRequest: writer.byte(Self.wholeRequest)
        case .documentRequest(let index):
            writer.byte(Self.documentRequest)
            writer.short(index)
        }
        writer.short(certificateChain.count)
        for certificate in certificateChain { writer.data(certificate) }
    }

    init(from reader: inout WireReader) throws(WireFault) {
        let coverage: Coverage
        switch try reader.byte() {
        case Self.wholeRequest: coverage = .wholeRequest
        case Self.documentRequest: coverage = .documentRequest(try reader.short())
        default: throw reader.fault("a signature covers neither the request nor a document request")
        }
        let chain = try reader.list(upTo: Bounds.certificates) { (reader) throws(WireFault) in try reader.data() }
        self = try reader.bounded { () throws(PartialRequestFault) in
            try PartialRequest.Authentication(coverage: coverage, certificateChain: chain)
        }
    }
}
