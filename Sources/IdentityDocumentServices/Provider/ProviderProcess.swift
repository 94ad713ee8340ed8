import Foundation

/// The process of a provider, as the broker starts it.
package enum ProviderProcess {
    /// Serves the broker until it closes the connection.
    package static func serve(_ scene: some ProviderScene) async {
        FileHandle.standardError.write(Data("A wallet broker starts this program when its app was selected; there is none at the other end.\n".utf8))
        exit(EX_USAGE)
    }
}
