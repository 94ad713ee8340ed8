/// The bounds of a partial request. What is beyond them is refused, never cut off; who builds requests stays within them.
package enum Bounds {
    static let documentRequests = 16
    static let presentments = 16
    package static let sets = 16
    package static let elementsOfDocument = 512
    package static let elements = 2048
    package static let alternatives = 32
    package static let alternativeSets = 16
    package static let issuerKeyIdentifiers = 1000
    package static let issuerKeyIdentifierBytes = 64
    static let authentications = 32
    package static let certificates = 8
    /// A reader's certificate may carry its brand's icon.
    package static let certificateBytes = 393_216
    package static let certificateBytesInAll = 2 << 20
    package static let identifierBytes = 256
    static let originBytes = 300

    static func check(_ count: Int, within range: ClosedRange<Int>, _ what: StaticString) throws(PartialRequestFault) {
        guard range.contains(count) else {
            throw PartialRequestFault(.count, "\(count) \(what), from \(range.lowerBound) to \(range.upperBound) are accepted")
        }
    }

    /// Names and origins are shown to people, who must be able to tell two of them apart: ASCII without spaces and controls. All
    /// identifiers of the standards and of known documents are.
    static func check(visibleText text: String, upTo limit: Int, _ what: StaticString) throws(PartialRequestFault) {
        guard (1...limit).contains(text.utf8.count) else {
            throw PartialRequestFault(.identifier, "\(what) has \(text.utf8.count) bytes, from 1 to \(limit) are accepted")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw PartialRequestFault(.identifier, "\(what) has characters other than visible ASCII ones")
        }
    }
}
