import IdentityElements
import Testing

@Suite("Numbers of Japan")
struct NumberTests {
    @Test("A My Number has 12 digits, the last of which checks the others", arguments: ["123456789018", "000000000000", "999999999996"])
    func valid(text: String) { #expect(MyNumber(text)?.digits == text) }

    @Test("One changed digit is found, wherever it stands")
    func changed() throws {
        for position in 0..<11 {
            var digits = Array("123456789018".utf8)
            digits[position] = digits[position] == 0x39 ? 0x30 : digits[position] + 1
            #expect(MyNumber(String(decoding: digits, as: UTF8.self)) == nil, "digit \(position)")
        }
        for last in "012345679" { #expect(MyNumber("12345678901\(last)") == nil) }
    }

    @Test("Nothing but 12 digits is a My Number", arguments: ["", "12345678901", "1234567890180", "12345678901 ", "１２３４５６７８９０１８", "UT-4711-0815"])
    func invalid(text: String) { #expect(MyNumber(text) == nil) }

    @Test("It prints without its digits, and screens show the last two only")
    func redaction() throws {
        let number = try #require(MyNumber("123456789018"))
        var dumped = ""
        dump(number, to: &dumped)
        for text in ["\(number)", String(reflecting: number), dumped] { #expect(!text.contains("1234")) }
        #expect(number.masked == "••••••••••18")
    }

    @Test("All 47 prefectures are there, and a code begins with one of them")
    func prefectures() {
        #expect(Municipalities.prefectures.count == 47)
        #expect(Municipalities.prefectures["13"] == "東京都")
        #expect(MunicipalityCode("13101")?.prefecture == "東京都")
        for text in ["00101", "48101", "1310", "131016", "13a01", ""] { #expect(MunicipalityCode(text) == nil, "\(text)") }
    }

    @Test("A municipality has a name where a list gives one, and none is invented")
    func municipalities() throws {
        let list = try Municipalities("13101 千代田区\n13102 中央区")
        #expect(MunicipalityCode("13101")?.municipality(in: list) == "千代田区")
        #expect(MunicipalityCode("13999")?.municipality(in: list) == nil)
        #expect(throws: ElementTableError.self) { try Municipalities("13101 千代田区\n1310 中央区") }
        #expect(throws: ElementTableError.self) { try Municipalities("13101") }
    }

    @Test("Lines of a list of municipalities may end as on other systems, and are told by their number in the file")
    func lines() throws {
        let list = try Municipalities("13101 千代田区\r\n\r\n13102 中央区\r\n")
        #expect(list.count == 2 && list["13101"] == "千代田区" && list["13102"] == "中央区")
        #expect { try Municipalities("13101 千代田区\n\n1310 中央区") } throws: { ($0 as? ElementTableError)?.line == 3 }
    }
}
