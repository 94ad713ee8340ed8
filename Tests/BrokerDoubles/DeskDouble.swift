import BrokerPages
import Crypto
import Foundation
import PresentmentRequest
package import WalletBroker

/// A broker's desk that plays each request through by itself, with three apps to select from, and writes down what happened.
package actor DeskDouble: RelayDesk {
    /// What the next requests are like.
    package var brand: Requester.Brand?
    /// In place of the relay.
    package var reporter = Reporter.page
    /// In place of the origin that the page has, to see how others look.
    package var shownOrigin: String?
    /// Refuses requests with this.
    package var refusal: PresentmentRefusal?
    /// A sheet to show in place of its own.
    package var sheet: String?
    /// Other devices to select from.
    package var devices: [DeviceChoice] = []
    /// Whether no app can answer.
    package var hasNoApps = false
    package private(set) var events: [String] = []
    package private(set) var sessions: [String: SessionDouble] = [:]
    /// How often everything was forgotten.
    private var round = 0

    package init() {}

    package func set(
        brand: Requester.Brand? = nil, reporter: Reporter = .page, shownOrigin: String? = nil, refusal: PresentmentRefusal? = nil,
        sheet: String? = nil, devices: [DeviceChoice] = [], hasNoApps: Bool = false
    ) {
        (self.brand, self.reporter, self.shownOrigin) = (brand, reporter, shownOrigin)
        (self.refusal, self.sheet) = (refusal, sheet)
        (self.devices, self.hasNoApps) = (devices, hasNoApps)
    }

    package func begin(_ incoming: IncomingRequest, from agent: any UserAgent) async throws(PresentmentRefusal) -> any ConsentSession {
        let (data, origin) = (incoming.request.data, incoming.request.origin)
        note("begin \(origin) \(String(decoding: data, as: UTF8.self))")
        if let refusal { throw refusal }
        let reporter = incoming.reporter == .page ? self.reporter : incoming.reporter
        let requester = Requester(origin: shownOrigin ?? origin, brand: brand, reporter: reporter, isOnAnotherDevice: incoming.isOnAnotherDevice)
        let begun = round
        let session = SessionDouble(
            requester, request: Self.request, data: data, sheet: sheet, choices: hasNoApps ? [] : SessionDouble.choices,
            devices: incoming.isOnAnotherDevice ? [] : devices, agent: agent
        ) { await self.note($0, of: begun) }
        sessions[session.identifier] = session
        return session
    }

    package func withdraw(_ session: any ConsentSession) async {
        guard let session = sessions[session.identifier] else { return }
        note("withdraw")
        await session.withdraw()
    }

    package func note(_ event: String) { events.append(event) }

    private func note(_ event: String, of round: Int) { if round == self.round { note(event) } }

    /// Forgets what happened, and the requests: their windows may go away long after.
    package func forgetEvents() {
        round += 1
        (events, sessions) = ([], [:])
    }

    /// Driving licence: age over 21 and a portrait, the latter to be kept.
    static let request: PartialRequest = {
        do {
            let nameSpace = "org.iso.18013.5.1"
            let elements = try [("age_over_21", false), ("portrait", true)].map {
                try PartialRequest.Element(.init(nameSpace: nameSpace, identifier: $0.0), isRetaining: $0.1)
            }
            let digest = try RequestDigest(SHA256.hash(data: [UInt8]()))
            return try PartialRequest(
                origin: "https://shop.example", documentRequests: [.init(documentType: "org.iso.18013.5.1.mDL", elements: elements)],
                presentments: [.init(isMandatory: true, documentRequestSets: [[0]])], authentications: [], deviceRequestDigest: digest,
                encryptionInfoDigest: digest)
        } catch {
            preconditionFailure("the double's own request: \(error)")
        }
    }()
}
