/// A provider as it is installed on this machine.
public struct InstalledProvider: Sendable, Hashable {
    /// Its name in the registry.
    public let name: String
    /// What people call it.
    public let displayName: String
    /// A picture (PNG), if it has one.
    public let icon: [UInt8]?
    /// The program that is started for a request; an absolute path without links.
    public let program: String
    /// The program's arguments.
    public let arguments: [String]
    /// Programs that may register its documents, the one above among them; absolute paths without links.
    public let apps: Set<String>
    /// The user of the machine under whom the app and the program run, if they have one of their own: then the broker knows the app's programs
    /// by that user, and by no path.
    public let user: UInt32?
    /// Types of documents it is entitled to present.
    public let documentTypes: Set<String>
    /// Roots of readers it brings along, DER.
    public let readerRoots: [[UInt8]]
    /// Files of those authorities' revocation lists (DER), which may be replaced at any time.
    public let revocationLists: [String]

    /// Describes a provider.
    public init(
        name: String, displayName: String, icon: [UInt8]? = nil, program: String, arguments: [String] = [], apps: Set<String> = [],
        user: UInt32? = nil, documentTypes: Set<String>, readerRoots: [[UInt8]] = [], revocationLists: [String] = []
    ) {
        self.name = name
        self.displayName = displayName
        self.icon = icon
        self.program = program
        self.arguments = arguments
        self.apps = user == nil ? apps.union([program]) : []
        self.user = user
        self.documentTypes = documentTypes
        self.readerRoots = readerRoots
        self.revocationLists = revocationLists
    }
}
