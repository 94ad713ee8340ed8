import BrokerMessages
import Foundation
import HybridTransport

extension HybridError {
    /// Says on standard error, which a broker keeps as its log, what came of it.
    func log(_ consequence: String) { try? FileHandle.standardError.write(contentsOf: Data("WARNING: \(consequence): \(self)\n".utf8)) }

    /// What the broker hears of it: the code alone, so the sentence goes to the log, unless this side gave up.
    func failure(_ consequence: String) -> DeviceReport {
        if code != .cancelled { log(consequence) }
        return .failed(code: code.rawValue)
    }
}
