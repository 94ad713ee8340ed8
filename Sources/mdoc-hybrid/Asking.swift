import BrokerMessages
import Crypto
import Foundation
import HybridTransport
import MobileDocument

/// Has a page's request answered by the device that scans a code.
struct Asking {
    let options: DeviceOptions

    /// The other device's response, or why there is none.
    ///
    /// - Parameters:
    ///   - data: the request as the page made it.
    ///   - origin: the page.
    ///   - report: is told the code to show, and how far it is.
    func response(to data: [UInt8], from origin: String, _ report: @escaping @Sendable (DeviceReport) -> Void) async -> DeviceReport {
        do throws(HybridError) {
            let request = try RemoteCredentialRequest(origin: origin, mobileDocumentRequest: data)
            let invitation = try ClientInvitation(identity: .init(), secret: Self.secret(), at: .now)
            let code = invitation.invitation.text
            let response = try await options.client().present(request, to: invitation) { progress in
                switch progress {
                case .waiting: report(.code(code))
                case .connecting: report(.progress(.near))
                case .connected: report(.progress(.joined))
                }
            }
            return Self.report(of: response)
        } catch { return .failed(code: error.code.rawValue) }
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

extension Instant {
    /// This moment.
    static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
}
