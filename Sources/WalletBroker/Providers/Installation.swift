/// Tells what is installed from what was installed before, by the files it consists of.
enum Installation {
    /// The same as long as a provider's manifest and program, and the files its arguments name, are the same files.
    ///
    /// - Parameter folder: of the providers.
    static func mark(of provider: InstalledProvider, in folder: String) -> String {
        let named = provider.arguments.filter { $0.hasPrefix("/") }
        return ([ProviderManifest.file(of: provider.name, in: folder), provider.program] + named).map { file in
            InstalledFile.version(file).map { "\($0.file).\($0.bytes).\($0.seconds).\($0.nanoseconds)" } ?? "none"
        }.joined(separator: " ")
    }
}
