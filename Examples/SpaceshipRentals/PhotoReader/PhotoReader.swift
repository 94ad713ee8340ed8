import CPhotoDecoders
import Glibc
import ProcessSandbox

/// Reads a photo from standard input and prints its width, its height and how sharp it is.
///
/// Decoders of pictures meet bytes that strangers made. So they run here, in a process that the site starts for one photo, that
/// holds nothing else, and that can do nothing but compute before it reads the first byte.
@main
enum PhotoReader {
    private static let limits = SandboxLimits(processorSeconds: 5, memoryBytes: 512 << 20)
    /// Most bytes that are read; the site refuses longer ones before it asks.
    private static let maximumBytes = 16 << 20

    static func main() {
        prepare_photo_decoders()
        do throws(SandboxFault) { _ = try ProcessSandbox.enter(limits) } catch { _exit(PhotoFault.unconfined.rawValue) }
        do throws(PhotoFault) {
            guard let bytes = ConfinedStreams.input(atMost: maximumBytes) else { throw .unreadable }
            let picture = try GreyPicture(decoding: bytes)
            let figures = "\(picture.originalWidth) \(picture.originalHeight) \(picture.reduced(toWidth: 800).laplacianVariance)\n"
            _exit(ConfinedStreams.output(Array(figures.utf8)) ? 0 : PhotoFault.unwritten.rawValue)
        } catch {
            _exit(error.rawValue)
        }
    }
}
