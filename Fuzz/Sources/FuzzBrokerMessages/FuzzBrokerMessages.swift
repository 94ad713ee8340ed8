import BrokerMessages
import FuzzSupport

/// Frames of neighbours that lie: an app, a provider, a user agent, the program that reaches other devices; and of a broker that does. Each
/// is refused, or is a message that has these bytes for its one encoding and does not print what it holds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Every message begins with the version of its kind; the rest is tried as each kind.
    let frame = input(start, count)
    for bytes in [frame, [1] + frame, [3] + frame] {
        read(AppQuestion.self, bytes)
        read(AppAnswer.self, bytes)
        read(AppMessage.self, bytes)
        read(AppNotice.self, bytes)
        read(AppRequest.self, bytes)
        read(DeviceCommand.self, bytes)
        read(DeviceReport.self, bytes)
        read(ProviderReport.self, bytes)
        read(ProviderCommand.self, bytes)
        read(UserAgentMessage.self, bytes)
        read(UserAgentNotice.self, bytes)
    }
    return 0
}

private func read<Message: BrokerMessage>(_ type: Message.Type, _ bytes: [UInt8]) {
    guard let message = try? Message(decoding: bytes) else { return }
    law(message.encode() == bytes, "\(type) has a second encoding")
    law((try? Message(decoding: message.encode())) == message, "\(type) is not read as it was written")
    law("\(message)" == "<\(type), \(bytes.count) bytes>", "\(type) prints more than its size")
}
