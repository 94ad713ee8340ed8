import IdentityElements
import MobileDocument

/// Tables of one's own, which restrict an element that the package's do not know.
enum GuildTables {
    static let nameSpace = "org.example.guild"
    static let element = "guild_number"
    static let elements: Set<ElementReference> = [
        ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: element)),
    ]
    /// As a file has it.
    static let text = """
        namespace | org.example.guild | closed
        element | guild_number | text | O | restricted | Guild number | 組合番号 | 조합 번호 | Número da guilda
        """

    static var tables: ElementTables { get throws { try ElementTables.builtIn.adding(text) } }
}
