import ElementTableFiles
import LocalSockets
import OwnerOnlyFiles

/// Why a broker does not start, or no longer serves.
public struct BrokerError: Error, Sendable, CustomStringConvertible {
    /// Stable code.
    public let code: String
    /// What is wrong, where, and how to mend it.
    public let description: String

    /// A folder of the broker's is not its owner's alone, or cannot be used.
    init(_ error: OwnerOnlyFileError, at folder: String) {
        code = "broker.folder"
        description = "\(folder) \(error)"
    }

    init(_ fault: SocketFault, at place: String) {
        code = fault.code
        description = "\(place): \(fault)"
    }

    init(_ error: ProviderRegistryError, at place: String) {
        code = error.code
        description = "\(place): \(error)"
    }

    init(_ error: PresentmentHistoryError, at place: String) {
        code = error.code
        description = "\(place): \(error)"
    }

    /// The tables of documents that are installed cannot be used.
    init(_ error: InstalledTableError) {
        code = "broker.tables"
        description = "\(error). Until then no installed table counts"
    }

    init(_ error: ProviderManifestError) {
        code = error.code
        description = error.description
    }

    init(unreachableProvider name: String) {
        code = "broker.shared"
        description = "the provider \(name) runs under a user of its own, who reaches no socket here; name a folder for one with --shared"
    }

    init(_ error: ReaderAuthoritiesError, of providers: [InstalledProvider], _ lists: [String]) {
        code = error.code
        switch error {
        case .unusableRoot: description = "\(error) (counted over the readerRoots of \(providers.map(\.name).joined(separator: ", ")))"
        case .unusableRevocationList(let index): description = "\(lists[index]): \(error)"
        }
    }
}
