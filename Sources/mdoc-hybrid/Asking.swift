import BrokerMessages
import Crypto
import Foundation
import HybridTransport
import MobileDocument

/// Has a page's request answered by another device.
struct Asking {
    let options: DeviceOptions

    /// The response of the device that scans a code, or why there is none. That device is linked if its owner wants it.
    ///
    /// - Parameters:
    ///   - data: the request as the page made it.
    ///   - origin: the page.
    ///   - report: is told the code to show, and how far it is.
    func response(to data: [UInt8], from origin: String, _ report: @escaping @Sendable (DeviceReport) -> Void) async -> DeviceReport {
        do throws(HybridError) {
            let request = try RemoteCredentialRequest(origin: origin, mobileDocumentRequest: data)
            let links = try options.keptLinks()
            let invitation = try ClientInvitation(identity: .init(), secret: Self.secret(), at: .now, supportsLinking: Self.hasRoom(links))
            let code = invitation.invitation.text
            let response = try await options.client().present(request, to: invitation) { progress in
                report(progress == .waiting ? .code(code) : .progress(DeviceProgress(progress)))
            } linking: { outcome in
                do throws(HybridError) { try links?.answering.take(try outcome.get()) } catch { error.log("the other device is not linked") }
            }
            return Self.report(of: response)
        } catch { return error.failure("no other device has answered") }
    }

    /// The response of a linked device, or why there is none.
    ///
    /// - Parameters:
    ///   - data: the request as the page made it.
    ///   - origin: the page.
    ///   - link: names the link.
    ///   - report: is told how far it is.
    func response(
        to data: [UInt8], from origin: String, over link: String, _ report: @escaping @Sendable (DeviceReport) -> Void
    ) async -> DeviceReport {
        do throws(HybridError) {
            let links = try options.requiredLinks().answering
            guard let identifier = LinkIdentifier(hexadecimal: link), let device = try links[identifier] else {
                throw HybridError(.link, "there is no link \(link) any more")
            }
            let request = try RemoteCredentialRequest(origin: origin, mobileDocumentRequest: data)
            let response: RemoteCredentialResponse
            do throws(HybridError) {
                response = try await options.client().present(request, to: device) { report(.progress(DeviceProgress($0))) }
            } catch {
                // The tunnel service says that the device waits there never again.
                if error.code == .link { _ = try links.remove(identifier) }
                throw error
            }
            do throws(HybridError) { try links.confirm(device) } catch { error.log("other links to that device are kept") }
            return Self.report(of: response)
        } catch { return error.failure("no other device has answered") }
    }

    /// Whether a device can be linked. Where it cannot, the code does not ask for it: the other device would keep a side that leads nowhere.
    private static func hasRoom(_ links: LinkFolders?) -> Bool {
        guard let links else { return false }
        do throws(HybridError) {
            try links.answering.checkRoom()
            return true
        } catch {
            error.log("no other device is linked")
            return false
        }
    }

    private static func report(of response: RemoteCredentialResponse) -> DeviceReport {
        switch response {
        case .refused(.userCancelled): .declined
        case .refused(.noCredential): .failed(code: "hybrid.no-document")
        case .refused: .failed(code: "hybrid.refused")
        case .credential(_, let data): MobileDocumentTexts.response(in: data).map(DeviceReport.response) ?? .failed(code: HybridError.Code.message.rawValue)
        }
    }

    private static func secret() -> [UInt8] { SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) } }
}

extension DeviceProgress {
    /// How far an exchange is.
    init(_ progress: HybridProgress) {
        switch progress {
        case .waiting: self = .waiting
        case .connecting: self = .near
        case .connected: self = .joined
        }
    }
}

extension Instant {
    /// This moment.
    static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
}
