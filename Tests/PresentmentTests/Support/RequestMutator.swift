import Foundation
import MobileDocument
import PresentmentRequest
import VectorSupport

/// Requests nobody thought of: genuine ones with a few bytes changed, put in or left out, and now and then no request at all.
struct RequestMutator {
    private let seeds: [(deviceRequest: [UInt8], encryptionInfo: String)]
    private var generator: SeededGenerator
    private var round = 0

    /// - Parameter signed: how many of a hundred are signed; checking a signature takes longer than everything else.
    init(_ scene: RequestScene, seed: UInt64, signed: Int = 3) throws {
        let unsigned = try scene.request(
            [RequestScene.licence, RequestScene.photoID], useCases: [.init(isMandatory: true, documentSets: [[0], [1]])])
        let signedRequest = try scene.request(signers: [scene.reader(.wholeRequestAndEachDocument)])
        let texts = Array(repeating: unsigned, count: 100 - signed) + Array(repeating: signedRequest, count: signed)
        seeds = texts.map { (Base64URL.decode($0.deviceRequest) ?? [], $0.encryptionInfo) }
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> [UInt8] {
        round += 1
        let seed = seeds[round % seeds.count]
        if round % 50 == 0 { return generator.bytes(Int.random(in: 0...2000, using: &generator)) }
        let data = RequestScene.json(deviceRequest: Base64URL.encode(mutated(seed.deviceRequest)), encryptionInfo: seed.encryptionInfo)
        return round % 10 == 0 ? mutated(data) : data
    }

    private mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
            let position = Int.random(in: bytes.indices, using: &generator)
            switch UInt8.random(in: 0...2, using: &generator) {
            case 0: bytes[position] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: position)
            default: bytes.remove(at: position)
            }
        }
        return bytes
    }
}
