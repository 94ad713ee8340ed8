import Mustache

/// How texts stand in a page: with nothing in them that means anything to HTML.
///
/// What templates do of themselves goes by characters as people count them. Of such a one, `<` or a quotation mark may be a part, with a mark behind
/// it or a letter before it that joins what follows, and would stand in the page as it is. The wallet's pages have the same, which no site can link.
struct EscapedText: MustacheContentType {
    private static let name = "ESCAPED-TEXT"

    /// Reads a template whose texts stand so. Each has to say it, since one that is put into another begins anew.
    static func template(_ text: String) throws -> MustacheTemplate {
        MustacheContentTypes.register(EscapedText(), named: name)
        return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name)}}\n" + text)
    }

    func escapeText(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
