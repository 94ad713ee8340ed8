/// What a provider's sheet shows under the names of namespaces.
enum ShownNameSpaces {
    /// The names of elements, by the heading they stand under; empty on a sheet that has no such headings.
    static func all(on sheet: String) -> [String: [String]] {
        var shown: [String: [String]] = [:]
        for section in sheet.matches(of: /<section><h3>([^<]*)<\/h3>(.*?)<\/section>/) {
            shown[String(section.output.1), default: []] += section.output.2.matches(of: /<b>([^<]*)<\/b>/).map { String($0.output.1) }
        }
        return shown
    }
}
