import Foundation
import MobileDocument
import RelyingParty

/// Resident memory over very many verifications in one process: what is asked for is given back.
enum ResidentMemory {
    /// By how many kilobytes the last reading may be above the one at a tenth of the run.
    private static let mostGrowth = 1024

    /// Verifies, and prints a reading at every tenth.
    ///
    /// - Returns: whether memory stayed where it was.
    static func check(verifications: Int) throws -> Bool {
        let exchange = try Exchange()
        let verifier = trusting(exchange.parties)
        var readings: [Int] = []
        for tenth in 1...10 {
            for _ in 0..<max(verifications / 10, 1) {
                guard exchange.isRight(exchange.verdict(verifier)) else { fatalError("the result is wrong, so its memory means nothing") }
            }
            readings.append(ProcessStatus.kilobytes("VmRSS"))
            print("\(tenth * verifications / 10) verifications: \(readings[tenth - 1]) kB resident")
        }
        let isFlat = readings[9] - readings[0] <= mostGrowth
        print("memory \(isFlat ? "passed" : "FAILED"): \(readings[9] - readings[0]) kB more at the end than at a tenth; \(mostGrowth) kB may be")
        return isFlat
    }
}
