import AppRequests
import BrokerMessages
import PresentmentRequest

extension AppDesk.Granted {
    fileprivate var vouching: PresentmentDesk.Vouching { .registrar(registrar, root: read.root) }
}

extension PresentmentDesk {
    /// Whether anybody can answer an app's request.
    func canAnswer(_ granted: AppDesk.Granted) async -> Bool {
        await candidates(for: granted.read.partial, by: granted.vouching)?.isEmpty == false
    }

    /// Begins an app's request. Unlike a page an app that may ask learns at once where nobody can answer: it may know that anyway.
    func begin(
        _ granted: AppDesk.Granted, program: String, locale: String, from agent: AppAgent
    ) async throws(AppRequestRefusal) -> any ConsentSession {
        guard isFree else { throw .inProgress }
        let (read, seen) = (granted.read, changes)
        guard let candidates = await candidates(for: read.partial, by: granted.vouching), !candidates.isEmpty else { throw .noDocument }
        guard isFree else { throw .inProgress }
        let requester = Requester(
            origin: read.partial.origin, brand: .init(name: read.app.name, icon: nil, authority: granted.authority), reporter: .program(program),
            app: read.app)
        return await begin(requester, read.partial, candidates, by: granted.vouching, since: seen, locale: locale, agent)
    }
}
