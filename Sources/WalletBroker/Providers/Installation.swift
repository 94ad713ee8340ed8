/// Tells what is installed from what was installed before, by the files it consists of.
enum Installation {
    /// The same as long as a provider's manifest and program are the same files, and the registry is. After an upgrade, or when a copy of the
    /// registry was brought back, it is another.
    ///
    /// - Parameters:
    ///   - folder: of the providers.
    ///   - registry: the registry's file, which changes with each registration and so is known by its number alone.
    static func mark(of provider: InstalledProvider, in folder: String, registry: String) -> String {
        let files = [ProviderManifest.file(of: provider.name, in: folder), provider.program].map { file in
            InstalledFile.version(file).map { "\($0.file).\($0.bytes).\($0.seconds).\($0.nanoseconds)" } ?? "none"
        }
        return (files + [InstalledFile.version(registry).map { "\($0.file)" } ?? "none"]).joined(separator: " ")
    }
}
