#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Says in one sentence what is wrong with a JSON file, without repeating its values.
enum JSONFault {
    /// Anything that is JSON.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The sentence.
    static func sentence(_ error: any Error, in content: [UInt8]) -> String {
        // The decoder's own words for broken JSON differ between systems, and may quote the text, which may be a secret.
        guard (try? JSONDecoder().decode(Anything.self, from: Data(content))) != nil else { return "this is not JSON" }
        guard let error = error as? DecodingError else { return "the file cannot be read as JSON" }
        switch error {
        case .keyNotFound(let key, _): return "the member \"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return context.codingPath.isEmpty ? "this is no JSON object" : "the member \"\(path(context))\" has another type"
        case .dataCorrupted(let context):
            return (context.codingPath.isEmpty ? "" : "\(path(context)): ") + context.debugDescription
        @unknown default: return "the file cannot be read as JSON"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
