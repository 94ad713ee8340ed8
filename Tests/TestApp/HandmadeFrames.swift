import Foundation
import Glibc

/// What an app sends that does without the kit: frames as they stand in files, over one connection to the wallet.
struct HandmadeFrames {
    private let inherited: CInt?
    private let files: ArraySlice<String>
    /// A program to become, and the frames it sends.
    private let next: ArraySlice<String>

    /// Reads the arguments; nil where they say something else.
    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        guard rest.popFirst() == "frames" else { return nil }
        if rest.first == "--over" {
            inherited = rest.dropFirst().first.flatMap { CInt($0) }
            rest = rest.dropFirst(2)
        } else {
            inherited = nil
        }
        let end = rest.firstIndex(of: "--become") ?? rest.endIndex
        files = rest[..<end]
        next = rest[end...].dropFirst()
    }

    /// Sends them one by one, prints what comes back for each, renames files in between, and becomes the program that sends the rest.
    func run() {
        guard let descriptor = inherited ?? Self.connected() else { exit(65) }
        var rest = files
        while let file = rest.popFirst() {
            guard file != "--rename" else {
                guard let from = rest.popFirst(), let to = rest.popFirst(), rename(from, to) == 0 else { exit(68) }
                continue
            }
            TestApp.say(Self.reply(to: file, over: descriptor).map { "told \($0.base64EncodedString())" } ?? "closed")
        }
        guard let program = next.first else { return }
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program, "frames", "--over", "\(descriptor)"] + next.dropFirst()).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        exit(66)
    }

    /// A connection that a program which this one becomes still has.
    private static func connected() -> CInt? {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((ProcessInfo.processInfo.environment["MDOC_APPS_SOCKET"] ?? "").utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
        return isConnected ? descriptor : nil
    }

    /// What comes back for a frame; nil where the connection is closed instead. A frame has its length before it.
    private static func reply(to file: String, over descriptor: CInt) -> Data? {
        guard let frame = try? Data(contentsOf: URL(fileURLWithPath: file)) else { exit(67) }
        let message = withUnsafeBytes(of: UInt32(frame.count).bigEndian) { Data($0) } + frame
        guard message.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }) == message.count else { return nil }
        guard let length = received(4, over: descriptor) else { return nil }
        return received(length.reduce(0) { $0 << 8 | Int($1) }, over: descriptor)
    }

    private static func received(_ count: Int, over descriptor: CInt) -> Data? {
        var bytes = Data(count: count)
        let received = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, CInt(MSG_WAITALL)) }
        return received == count ? bytes : nil
    }
}
