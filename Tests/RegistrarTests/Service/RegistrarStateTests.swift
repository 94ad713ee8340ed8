import Foundation
import MobileDocument
import Registrar
import Synchronization
import Testing

@testable import RegistrarService

@Suite("The registrar's state")
struct RegistrarStateTests {
    @Test("A list is kept in the step that makes it, so that of two services on one ledger none leaves the older one")
    func keptList() async throws {
        let scene = try ServiceScene()
        let storage = WatchedStorage(path: scene.folder.url.appendingPathComponent("ledger.json").path)
        let state = RegistrarState(storage: storage, authority: scene.authority, listHours: 24, logger: scene.log.logger)
        let list = try await state.revocationList { scene.now }
        #expect(storage.wasChangeable == [false])
        #expect(try scene.storage.list() == list.derEncoded)
        #expect(try scene.storage.load()?.lastListNumber == 1)
    }

    private func state(_ scene: ServiceScene) -> RegistrarState {
        RegistrarState(storage: scene.storage, authority: scene.authority, listHours: 24, logger: scene.log.logger)
    }

    @Test("Beside a ledger that has signed lists a missing last one is pointed out, and one that is there, or was never made, is not")
    func missingList() async throws {
        let scene = try ServiceScene()
        _ = try await state(scene).revocationList { scene.now }
        _ = state(scene)
        #expect(!scene.log.text.contains("no revocation list is kept"))
        try FileManager.default.removeItem(at: scene.folder.url.appendingPathComponent("ledger.json.crl"))
        let restarted = state(scene)
        #expect(scene.log.text.contains("warning no revocation list is kept beside the ledger"))
        _ = try await restarted.revocationList { scene.now }
        #expect(try scene.storage.load()?.lastListNumber == 2)
    }

    @Test("A list is of the moment at which it is made: none is older than one that another service made while it waited for its turn")
    func turn() async throws {
        let scene = try ServiceScene()
        let start = scene.now
        let looks = Mutex(0)
        let list = try await state(scene).revocationList {
            let look = looks.withLock { looks -> Int in
                looks += 1
                return looks
            }
            guard look == 1 else { return start.advanced(bySeconds: 2) }
            // It is not its turn yet.
            _ = try? scene.storage.change { (ledger) throws(RegistrarError) in
                try ledger.revocationList(by: scene.authority, at: start.advanced(bySeconds: 1))
            }
            return start
        }
        #expect(list.thisUpdate == start.advanced(bySeconds: 2))
        #expect(try scene.storage.load()?.lastListNumber == 2)
    }

    @Test("A clock that is behind the last list stops none, and is pointed out, also where that list is of before the start")
    func clockSetBack() async throws {
        let scene = try ServiceScene()
        let (running, earlier) = (state(scene), scene.now.advanced(bySeconds: -3_600))
        let first = try await running.revocationList { scene.now }
        #expect(!scene.log.text.contains("the clock is behind"))
        let restarted = state(scene)
        for state in [running, restarted] {
            let next = try await state.revocationList { earlier }
            #expect(next.derEncoded != first.derEncoded && next.thisUpdate == earlier)
        }
        #expect(scene.log.text.components(separatedBy: "warning the clock is behind").count == 3)
    }
}
