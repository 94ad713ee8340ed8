import MobileDocument

/// A `DeviceRequest` in a file.
enum DeviceRequestFile {
    /// Reads it.
    static func read(_ path: String) throws -> DeviceRequest {
        let file = try InputFile(path, for: "--request")
        let bytes = try file.item("a DeviceRequest", member: "deviceRequest")
        do {
            return try DeviceRequest(bytes)
        } catch {
            throw CommandFailure("this is not a DeviceRequest, \(error)", at: file.path, mend: "check what --request is given")
        }
    }
}
