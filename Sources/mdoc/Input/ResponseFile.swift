import MobileDocument
import RelyingParty

/// A sealed answer in a file: the page's JSON, its data, or the sealed answer alone.
enum ResponseFile {
    /// Reads it.
    static func read(_ path: String) throws -> CredentialResponse {
        let file = try InputFile(path, for: "--response")
        if file.isJSON {
            return try file.json(CredentialResponse.self, expecting: "{\"protocol\", \"data\": {\"response\"}} or {\"response\"}")
        }
        let bytes = try file.item("the sealed answer", member: "response")
        guard (try? DeviceResponse(bytes)) == nil else {
            throw CommandFailure("this is a DeviceResponse, opened already", at: file.path, mend: "give it to 'mdoc verify-response', with its transcript")
        }
        return CredentialResponse(sealed: bytes)
    }
}
