import Foundation
import UserVerification

/// A folder of one test's own, gone when the test is over.
final class TestFolder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("enrolments-" + UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.appendingPathComponent("enrolments.sqlite").path }

    /// A store whose PINs cost little to try.
    func store() throws -> EnrolmentStore { try EnrolmentStore(path: path, rounds: 16) }
}
