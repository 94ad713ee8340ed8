import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import VectorSupport

/// A My Number Card, whose number is recognisable wherever it turns up.
enum MyNumberCard {
    static let docType = "org.iso.23220.1.jp.mnc"
    static let nameSpace: NameSpace = "org.iso.23220.1.jp"
    /// The element of the number.
    static let element: ElementIdentifier = "individual_number_unicode"
    /// With a right check digit, and nobody's.
    static let number = "704819536276"
    /// With which it may be asked for.
    static let basis: Set<ElementName> = [ElementName(nameSpace.rawValue, element.rawValue)]
    static let traces = Traces(forms: ["My Number": Traces.forms(of: number)])

    static func content() throws -> DocumentContent {
        let json = """
            {"docType": "\(docType)", "nameSpaces": {"org.iso.23220.1": {"birth_date": "1984-02-29", "age_in_years": 42, "sex": 2}, "\(nameSpace.rawValue)":
            {"full_name_unicode": "山田花子", "\(element.rawValue)": "\(number)", "birth_date_unicode": "昭和59年2月29日", "sex_unicode": "女"}}}
            """
        return try DocumentContent(json: Data(json.utf8), tables: .builtIn)
    }
}
