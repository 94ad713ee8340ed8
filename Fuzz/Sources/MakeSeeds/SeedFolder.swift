import Foundation

/// The files of a fuzzer's seeds.
enum SeedFolder {
    /// Writes a fuzzer's seeds in place of those that were made before. What a fuzzer found once (`found-…`) stays.
    static func write(_ seeds: [[UInt8]], for fuzzer: String, in folder: URL) throws {
        let place = folder.appendingPathComponent("Seeds/\(fuzzer)", isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for file in try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
        where !file.lastPathComponent.hasPrefix("found-") {
            try FileManager.default.removeItem(at: file)
        }
        for (index, seed) in seeds.enumerated() {
            try Data(seed).write(to: place.appendingPathComponent(index < 9 ? "0\(index + 1).bin" : "\(index + 1).bin"))
        }
    }
}
