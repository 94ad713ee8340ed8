/// An application as somebody writes it, in a file or a request: anything may be missing still.
public struct AppApplicationDraft: Sendable, Hashable, Codable {
    /// A third party that keeps data.
    public struct ThirdParty: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String?
        /// Its privacy policy, an https URL.
        public var privacyPolicy: String?

        /// Names one.
        public init(name: String? = nil, privacyPolicy: String? = nil) {
            self.name = name
            self.privacyPolicy = privacyPolicy
        }
    }

    /// Digests of screenshots that were handed in before.
    public struct Screenshots: Sendable, Hashable, Codable {
        /// The process for people who have no such document.
        public var withoutDocument: [String]?
        /// The proposed process with a document.
        public var proposedWith: [String]?
        /// The proposed process without one.
        public var proposedWithout: [String]?

        /// None yet.
        public init() {}
    }

    /// A type of document and what is asked of it.
    public struct Document: Sendable, Hashable, Codable {
        /// The type, such as `org.iso.18013.5.1.mDL`.
        public var docType: String?
        /// Groups of words, such as `age`.
        public var groups: [String]?
        /// Single words, such as `given-name`.
        public var words: [String]?

        /// Names one.
        public init(docType: String? = nil, groups: [String]? = nil, words: [String]? = nil) {
            self.docType = docType
            self.groups = groups
            self.words = words
        }
    }

    /// A restricted element and the law by which it may be asked for.
    public struct LegalBasis: Sendable, Hashable, Codable {
        /// Its namespace.
        public var nameSpace: String?
        /// Its identifier.
        public var element: String?
        /// The law.
        public var law: String?

        /// Names one.
        public init(nameSpace: String? = nil, element: String? = nil, law: String? = nil) {
            self.nameSpace = nameSpace
            self.element = element
            self.law = law
        }
    }

    /// Identifier of the app.
    public var client: String?
    /// Its name for people.
    public var name: String?
    /// Identifier of the part of it that runs without being installed, if it has one.
    public var clip: String?
    /// Where it can be had, in a store or for tests: an https URL.
    public var location: String?
    /// A word of the list of categories, or words of one's own.
    public var category: String?
    /// The goods or services.
    public var goods: String?
    /// How age or identity is established now.
    public var currentMethod: String?
    /// Whether everybody in the region who uses the same goods or services goes through an equal process.
    public var equalProcess: Bool?
    /// Version of the terms that are accepted.
    public var acceptedTerms: String?
    /// The app's privacy policy, an https URL.
    public var privacyPolicy: String?
    /// Third parties that keep data; empty for none.
    public var thirdParties: [ThirdParty]?
    /// Screenshots.
    public var screenshots: Screenshots?
    /// What is to be asked for.
    public var documents: [Document]?
    /// Identifiers of the merchants to whose servers answers are sealed.
    public var merchants: [String]?
    /// Laws by which restricted elements may be asked for.
    public var legalBasis: [LegalBasis]?

    /// An empty one.
    public init() {}
}
