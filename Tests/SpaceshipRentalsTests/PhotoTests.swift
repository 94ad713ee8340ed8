import Foundation
import Testing

@testable import SpaceshipRentals

/// Whatever photo arrives, it is measured against the stated requirements and refused with the reason its owner can act on.
@Suite("Photos of IDs")
struct PhotoTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: @Sendable () -> [UInt8]
        let fault: PhotoFault?
    }

    static let cases: [Case] = [
        Case(testDescription: "a sharp JPEG", bytes: { TestPicture.print(width: 1600, height: 1000).jpeg }, fault: nil),
        Case(testDescription: "a sharp PNG", bytes: { TestPicture.print(width: 1200, height: 800).png }, fault: nil),
        Case(testDescription: "a large sharp JPEG", bytes: { TestPicture.print(width: 4200, height: 2800).jpeg }, fault: nil),
        Case(testDescription: "a blurred JPEG", bytes: { TestPicture.print(width: 1600, height: 1000).blurred(radius: 9).jpeg }, fault: .blurred),
        Case(testDescription: "a blurred PNG", bytes: { TestPicture.print(width: 1200, height: 800).blurred(radius: 9).png }, fault: .blurred),
        Case(testDescription: "an even grey", bytes: { TestPicture(width: 1200, height: 800, pixels: .init(repeating: 128, count: 960_000)).jpeg }, fault: .blurred),
        Case(testDescription: "too narrow", bytes: { TestPicture.print(width: 999, height: 800).jpeg }, fault: .tooSmall),
        Case(testDescription: "too low", bytes: { TestPicture.print(width: 1200, height: 599).png }, fault: .tooSmall),
        Case(testDescription: "too long a side", bytes: { TestPicture.print(width: 10_001, height: 600).jpeg }, fault: .tooLarge),
        Case(testDescription: "a telephone's 48 million pixels, without print", bytes: { TestPicture(width: 8000, height: 6000, pixels: .init(repeating: 128, count: 48_000_000)).jpeg }, fault: .blurred),
        Case(testDescription: "more pixels than are decoded", bytes: { declaredPNG(width: 30_000, height: 30_000) }, fault: .tooLarge),
        Case(testDescription: "no file", bytes: { [] }, fault: .missing),
        Case(testDescription: "a GIF", bytes: { Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 100) }, fault: .format),
        Case(testDescription: "a page named as a picture", bytes: { Array("<html><script>".utf8) }, fault: .format),
        Case(testDescription: "a JPEG's beginning only", bytes: { [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 500) }, fault: .unreadable),
        Case(testDescription: "half a JPEG", bytes: { let jpeg = TestPicture.print(width: 1600, height: 1000).jpeg; return Array(jpeg.prefix(jpeg.count / 2)) }, fault: .unreadable),
        Case(testDescription: "half a PNG", bytes: { let png = TestPicture.print(width: 1200, height: 800).png; return Array(png.prefix(png.count / 2)) }, fault: .unreadable),
        Case(testDescription: "too many bytes", bytes: { [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: PhotoRequirements.maximumBytes) }, fault: .tooManyBytes),
    ]

    @Test("Each photo is taken, or refused with its reason", arguments: cases)
    func table(_ example: Case) async {
        let desk = PhotoDesk(reader: TestSite.photoReader, patience: .seconds(600))
        var fault: PhotoFault?
        do throws(PhotoFault) {
            _ = try await desk.take(example.bytes())
        } catch {
            fault = error
        }
        #expect(fault == example.fault)
    }

    @Test("A reader that cannot be started takes no photo")
    func noReader() async {
        await #expect(throws: PhotoFault.unreadable) {
            try await PhotoDesk(reader: "/nonexistent/photo-reader").take(TestPicture.print(width: 1200, height: 800).jpeg)
        }
    }

    @Test("The figures on the limits pass, those beyond do not")
    func limits() throws {
        let limit = try #require(PhotoFigures(line: "1000 600 100\n"))
        #expect(throws: Never.self) { try limit.check() }
        #expect(throws: Never.self) { try #require(PhotoFigures(line: "8000 8000 100")).check() }
        for (line, fault) in [("999 600 100", PhotoFault.tooSmall), ("1000 599 100", .tooSmall), ("1000 600 99", .blurred), ("10001 600 100", .tooLarge), ("8001 8000 100", .tooLarge)] {
            #expect(throws: fault) { try PhotoFigures(line: line)?.check() }
        }
        for line in ["", "1000 600", "1000 600 60 1", "a b c", "1000 600 sixty"] { #expect(PhotoFigures(line: line) == nil) }
    }

    /// A PNG whose header promises a size; its data is that of another.
    private static func declaredPNG(width: UInt32, height: UInt32) -> [UInt8] {
        var header = Array("IHDR".utf8)
        for value in [width, height] { withUnsafeBytes(of: value.bigEndian) { header += $0 } }
        header += [8, 0, 0, 0, 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + header
        withUnsafeBytes(of: checksum(header).bigEndian) { bytes += $0 }
        // The decoder looks for the end of the header's part of the file.
        var data: [UInt8] = Array("IDAT".utf8) + [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]
        let sum = checksum(data)
        data = [0, 0, 0, 8] + data
        withUnsafeBytes(of: sum.bigEndian) { data += $0 }
        return bytes + data
    }

    /// The CRC of PNG.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = .max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return ~value
    }
}
