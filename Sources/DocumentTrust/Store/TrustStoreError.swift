/// Why a trust store could not be read or changed. A store that cannot be read is never taken for an empty one.
public struct TrustStoreError: Error, Sendable, Hashable {
    /// A stable name of the kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable text, such as `store.damaged`.
        public let rawValue: String

        /// Makes a code from its stable text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no store in the folder.
        public static let missing = Code(rawValue: "store.missing")
        /// There is a store in the folder already.
        public static let exists = Code(rawValue: "store.exists")
        /// A file of the store is not what it was when it was written.
        public static let damaged = Code(rawValue: "store.damaged")
        /// A file cannot be read or written.
        public static let inaccessible = Code(rawValue: "store.inaccessible")
        /// The fingerprint that was confirmed is not the certificate's.
        public static let fingerprint = Code(rawValue: "store.fingerprint")
        /// The certificate is not a certification authority's.
        public static let notAuthority = Code(rawValue: "store.notAuthority")
        /// The certificate is in the store already.
        public static let duplicate = Code(rawValue: "store.duplicate")
        /// The store does not hold what should be removed.
        public static let unknown = Code(rawValue: "store.unknown")
        /// What should be added could not be read back.
        public static let unreadable = Code(rawValue: "store.unreadable")
        /// The authority is one that is never to be trusted again.
        public static let distrusted = Code(rawValue: "store.distrusted")
        /// A list does not verify, or is dated later than now.
        public static let listRefused = Code(rawValue: "store.listRefused")
        /// A root that vouches for no documents would be limited in a way nothing enforces.
        public static let limit = Code(rawValue: "store.limit")
        /// A list of the same provider or root is held under another root or name.
        public static let provider = Code(rawValue: "store.provider")
        /// A list is older than the one held, which is kept.
        public static let rollback = Code(rawValue: "store.rollback")
    }

    /// The kind of failure.
    public let code: Code
    /// The file or folder.
    public let path: String
    /// What is wrong.
    public let reason: String
    /// How to mend it.
    public let mend: String

    init(_ code: Code, at path: String, _ reason: String, mend: String) {
        self.code = code
        self.path = path
        self.reason = reason
        self.mend = mend
    }
}

extension TrustStoreError: CustomStringConvertible {
    /// Code, place, what is wrong and how to mend it, on one line.
    public var description: String { "\(code.rawValue) at \(path): \(reason); \(mend)" }
}
