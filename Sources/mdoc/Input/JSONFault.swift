#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Says in one sentence what is wrong with a JSON file, without repeating its values.
enum JSONFault {
    /// The sentence.
    static func sentence(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "the file cannot be read as JSON" }
        switch error {
        case .keyNotFound(let key, _): return "the member \"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "the member \"\(path(context))\" has another type"
        case .dataCorrupted(let context):
            // The decoder's own words for broken JSON quote the text, which may be a secret.
            if context.codingPath.isEmpty { return context.underlyingError != nil ? "this is not JSON" : context.debugDescription }
            return "\(path(context)): \(context.debugDescription)"
        @unknown default: return "the file cannot be read as JSON"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
