import CBOR
import DocumentTrust
import ElementTableFiles
import IdentityElements
import MobileDocument

/// Elements in words: names from the tables, values as people read them.
struct ElementText {
    private let tables: ElementTables
    private let isMasking: Bool

    /// Speaks by tables. What is restricted by law is masked, unless it is to be shown whole.
    init(tables: ElementTables, unmasked: Bool = false) {
        self.tables = tables
        isMasking = !unmasked
    }

    /// Speaks by those that are installed on this machine, as far as they can be read. For names alone, which need not wait for them.
    static var namesOnly: ElementText { ElementText(tables: (try? InstalledTables.ofEnvironment()) ?? .builtIn) }

    /// Speaks by those that are installed on this machine, too. Without them no value is shown: they may say that it is restricted by law.
    static func installed(_ options: MaskOptions) throws(CommandFailure) -> ElementText {
        ElementText(tables: try .installed(), unmasked: options.unmasked)
    }

    /// The element's name; the namespace too where no table knows it.
    func name(_ reference: ElementReference) -> String {
        let name = ElementCatalogue.displayName(of: reference, from: tables)
        return name == reference.identifier.rawValue ? reference.description : name
    }

    /// The value of a verified element.
    func value(of element: VerifiedElement) -> String {
        if isMasked(element) { return MyNumber.masked(element.text) }
        if element.reference == ElementReference(.mobileDrivingLicence, "sex"), let code = element.integer {
            return [0: "not known", 1: "male", 2: "female", 9: "not applicable"][code] ?? String(code)
        }
        if element.reference == ElementReference(.mobileDrivingLicence, "driving_privileges"), case .array(let privileges) = element.value {
            return privileges.isEmpty ? "none" : privileges.map(privilege).joined(separator: "; ")
        }
        return text(element.value)
    }

    /// The same value for programs.
    func json(of element: VerifiedElement) -> ElementJSON {
        ElementJSON(isMasked(element) ? .text(MyNumber.masked(element.text)) : element.value)
    }

    private func isMasked(_ element: VerifiedElement) -> Bool {
        isMasking && tables.sensitivity(of: ElementName(element.reference)) == .restricted
    }

    private func privilege(_ value: CBORValue) -> String {
        guard case .map(let entries) = value else { return text(value) }
        var members = entries.reduce(into: [String: CBORValue]()) { members, entry in
            if case .text(let key) = entry.key { members[key] = entry.value }
        }
        guard let category = members.removeValue(forKey: "vehicle_category_code") else { return text(value) }
        let from = members.removeValue(forKey: "issue_date").map { " from \(text($0))" } ?? ""
        let until = members.removeValue(forKey: "expiry_date").map { " until \(text($0))" } ?? ""
        let rest = members.sorted { $0.key < $1.key }.map { ", \($0.key) \(text($0.value))" }.joined()
        return text(category) + from + until + rest
    }

    private func text(_ value: CBORValue) -> String {
        switch value {
        case .text(let text): text.isEmpty ? "(empty)" : text
        case .tagged(_, .text(let text)): text
        case .boolean(let boolean): boolean ? "yes" : "no"
        case .bytes(let bytes): picture(bytes)
        case .array(let elements): elements.isEmpty ? "none" : elements.map(text).joined(separator: "; ")
        case .map(let entries): entries.map { "\(text($0.key)) \(text($0.value))" }.joined(separator: ", ")
        default: CBORDiagnosticNotation.text(of: value)
        }
    }

    private static let pictures: [(beginning: [UInt8], name: String)] = [
        ([0xff, 0xd8, 0xff], "JPEG picture"), ([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20], "JPEG 2000 picture"),
        ([0xff, 0x4f, 0xff, 0x51], "JPEG 2000 picture"), ([0x89, 0x50, 0x4e, 0x47], "PNG picture"),
    ]

    private func picture(_ bytes: some Collection<UInt8>) -> String {
        let size = bytes.count < 1024 ? "\(bytes.count) bytes" : "\((bytes.count + 512) / 1024) KiB"
        return Self.pictures.first { bytes.starts(with: $0.beginning) }.map { "\($0.name), \(size)" } ?? "binary data, \(size)"
    }
}
