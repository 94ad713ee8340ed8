import COSE
import Foundation
import IdentityElements
import MobileDocument
import RelyingParty
import Testing
import VerificationSessions

/// What a policy may say.
@Suite("Policies")
struct PolicyTests {
    /// A mistake, by the code it gets.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: PolicyError.Code
        let make: @Sendable () throws -> Void

        init(_ description: String, _ code: PolicyError.Code, _ make: @escaping @Sendable () throws -> Void) {
            testDescription = description
            self.code = code
            self.make = make
        }
    }

    private static let myNumber = "org.iso.23220.1.jp/individual_number_unicode"

    private static let cookNumber = "org.example.galley/cook_number"
    private static let cookNumberName = ElementName("org.example.galley", "cook_number")

    private static func galley() throws -> ElementTables {
        try .builtIn.adding(
            """
            namespace | org.example.galley | closed
            element | cook_number | text | M | restricted | Cook's number | 料理人番号 | 요리사 번호 | Número do cozinheiro
            """)
    }

    private static func document(_ goals: [String], retain: [String] = []) throws -> PolicyDocument {
        try PolicyDocument(goals: goals.map { try VerificationGoal($0) }, retain: Set(retain.map { try VerificationGoal($0) }))
    }

    private static func policy(
        _ name: String = "p", _ documents: [PolicyDocument]? = nil, required: [String]? = nil, session: Int = 600, retention: Int = 0
    ) throws -> VerificationPolicy {
        try VerificationPolicy(
            name: name, documents: documents ?? [document(["age_over_21"])], required: required?.map { try VerificationGoal($0) },
            sessionSeconds: session, retentionSeconds: retention)
    }

    /// A policy that a licence or a photo ID satisfies.
    private static func either(required: [String]? = nil) throws -> VerificationPolicy {
        let photoID = try PolicyDocument(docType: "org.iso.23220.photoid.1", goals: [VerificationGoal("org.iso.23220.1/age_over_21")])
        return try VerificationPolicy(
            name: "either", documents: [document(["name", "age_over_21"]), photoID], isAnyOf: true, required: required?.map { try VerificationGoal($0) })
    }

    private static let mistakes: [Mistake] = [
        Mistake("an empty goal", .goal) { _ = try VerificationGoal("") },
        Mistake("a goal that is no element", .goal) { _ = try VerificationGoal("shoe_size") },
        Mistake("a goal with a space", .goal) { _ = try VerificationGoal("age over 21") },
        Mistake("a goal that is too long", .goal) { _ = try VerificationGoal("x/" + String(repeating: "y", count: 255)) },
        Mistake("a goal without its namespace", .goal) { _ = try VerificationGoal("/age_over_21") },
        Mistake("a goal without its element", .goal) { _ = try VerificationGoal("org.example/") },
        Mistake("a document without a goal", .documents) { _ = try document([]) },
        Mistake("kept and not asked for", .documents) { _ = try document(["portrait"], retain: ["name"]) },
        Mistake("restricted by law, without a legal basis", .legalBasis) { _ = try document(["name", myNumber]) },
        Mistake("restricted by law, with a legal basis for something else", .legalBasis) {
            _ = try PolicyDocument(goals: [VerificationGoal(myNumber)], legalBasis: [ElementName("org.iso.18013.5.1", "individual_number_unicode")])
        },
        Mistake("restricted by a table of one's own, without a legal basis", .legalBasis) {
            _ = try PolicyDocument(docType: "org.example.cook.1", goals: [VerificationGoal(cookNumber)], tables: galley())
        },
        Mistake("restricted by a table of one's own, and kept", .documents) {
            let number = try VerificationGoal(cookNumber)
            _ = try PolicyDocument(
                docType: "org.example.cook.1", goals: [number], retain: [number], legalBasis: [cookNumberName], tables: galley())
        },
        Mistake("restricted by a catalogue's table, in a policy made without it and without a legal basis", .legalBasis) {
            _ = try PolicyCatalogue([policy("cook", [PolicyDocument(goals: [VerificationGoal(cookNumber)])])], tables: galley())
        },
        Mistake("restricted by a catalogue's table, and kept, in a policy made without it", .documents) {
            let number = try VerificationGoal(cookNumber)
            let document = try PolicyDocument(goals: [number], retain: [number], legalBasis: [cookNumberName])
            _ = try PolicyCatalogue([policy("cook", [document])], tables: galley())
        },
        Mistake("restricted by a table of one's own, for sessions made of goals", .legalBasis) {
            _ = try PolicyCatalogue([policy()], allowedGoals: [VerificationGoal(cookNumber)], tables: galley())
        },
        Mistake("restricted by law, for sessions made of goals", .legalBasis) {
            _ = try PolicyCatalogue([policy()], allowedGoals: [VerificationGoal("portrait"), VerificationGoal(myNumber)])
        },
        Mistake("an empty name", .name) { _ = try policy("") },
        Mistake("a name with a slash", .name) { _ = try policy("a/b") },
        Mistake("a name that is too long", .name) { _ = try policy(String(repeating: "n", count: 65)) },
        Mistake("no document", .documents) { _ = try policy("p", []) },
        Mistake("too many documents", .documents) { _ = try policy("p", Array(repeating: document(["portrait"]), count: 9)) },
        Mistake("required and not asked for", .documents) { _ = try policy(required: ["portrait"]) },
        Mistake("any one document, and nothing required of one of them", .documents) { _ = try either(required: ["age_over_21"]) },
        Mistake("a session too short", .duration) { _ = try policy(session: 29) },
        Mistake("a session too long", .duration) { _ = try policy(session: 1801) },
        Mistake("kept for a negative time", .duration) { _ = try policy(retention: -1) },
        Mistake("kept for too long", .duration) { _ = try policy(retention: 2_592_001) },
        Mistake("an age beside a threshold, for an app", .documents) {
            try policy("p", [document(["age_over_18"]), document(["portrait", "age_in_years", "age_over_21"])]).checkForApps()
        },
        Mistake("two policies of one name", .name) { _ = try PolicyCatalogue([policy(), policy()]) },
        Mistake("the name of sessions made of goals", .name) { _ = try PolicyCatalogue([policy("goals")]) },
        Mistake("nothing to ask", .unknown) { _ = try PolicyCatalogue([]) },
        Mistake("a policy that is not there", .unknown) { _ = try PolicyCatalogue([policy()]).policy(named: "q") },
        Mistake("a goal that is not allowed", .goalsNotAllowed) { _ = try PolicyCatalogue([policy()]).policy(goals: ["portrait"]) },
        Mistake("no goals", .goalsNotAllowed) { _ = try PolicyCatalogue([policy()]).policy(goals: []) },
        Mistake("too many goals", .goalsNotAllowed) {
            _ = try PolicyCatalogue([], allowedGoals: [VerificationGoal("portrait")]).policy(goals: Array(repeating: "portrait", count: 33))
        },
    ]

    @Test("Each mistake is told by its code", arguments: mistakes)
    func mistake(_ mistake: Mistake) {
        #expect { try mistake.make() } throws: { ($0 as? PolicyError)?.code == mistake.code && !"\($0)".isEmpty }
    }

    @Test("Every code has a mistake that gets it")
    func complete() { #expect(Set(Self.mistakes.map(\.code)) == Set(PolicyError.Code.allCases)) }

    @Test("For an app, an age or a threshold alone is good, and so are both for a page: the standard lets a page ask")
    func ages() throws {
        for goals in [["age_in_years"], ["age_over_18", "age_over_21"], ["birth_date", "age_over_18"]] {
            try Self.policy("p", [Self.document(goals)]).checkForApps()
        }
        try Self.policy("p", [Self.document(["age_in_years"]), Self.document(["age_over_18"])]).checkForApps()
        _ = try Self.policy("p", [Self.document(["age_in_years", "age_over_18"])])
    }

    @Test("A policy with a legal basis is taken by a catalogue whose table restricts what it asks for")
    func legalBasisOfCatalogue() throws {
        let document = try PolicyDocument(goals: [VerificationGoal(Self.cookNumber)], legalBasis: [Self.cookNumberName])
        let catalogue = try PolicyCatalogue([Self.policy("cook", [document])], tables: Self.galley())
        #expect(try catalogue.policy(named: "cook").documents == [document])
    }

    @Test("The limits themselves are good")
    func limits() throws {
        _ = try Self.policy(String(repeating: "n", count: 64), session: 30, retention: 2_592_000)
        _ = try Self.policy("a-Z_0.9", session: 1800, retention: 0)
    }

    @Test("The longest policy there is, signed with all the certificates that wallets read, is a request of a length that they read, whoever clicks")
    func longest() throws {
        func document(_ number: Int, goals: Int) throws -> PolicyDocument {
            let words = (0..<goals).map { goal in
                let ending = "\(number)-\(goal)/e"
                return String(repeating: "n", count: 256 - ending.utf8.count) + ending
            }
            return try PolicyDocument(docType: DocType(rawValue: String(repeating: "d", count: 256)), goals: words.map { try VerificationGoal($0) })
        }
        let documents = try (0..<7).map { try document($0, goals: 256) }
        let policy = try Self.policy("p", documents + [document(7, goals: 256)])
        #expect(throws: PolicyError.self) { try Self.policy("p", documents + [document(7, goals: 257)]) }
        // 2 MiB.
        let chain = (Array(repeating: 393_216, count: 5) + [131_072]).map { [UInt8](repeating: 0, count: $0) }
        let signers = [ReaderSigner(name: "reader", chain: chain, key: SigningKey.generate(.p256))]
        try policy.check(signedBy: signers)
        let builder = try RequestBuilder(
            documents: policy.documents.map(\.requested), useCases: [UseCase(isMandatory: true, documentSets: [Array(0..<8)])], signers: signers)
        _ = try builder.build(for: Origin("https://rentals.example"), expiresAt: Instant(secondsSinceEpoch: 600))
    }

    @Test("A policy is read as it was written, and refused as it would be when made", arguments: [
        #"{"name":"p","documents":[{"goals":[]}]}"#, #"{"name":"p","documents":[]}"#, #"{"name":"","documents":[{"goals":["portrait"]}]}"#,
        #"{"name":"p","documents":[{"goals":["shoe_size"]}]}"#, #"{"name":"p","documents":[{"goals":["portrait"]}],"sessionSeconds":1}"#,
    ])
    func coding(_ json: String) throws {
        let policy = try Self.policy("p", [Self.document(["name", "portrait"], retain: ["name"])], required: ["name"], session: 60, retention: 5)
        #expect(try JSONDecoder().decode(VerificationPolicy.self, from: JSONEncoder().encode(policy)) == policy)
        #expect(throws: PolicyError.self) { try JSONDecoder().decode(VerificationPolicy.self, from: Data(json.utf8)) }
    }

    @Test("Goals become the elements of a request, each once, announced to be kept where a kept goal asks for it")
    func request() throws {
        let document = try Self.document(["name", "family_name", "org.example/extra"], retain: ["family_name"])
        let elements = document.requested.elements
        #expect(elements.map(\.reference.identifier.rawValue) == ["given_name", "family_name", "extra"])
        #expect(elements.map(\.intentToRetain) == [false, true, false])
    }

    @Test("A stored policy is read as it was written, and not validated again")
    func stored() throws {
        let policy = try Self.policy(
            "p", [Self.document(["name", "portrait", "org.example/extra"], retain: ["name"])], required: ["name"], session: 60, retention: 5)
        #expect(try JSONDecoder().decode(StoredPolicy.self, from: JSONEncoder().encode(policy)).policy == policy)
        let lax = #"{"name":"","documents":[{"docType":"d","goals":["shoe_size"],"retain":[]}],"required":[],"sessionSeconds":1,"retentionSeconds":0}"#
        #expect(try JSONDecoder().decode(StoredPolicy.self, from: Data(lax.utf8)).policy.sessionSeconds == 1)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(StoredPolicy.self, from: Data(#"{"name":"p"}"#.utf8)) }
    }

    @Test("A legal basis survives the store; a policy stored before there were any is still read")
    func storedLegalBasis() throws {
        let name = ElementName("org.iso.23220.1.jp", "individual_number_unicode")
        let document = try PolicyDocument(docType: "org.iso.23220.1.jp.mnc", goals: [VerificationGoal(Self.myNumber)], legalBasis: [name])
        let policy = try Self.policy("tax", [document])
        let encoded = try JSONEncoder().encode(policy)
        #expect(try JSONDecoder().decode(StoredPolicy.self, from: encoded).policy == policy)
        #expect(try JSONDecoder().decode(VerificationPolicy.self, from: encoded) == policy)
        let older = #"{"name":"tax","documents":[{"docType":"org.iso.23220.1.jp.mnc","goals":["\#(Self.myNumber)"],"retain":[]}],"required":[],"sessionSeconds":60,"retentionSeconds":0}"#
        let read = try JSONDecoder().decode(StoredPolicy.self, from: Data(older.utf8)).policy
        #expect(read.documents.map(\.legalBasis) == [[]] && read.documents[0].goals.map(\.description) == [Self.myNumber])
        #expect(throws: PolicyError.self) { try JSONDecoder().decode(VerificationPolicy.self, from: Data(older.utf8)) }
    }

    @Test("That any one document is enough survives the store; a policy without that word, as they were stored before, wants all, and is written as before")
    func storedAnyOf() throws {
        let policy = try Self.either(required: ["name", "org.iso.23220.1/age_over_21"])
        let encoded = try JSONEncoder().encode(policy)
        #expect(try JSONDecoder().decode(StoredPolicy.self, from: encoded).policy == policy)
        #expect(try JSONDecoder().decode(VerificationPolicy.self, from: encoded) == policy)
        #expect(try Self.either(required: []).required.isEmpty, "whoever requires nothing asks no document for anything")
        let both = try VerificationPolicy(name: "either", documents: policy.documents, required: policy.required)
        let older = try JSONEncoder().encode(both)
        #expect(both != policy && !String(decoding: older, as: UTF8.self).contains("isAnyOf"))
        for read in [try JSONDecoder().decode(StoredPolicy.self, from: older).policy, try JSONDecoder().decode(VerificationPolicy.self, from: older)] {
            #expect(read == both && !read.isAnyOf)
        }
    }

    @Test("An error repeats no more of a caller's words than a short visible piece")
    func excerpts() throws {
        let long = "x/" + String(repeating: "y", count: 254)
        let catalogue = try PolicyCatalogue([], allowedGoals: [VerificationGoal("portrait")])
        let attempts: [@Sendable () throws -> Void] = [
            { _ = try VerificationGoal(String(repeating: "y", count: 256)) }, { _ = try VerificationGoal("/" + String(repeating: "y", count: 255)) },
            { _ = try catalogue.policy(goals: Array(repeating: long, count: 32)) }, { _ = try VerificationGoal("\u{1b}[31mred") },
        ]
        for attempt in attempts {
            do {
                try attempt()
                Issue.record("this is no goal")
            } catch let error as PolicyError {
                #expect(error.description.utf8.count < 600 && !error.description.contains(String(repeating: "y", count: 49)))
                #expect(error.description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            }
        }
    }
}
