import AppRequests
import BrokerMessages
import Foundation
import IdentityElements
import Logging
import X509

/// Where apps that ask for documents are attended to: which program asks, what a registrar has granted it, and what that comes to.
struct AppDesk: Sendable {
    let tables: ElementTables
    let presentments: PresentmentDesk
    let logger: Logger
    let now: @Sendable () -> Date

    /// A request whose app was granted it.
    struct Granted: Sendable {
        let read: ReadAppRequest
        /// Key identifiers of the registrar's root, by which providers say whom they answer.
        let registrar: RootKeyIdentifiers
        /// What people call the registrar.
        let authority: String
    }

    /// Holds a request against its grant, and the grant against the program that asks: in this order, since a program takes time to read.
    func granted(_ request: AppRequest, to program: AskingProgram) async throws(AppRequestRefusal) -> Granted {
        let time = now()
        var authorities = await presentments.vouchers(at: time)
        var isDecided = true
        let read: ReadAppRequest
        do throws(AppRequestRefusal) { read = try self.read(request, by: authorities, at: time) } catch {
            guard case .grant(.signature) = error else { throw error }
            authorities = await presentments.vouchers(at: time, allowed: .notDetermined)
            isDecided = false
            read = try self.read(request, by: authorities, at: time)
        }
        // By whose word it asks has to be told to the person.
        guard let authority = read.root.subject.displayName else { throw .grant(.signature) }
        guard try await program.digest() == read.claims.executable else { throw .unusable(.executable) }
        // Nothing is wrong with its grant, and nobody has a document for it yet.
        guard isDecided else { throw .noDocument }
        return Granted(read: read, registrar: authorities.keyIdentifiers(ofOwnRoot: read.root), authority: authority)
    }

    private func read(_ request: AppRequest, by authorities: ReaderAuthorities, at time: Date) throws(AppRequestRefusal) -> ReadAppRequest {
        try ReadAppRequest(
            request, registrars: AppRegistrars(roots: authorities.roots.map(\.certificate)) { authorities.hasWithdrawn($0, root: $1, at: time) },
            tables: tables, at: Int64(time.timeIntervalSince1970))
    }

    /// Makes sure that asking makes sense: the app was granted it, and there is a document for it. No other app learns of documents.
    func checkMayAsk(_ request: AppRequest, of program: AskingProgram) async throws(AppRequestRefusal) {
        let granted = try await granted(request, to: program)
        guard await presentments.canAnswer(granted) else { throw .noDocument }
    }

    /// Begins a request of an app.
    func begin(
        _ request: AppRequest, of program: AskingProgram, locale: String, from agent: @Sendable (ReadAppRequest) -> AppAgent
    ) async throws(AppRequestRefusal) -> (session: any ConsentSession, agent: AppAgent) {
        guard !request.merchantIdentifier.isEmpty else { throw .notGranted(.merchant) }
        guard !request.nonce.isEmpty else { throw .nonce }
        let granted = try await granted(request, to: program)
        let agent = agent(granted.read)
        return (try await presentments.begin(granted, program: program.path, locale: locale, from: agent), agent)
    }
}
