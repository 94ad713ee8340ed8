import IdentityElements
import Testing

@Suite("What an app was granted")
struct AppGrantTests {
    private static let licence = "org.iso.18013.5.1.mDL"
    private static let card = "org.iso.23220.1.jp.mnc"
    private static let merchant = "merchant.example"

    private func refusals(
        _ grant: AppGrant, _ elements: IdentityElement..., of docType: String = licence, merchant: String = merchant, ageFallback: AgeFallback = .nothing
    ) -> [AppGrantRefusal] {
        grant.refusals(of: elements, docType: docType, merchantIdentifier: merchant, ageFallback: ageFallback)
    }

    @Test("The age group of a licence grants its four words and nothing else of it, and nothing of another document")
    func group() throws {
        let group = try #require(ElementTables.builtIn.documents[Self.licence]?.groups["age"])
        let grant = AppGrant(words: [Self.licence: group], merchantIdentifiers: [Self.merchant])
        #expect(try refusals(grant, .age(atLeast: 21), .issuingAuthority, .portrait).isEmpty)
        #expect(refusals(grant, .age).isEmpty)
        #expect(refusals(grant, .portrait, .givenName, .dateOfBirth) == [.element(.givenName), .element(.dateOfBirth)])
        #expect(refusals(grant, .portrait, of: Self.card) == [.docType(Self.card)])
    }

    @Test("Who was granted a threshold alone may not have the age stand in for it, neither beside it nor in its place")
    func ageFallback() throws {
        let threshold = AppGrant(words: [Self.licence: ["age-at-least", "portrait"]], merchantIdentifiers: [Self.merchant])
        let (adult, older, centenarian) = (try IdentityElement.age(atLeast: 18), try IdentityElement.age(atLeast: 21), try IdentityElement.age(atLeast: 100))
        for element in [adult, centenarian] {
            #expect(refusals(threshold, element, .portrait).isEmpty)
            #expect(refusals(threshold, element, .portrait, ageFallback: .age) == [.element(.age)])
        }
        #expect(refusals(threshold, adult, older, ageFallback: .age) == [.element(.age)], "told once")
        #expect(refusals(threshold, .portrait, ageFallback: .age).isEmpty, "there is nothing to stand in for")
        let both = AppGrant(words: [Self.licence: ["age-at-least", "age"]], merchantIdentifiers: [Self.merchant])
        #expect(refusals(both, adult, centenarian, ageFallback: .age).isEmpty)
    }

    @Test("The merchant is a grant of its own: elements alone are not enough, and neither is the merchant alone")
    func merchantIdentifiers() {
        let elements = AppGrant(words: [Self.licence: ["portrait"]], merchantIdentifiers: [])
        #expect(refusals(elements, .portrait) == [.merchant])
        let merchant = AppGrant(words: [:], merchantIdentifiers: [Self.merchant])
        #expect(refusals(merchant, .portrait) == [.docType(Self.licence)])
        let both = AppGrant(words: [Self.licence: ["portrait"]], merchantIdentifiers: [Self.merchant])
        #expect(refusals(both, .portrait, merchant: "merchant.other") == [.merchant])
        #expect(refusals(both, .portrait).isEmpty)
    }

    @Test("My Number wants a legal basis beside its word; a licence's number does not")
    func legalBasis() throws {
        let identity = try #require(ElementTables.builtIn.documents[Self.card]?.groups["identity"])
        let without = AppGrant(words: [Self.card: identity, Self.licence: ["document-number"]], merchantIdentifiers: [Self.merchant])
        #expect(refusals(without, .documentNumber, .sex, of: Self.card) == [.legalBasis(.documentNumber)])
        #expect(refusals(without, .documentNumber).isEmpty)
        let number = ElementName("org.iso.23220.1.jp", "individual_number_unicode")
        let with = AppGrant(words: [Self.card: identity], merchantIdentifiers: [Self.merchant], legalBasis: [number])
        #expect(refusals(with, .documentNumber, of: Self.card).isEmpty)
        let basisAlone = AppGrant(words: [Self.card: ["sex"]], merchantIdentifiers: [Self.merchant], legalBasis: [number])
        #expect(refusals(basisAlone, .documentNumber, of: Self.card) == [.element(.documentNumber)])
    }
}
