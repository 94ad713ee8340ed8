/// What Japan's municipality codes stand for: the prefectures, and the municipalities of a list that somebody gives.
public struct Municipalities: Sendable, Hashable {
    private var names: [String: String] = [:]

    /// The 47 prefectures, by the two digits with which codes begin.
    public static let prefectures = (try? Municipalities(codeDigits: 2, String(decoding: PackageResources.japan_prefectures, as: UTF8.self))) ?? Municipalities()

    private init() {}

    /// Reads a list of lines `CODE NAME`, with codes of five digits (JIS X 0401 and 0402).
    public init(_ list: String) throws(ElementTableError) { try self.init(codeDigits: MunicipalityCode.digits, list) }

    private init(codeDigits: Int, _ list: String) throws(ElementTableError) {
        for (offset, line) in list.tableLines.enumerated() where !line.isEmpty {
            let cells = line.split(separator: " ", maxSplits: 1)
            guard cells.count == 2, cells[0].utf8.count == codeDigits, cells[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw ElementTableError(line: offset + 1, "expected a code of \(codeDigits) digits, a space and a name")
            }
            names[String(cells[0])] = String(cells[1])
        }
    }

    /// The name of a code; nil where the list does not have it.
    public subscript(code: String) -> String? { names[code] }

    /// How many there are.
    public var count: Int { names.count }
}
