import BrokerMessages
import Foundation
import LocalSockets

/// The registry of the broker that listens at a socket, as the app of this process sees it.
actor BrokerRegistry: RegistrationPort {
    private typealias Fault = IdentityDocumentProviderRegistrationStore.RegistrationError

    private let path: String?
    private var channel: FrameChannel?

    /// Names the socket; nil where there is no place for one.
    init(path: String?) { self.path = path }

    /// The person's own broker: at the socket that `MDOC_APPS_SOCKET` names, or in their folder for such things.
    static var ofThisUser: BrokerRegistry {
        BrokerRegistry(path: BrokerSocket.apps.path(in: ProcessInfo.processInfo.environment))
    }

    func status() async -> IdentityDocumentProviderRegistrationStore.Status {
        do throws(Fault) {
            guard case .status(let status)? = try await ask(.status).first else { return .notSupported }
            return switch status {
            case .authorized: .authorized
            case .notDetermined: .notDetermined
            case .notAuthorized: .notAuthorized
            case .notSupported: .notSupported
            }
        } catch {
            return .notSupported
        }
    }

    func registrations() async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) -> [MobileDocumentRegistration] {
        try await ask(.registrations).compactMap { answer in
            if case .registration(let registration) = answer { MobileDocumentRegistration(registration) } else { nil }
        }
    }

    func add(_ registration: MobileDocumentRegistration) async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) {
        _ = try await ask(.add(DocumentRegistration(registration)))
    }

    func remove(documentIdentifier: String) async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) {
        _ = try await ask(.remove(documentIdentifier))
    }

    func enrolment() async -> String? {
        guard case .enrolment(let enrolment)? = try? await ask(.enrolment).first else { return nil }
        return enrolment
    }

    /// Asks over the connection that is there. A broker that was started anew is connected to again: every question can be repeated.
    private func ask(_ question: AppQuestion) async throws(Fault) -> [AppAnswer] {
        if let kept = channel {
            if let answers = try? await Self.exchange(question, over: kept) { return try Self.checked(answers) }
            if channel === kept { channel = nil }
        }
        let connected = try connected()
        do { return try Self.checked(try await Self.exchange(question, over: connected)) } catch let fault as Fault { throw fault } catch {
            if channel === connected { channel = nil }
            throw .unknown
        }
    }

    private func connected() throws(Fault) -> FrameChannel {
        if let channel { return channel }
        guard let path, let connected = try? LocalAddress.connect(to: path, maximumBytes: MessageBounds.frame) else { throw .notSupported }
        channel = connected
        return connected
    }

    /// The answers up to the last one that belongs to the question.
    private static func exchange(_ question: AppQuestion, over channel: FrameChannel) async throws -> [AppAnswer] {
        try await channel.exchange(question.encode()) { channel in
            var answers: [AppAnswer] = []
            while true {
                guard let frame = try await channel.receive() else { throw SocketFault.closed }
                let answer = try AppAnswer(decoding: frame)
                answers.append(answer)
                guard case .registration = answer else { return answers }
            }
        }
    }

    private static func checked(_ answers: [AppAnswer]) throws(Fault) -> [AppAnswer] {
        guard case .refused(let refusal)? = answers.last else { return answers }
        switch refusal {
        case .unknown: throw .unknown
        case .invalidRequest: throw .invalidRequest
        case .notAuthorized: throw .notAuthorized
        case .notSupported: throw .notSupported
        }
    }
}
