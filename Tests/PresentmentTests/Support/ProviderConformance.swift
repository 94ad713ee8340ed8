import BrokerMessages
import Foundation
import IdentityElements
import MobileDocument
import PresentmentRequest
import RequestExtraction

/// What every provider must do, whoever makes it. Each point is tried on a process of its own.
struct ProviderConformance {
    enum Point: String, CaseIterable, Sendable {
        /// Before anything else it shows a sheet, and wants nothing before a button of it was used.
        case asksFirst
        /// The sheet has no scripts, links, frames or external resources.
        case harmlessSheet
        /// The sheet names every element that is asked for.
        case namesElements
        /// Declining ends the request.
        case declines
        /// Then its process ends, and what it keeps is as it was.
        case leavesNothing
        /// What the website gets is exactly what was asked for.
        case exactRelease
        /// A released request that is not the one shown gets no answer.
        case sameRequest
        /// Another owner than the one the document is bound to gets no answer.
        case sameOwner
        /// A reader whom nobody vouches for gets no answer.
        case knownReader
    }

    let program: String
    let arguments: [String]
    /// The folder of what it keeps.
    let storage: String
    let origin: String
    /// A request that is to be answered, and what it asks for.
    let request: [UInt8]
    let elements: [ElementName]
    /// One for more, by the same reader.
    let otherRequest: [UInt8]
    /// One that nobody signed.
    let unsignedRequest: [UInt8]
    /// The enrolment of the documents' owner.
    let owner: String
    /// The elements of an answer, as the website verifies it.
    let verified: (_ answer: [UInt8]) async throws -> Set<ElementName>

    /// The points that are not met.
    func failures() async throws -> Set<Point> {
        var failures = try await sheetFailures()
        let answer = try await answer(to: request, released: request, owner: owner)
        let released = if let answer { try await verified(answer) } else { Set<ElementName>() }
        if released != Set(elements) { failures.insert(.exactRelease) }
        if try await self.answer(to: request, released: otherRequest, owner: owner) != nil { failures.insert(.sameRequest) }
        if try await self.answer(to: request, released: request, owner: "somebody else") != nil { failures.insert(.sameOwner) }
        if try await self.answer(to: unsignedRequest, released: unsignedRequest, owner: owner) != nil { failures.insert(.knownReader) }
        return failures
    }

    private func sheetFailures() async throws -> Set<Point> {
        let before = try kept()
        let provider = try await started(with: request)
        guard case .sheet(let sheet)? = await provider.report() else { return [.asksFirst] }
        var failures: Set<Point> = []
        if sheet.firstMatch(of: #/(?i)<(script|a|iframe|link|object)\b|\bon\w+=|src="(?!data:)|javascript:/#) != nil { failures.insert(.harmlessSheet) }
        for element in elements where !sheet.contains(ElementTables.builtIn.displayName(of: element, in: .english)) { failures.insert(.namesElements) }
        guard let decline = Self.button("Decline", on: sheet) else { return failures.union([.declines]) }
        try await provider.send(.act(decline, values: [:]))
        if await provider.report() != .ended(.cancelled) { failures.insert(.declines) }
        if (try? await provider.end()) == nil { failures.insert(.leavesNothing) }
        if try kept() != before { failures.insert(.leavesNothing) }
        return failures
    }

    /// What it keeps: each file's content and when it was written, by their names.
    private func kept() throws -> [String: Kept] {
        let manager = FileManager.default
        return try Dictionary(
            uniqueKeysWithValues: manager.subpathsOfDirectory(atPath: storage).map { name in
                let path = "\(storage)/\(name)"
                let written = try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date
                return (name, Kept(content: manager.contents(atPath: path), written: written))
            })
    }

    private struct Kept: Equatable {
        let content: Data?
        let written: Date?
    }

    /// What it delivers after the person agreed; nil where it delivers nothing.
    private func answer(to shown: [UInt8], released: [UInt8], owner: String) async throws -> [UInt8]? {
        let provider = try await started(with: shown)
        guard case .sheet(let sheet)? = await provider.report(), let accept = Self.button("Accept", on: sheet) else { return nil }
        try await provider.send(.act(accept, values: [:]))
        guard await provider.report() == .release else { return nil }
        try await provider.send(.released(ReleasedRequestData(data: released, origin: origin, enrolment: owner, method: "pin")))
        guard case .deliver(let answer)? = await provider.report() else { return nil }
        return answer
    }

    private func started(with request: [UInt8]) async throws -> DrivenProvider {
        let provider = try DrivenProvider(program, arguments)
        let partial = try RequestExtraction.partialRequest(from: request, origin: origin)
        try await provider.send(.present(RequestToPresent(request: partial, documentIdentifiers: [[]], locale: "en", reader: .unverified)))
        return provider
    }

    private static func button(_ label: String, on sheet: String) -> String? {
        sheet.matches(of: #/<button[^>]*value="([^"]*)"[^>]*>([^<]*)</button>/#).first { $0.output.2 == label }.map { String($0.output.1) }
    }
}
