import CBOR
import Inspection
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that was named on the command line, read whole; `-` is standard input.
struct InputFile {
    /// Files beyond this size are not read to the end.
    static let limit = 16 << 20

    /// The path as given.
    let path: String
    /// The content.
    let content: [UInt8]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path, or `-`.
    ///   - option: the option that named it, for messages.
    init(_ path: String, for option: String) throws {
        self.path = path == "-" ? "standard input" : path
        do {
            let file = path == "-" ? FileDescriptor.standardInput : try FileDescriptor(reading: path)
            defer { if path != "-" { file.close() } }
            content = try file.read(limit: Self.limit)
        } catch {
            throw CommandFailure("cannot read the file, \(error.reason)", at: self.path, mend: "check the path given to \(option)")
        }
        guard content.count <= Self.limit else {
            throw CommandFailure("the file is larger than 16 MiB", at: self.path, mend: "check the path given to \(option)")
        }
        guard !content.isEmpty else {
            throw CommandFailure("there is nothing in it", at: self.path, mend: "check what \(option) is given")
        }
    }

    /// Whether it begins like a JSON object.
    var isJSON: Bool { content.first { !$0.isSpace } == UInt8(ascii: "{") }

    /// The content freed from its text form.
    ///
    /// - Parameter encoding: the form; nil to find it.
    func decoded(_ encoding: InputEncoding? = nil) throws -> EncodedInput {
        do {
            return try EncodedInput(content, encoding: encoding, maximumBytes: Self.limit)
        } catch {
            throw CommandFailure(error.reason + (error.offset.map { " (byte \($0))" } ?? ""), at: path, mend: error.remedy)
        }
    }

    /// The bytes the file holds, in whichever form.
    ///
    /// - Parameters:
    ///   - expected: what should be in it, such as "a DeviceResponse".
    ///   - member: the member that carries it as text, should the file be a JSON object.
    func bytes(_ expected: String, member: String) throws -> [UInt8] {
        guard isJSON else { return try decoded().parts[0].bytes }
        if JSONNesting.isBounded(content), let text = (try? JSONDecoder().decode(TextMembers.self, from: Data(content)))?[member],
            let bytes = try? EncodedInput(Array(text.utf8)).parts[0].bytes
        {
            return bytes
        }
        guard let part = (try? EncodedInput(content))?.parts.first(where: { $0.name.hasSuffix(member) }) else {
            throw CommandFailure(
                "the JSON has no text member \"\(member)\"", at: path, mend: "give \(expected) as hex, base64, base64url or binary")
        }
        return part.bytes
    }

    /// The bytes of one CBOR item.
    func item(_ expected: String, member: String) throws -> [UInt8] {
        let bytes = try bytes(expected, member: member)
        do {
            _ = try CBORItem(bytes[...])
        } catch {
            throw CommandFailure("this is not CBOR, \(error)", at: path, mend: "give \(expected) as hex, base64, base64url or binary")
        }
        return bytes
    }

    /// The file as text.
    var text: String? { String(validating: content, as: UTF8.self) }

    /// Reads the file as JSON of a known form.
    func json<Value: Decodable>(_ type: Value.Type, expecting form: String) throws -> Value {
        guard JSONNesting.isBounded(content) else {
            // Bytes that are no text may hold any number of brackets.
            let fault = text == nil ? "this is not JSON" : "the JSON is nested deeper than anything here, or has too many combining marks in a row"
            throw CommandFailure(fault, at: path, mend: "expected \(form)")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(content))
        } catch {
            throw CommandFailure(JSONFault.sentence(error, in: content), at: path, mend: "expected \(form)")
        }
    }
}

extension UInt8 {
    /// Whether it is white space in a text file.
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
