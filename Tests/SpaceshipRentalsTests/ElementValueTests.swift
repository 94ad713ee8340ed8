import Foundation
import Testing

@testable import SpaceshipRentals

@Suite("Values in the service's JSON")
struct ElementValueTests {
    @Test(
        "A value is shown as people read it; of a list or an object of another form, and of an empty list, that it was given",
        arguments: [
            (#""Kelly""#, "Kelly"), ("21", "21"), ("true", "Yes"),
            (#"[{"vehicle_category_code":"B"},{"vehicle_category_code":"C1"}]"#, "B, C1"),
            ("[]", "given"), (#"[{"code":"B"}]"#, "given"), ("{}", "given"),
        ])
    func displayed(_ json: String, _ words: String) throws {
        #expect(try JSONDecoder().decode([ElementValue].self, from: Data("[\(json)]".utf8)).map(\.displayed) == [words])
    }
}
