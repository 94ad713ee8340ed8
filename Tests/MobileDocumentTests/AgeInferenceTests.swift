import CBOR
import MobileDocument
import Testing

@Suite("What released elements say about an age")
struct AgeInferenceTests {
    private func infer(
        _ threshold: Int, _ attestations: [Int: Bool] = [:], _ values: [ElementIdentifier: CBORValue] = [:], on day: String = "2026-06-01"
    ) throws -> AgeInference? {
        AgeInference(atLeast: threshold, attestations: attestations, on: try #require(CalendarDate(day))) { values[$0] }
    }

    @Test("Somebody of 42 is 18 and not 65, by every kind of evidence")
    func fortyTwo() throws {
        let kinds: [([Int: Bool], [ElementIdentifier: CBORValue])] = [
            ([18: true, 21: true, 65: false], [:]), ([:], ["age_in_years": .unsigned(42)]), ([:], ["birth_date": .fullDate("1984-03-01")]),
            ([:], ["birth_date": .textMap(["birth_date": .fullDate("1984-03-01"), "approximate_mask": .text("00000000")])]),
        ]
        for (attestations, values) in kinds {
            #expect(try infer(18, attestations, values)?.isReached == true)
            #expect(try infer(65, attestations, values)?.isReached == false)
        }
        #expect(try infer(42, [:], ["age_in_years": .unsigned(42)])?.isReached == true)
        #expect(try infer(43, [:], ["age_in_years": .unsigned(42)])?.isReached == false)
    }

    @Test("A question about 17 is settled by an attested 18, and one between the attestations by nothing but the age")
    func nearest() throws {
        #expect(try infer(17, [18: true])?.evidence == .attestation(threshold: 18))
        #expect(try infer(30, [21: true, 60: false]) == nil)
        let inference = try #require(try infer(30, [21: true, 60: false], ["age_in_years": .unsigned(42), "birth_date": .fullDate("1984-03-01")]))
        #expect(inference.isReached && inference.evidence == .age)
        #expect(try infer(21, [21: true], ["age_in_years": .unsigned(20)])?.evidence == .attestation(threshold: 21))
    }

    @Test(
        "A birthday is the day it is, and 29 February is 1 March in other years",
        arguments: [
            ("2008-06-01", "2026-05-31", false), ("2008-06-01", "2026-06-01", true), ("2008-02-29", "2026-02-28", false), ("2008-02-29", "2026-03-01", true),
            ("2004-02-29", "2024-02-29", true),
        ])
    func birthdays(birth: String, day: String, isAdult: Bool) throws {
        #expect(try infer(18, [:], ["birth_date": .fullDate(birth)], on: day)?.isReached == isAdult)
    }

    @Test("An approximate date, one in the future and values of another type settle nothing")
    func nothing() throws {
        let approximate = CBORValue.textMap(["birth_date": .fullDate("1984-01-01"), "approximate_mask": .text("00001111")])
        for value in [approximate, .fullDate("2030-01-01"), .text("1984-03-01"), .null] { #expect(try infer(18, [:], ["birth_date": value]) == nil) }
        #expect(try infer(18, [:], ["age_in_years": .text("42")]) == nil)
        #expect(try infer(18) == nil)
    }
}
