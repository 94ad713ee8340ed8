import Foundation
import HybridTransport

extension HybridError {
    /// Says on standard error, which a broker keeps as its log, what came of it.
    func log(_ consequence: String) { try? FileHandle.standardError.write(contentsOf: Data("WARNING: \(consequence): \(self)\n".utf8)) }
}
