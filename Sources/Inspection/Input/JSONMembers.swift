import Foundation
import MobileDocument

/// The members of Digital Credentials API objects that hold encoded bytes.
enum JSONMembers {
    private static let names = ["deviceRequest", "encryptionInfo", "response", "Response"]
    private static let containers = ["data", "digital", "requests", "credential"]
    private static let maximumDepth = 8
    private static let maximumParts = 64

    static func parts(_ text: ArraySlice<UInt8>) throws(EncodedInputError) -> [InputPart] {
        guard JSONNesting.isBounded(text), let root = try? JSONDecoder().decode(JSONTree.self, from: Data(text)) else {
            throw EncodedInputError(
                .notJSON, at: text.startIndex, "the input begins like a JSON object and is none",
                remedy: "check that it is complete and that nothing follows it")
        }
        var found: [(path: String, text: String)] = []
        collect(root, path: "", depth: 0, into: &found)
        guard !found.isEmpty else {
            throw EncodedInputError(
                .jsonMembers, "the JSON object has none of the members \(names.dropLast().joined(separator: ", "))",
                remedy: "give the object {\"deviceRequest\", \"encryptionInfo\"}, {\"response\"} or the credential around it")
        }
        var parts: [InputPart] = []
        for member in found.prefix(maximumParts) {
            do throws(EncodedInputError) {
                parts.append(
                    InputPart(name: member.path, bytes: try Base64Text.decode(Array(member.text.utf8)[...]), text: member.text))
            } catch {
                // The offset would count inside the member, which no editor shows.
                throw EncodedInputError(error.code, "in \(member.path): \(error.reason)", remedy: error.remedy)
            }
        }
        return parts
    }

    private static func collect(_ tree: JSONTree, path: String, depth: Int, into found: inout [(path: String, text: String)]) {
        guard depth < maximumDepth, found.count < maximumParts else { return }
        switch tree {
        case .object(let members):
            for name in names {
                if case .text(let text)? = members[name] { found.append((path + name, text)) }
            }
            for name in containers {
                if let inner = members[name] { collect(inner, path: path + name + ".", depth: depth + 1, into: &found) }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, path: path + "\(index).", depth: depth + 1, into: &found)
            }
        case .text, .other: break
        }
    }
}
