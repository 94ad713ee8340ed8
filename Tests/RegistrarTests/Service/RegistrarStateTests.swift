import Registrar
import Testing

@testable import RegistrarService

@Suite("The registrar's state")
struct RegistrarStateTests {
    @Test("A list is kept in the step that makes it, so that of two services on one ledger none leaves the older one")
    func keptList() async throws {
        let scene = try ServiceScene()
        let storage = WatchedStorage(path: scene.folder.url.appendingPathComponent("ledger.json").path)
        let state = RegistrarState(storage: storage, authority: scene.authority, listHours: 24, logger: scene.log.logger)
        let list = try await state.revocationList(at: scene.now)
        #expect(storage.wasChangeable == [false])
        #expect(try scene.storage.list() == list.derEncoded)
        #expect(try scene.storage.load()?.lastListNumber == 1)
    }
}
