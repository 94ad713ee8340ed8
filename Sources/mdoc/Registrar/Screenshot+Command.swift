import Registrar

extension Screenshot {
    /// Reads pictures that an option names.
    static func read(_ paths: [String], for option: String) throws -> [Screenshot] {
        try paths.map { path in
            let file = try InputFile(path, for: option)
            do throws(RegistrarError) { return try Screenshot(png: file.content) } catch {
                throw CommandFailure("\(error.reason) (\(error.code.rawValue))", at: file.path, mend: error.remedy)
            }
        }
    }
}
