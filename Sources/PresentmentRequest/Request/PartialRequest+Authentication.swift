extension PartialRequest {
    /// A reader's signature that verifies under the first certificate of its chain. Whether anybody trusts that chain is not said.
    public struct Authentication: Sendable, Hashable {
        /// What a signature covers. Trust in one never carries over to what it does not cover.
        public enum Coverage: Sendable, Hashable {
            /// The whole request, together with how its parts belong together (`readerAuthAll`).
            case wholeRequest
            /// One document request, by position (`readerAuth`).
            case documentRequest(Int)
        }

        /// What it covers.
        public let coverage: Coverage
        /// Certificates as the request carries them, DER, the signer's first; 1 to 8 of up to 384 KiB.
        public let certificateChain: [[UInt8]]

        /// Describes a signature.
        public init(coverage: Coverage, certificateChain: [[UInt8]]) throws(PartialRequestFault) {
            try Bounds.check(certificateChain.count, within: 1...Bounds.certificates, "certificates of a chain")
            for certificate in certificateChain {
                try Bounds.check(certificate.count, within: 1...Bounds.certificateBytes, "bytes of a certificate")
            }
            self.coverage = coverage
            self.certificateChain = certificateChain
        }

        var certificateBytes: Int { certificateChain.reduce(0) { $0 + $1.count } }
    }
}
