import BrokerMessages
import CPhotoDecoders
import CZBar
import Glibc
import ProcessSandbox

/// Finds the code in one picture from standard input, confined, and writes its text to standard output.
///
/// The input is the picture's width in two bytes, big-endian, and its grey values, one byte each, row by row; or a width of 0, and a PNG or
/// JPEG. It never reads before it is confined. Ends with 0 after the text, with 1 where there is no code, with 65 for other input, and with
/// 70 where it cannot be confined.
@main
enum CodeReaderProgram {
    private static let limits = SandboxLimits(processorSeconds: 10, memoryBytes: 256 << 20)
    private static let widthBytes = 2

    static func main() {
        openConverters()
        measureMemory()
        prepare_photo_decoders()
        do { _ = try ProcessSandbox.enter(limits) } catch { _exit(70) }
        guard let bytes = ConfinedStreams.input(atMost: widthBytes + MessageBounds.pictureFile), bytes.count > widthBytes,
            let picture = Self.picture(in: bytes)
        else { _exit(65) }
        guard let text = picture.text else { _exit(1) }
        _exit(ConfinedStreams.output(Array(text.utf8)) ? 0 : 74)
    }

    private static func picture(in bytes: [UInt8]) -> CodePicture? {
        let (width, content) = (Int(bytes[0]) << 8 | Int(bytes[1]), Array(bytes[widthBytes...]))
        guard width > 0 else { return CodePicture(file: content) }
        guard content.count <= MessageBounds.picture, content.count.isMultiple(of: width) else { return nil }
        return CodePicture(width: width, pixels: content)
    }

    /// The library has the C library convert what a code says, whose tables are files: they are opened while there are files, and stay.
    private static func openConverters() {
        for name in ["ISO8859-1", "SJIS", "UTF-8", "BIG-5"] { _ = iconv_open("UTF-8", name) }
    }

    /// Before it first sorts more than a kilobyte, the C library asks how much memory there is; what it was told, it keeps.
    private static func measureMemory() {
        var values = [UInt64](repeating: 0, count: 256)
        qsort(&values, values.count, MemoryLayout<UInt64>.stride) { _, _ in 0 }
    }
}
