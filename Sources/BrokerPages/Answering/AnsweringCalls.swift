import Foundation
import Hummingbird
import WalletBroker

/// What the window asks for in which a person answers another device.
struct AnsweringCalls: Sendable {
    let call: WindowCall
    let window: AnsweringWindow

    /// The longest text that may be a code.
    private static let codeBytes = 1024
    /// The longest side of a picture, and a code that has not a point for each of its squares is none.
    private static let sides = 16...1280

    func answer() async throws -> Response {
        switch call.step {
        case "next": return await next()
        case "code":
            let text = try call.field("code").trimmingCharacters(in: .whitespacesAndNewlines)
            guard text.utf8.count <= Self.codeBytes else { return call.answer(form(error: "hybrid.qr")) }
            await window.answer(.text(text), isLinking: call.form["remember"] != nil, in: call.language)
            return Answer.nothing()
        case "decline":
            await window.giveUp()
            return call.answer(form(error: nil))
        default: throw HTTPError(.notFound)
        }
    }

    /// Takes a picture: grey values, row by row.
    func answer(picture pixels: [UInt8], width: Int, isLinking: Bool) async -> Response {
        guard Self.sides.contains(width), pixels.count.isMultiple(of: width), Self.sides.contains(pixels.count / width) else {
            return call.answer(form(error: "hybrid.no-code"))
        }
        await window.answer(.picture(width: width, pixels: pixels), isLinking: isLinking, in: call.language)
        return Answer.nothing()
    }

    /// Asks for a code.
    func form(error code: String?) -> String { call.fragment(AnsweringContent(error: code, in: call.words)) }

    private func next() async -> Response {
        guard let (stage, number) = await window.stage(after: call.seen, within: call.parts.limits.poll) else { return Answer.nothing() }
        var response = call.answer(fragment(stage))
        response.headers[Answer.stage] = "\(number)"
        // What reaches other devices is believed about addresses of this wallet only.
        if case .window(let address) = stage, address.hasPrefix(call.origin.text + "/") { response.headers[Answer.window] = address }
        return response
    }

    private func fragment(_ stage: AnsweringStage) -> String {
        let words = call.words
        return switch stage {
        case .reading: waiting(words.codeReading)
        case .calling: waiting(words.codeCalling)
        case .joining: waiting(words.deviceJoining)
        case .joined, .window: waiting(words.codeJoined)
        case .ended(let code): form(error: code)
        }
    }

    private func waiting(_ title: String) -> String { call.fragment(WaitingContent(title: title, cancel: call.words.cancel)) }
}
