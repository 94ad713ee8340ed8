import ArgumentParser
import MobileDocument

/// `--origin` as browsers write origins.
enum OriginArgument {
    /// Reads it.
    static func parse(_ text: String) throws -> Origin {
        do {
            return try Origin(text)
        } catch {
            throw ValidationError("\(error); write it as https://shop.example")
        }
    }
}
