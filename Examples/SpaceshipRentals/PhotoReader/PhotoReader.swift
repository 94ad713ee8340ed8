import CPhotoDecoders
import Glibc

/// Reads a photo from standard input and prints its width, its height and how sharp it is.
///
/// Decoders of pictures meet bytes that strangers made. So they run here, in a process that the site starts for one photo, that
/// holds nothing else, and that the kernel ends when it wants too much time or memory.
@main
enum PhotoReader {
    /// Most bytes that are read; the site refuses longer ones before it asks.
    private static let maximumBytes = 16 << 20

    static func main() {
        limit(RLIMIT_CORE, 0)
        limit(RLIMIT_CPU, 5)
        limit(RLIMIT_AS, 512 << 20)
        limit(RLIMIT_NOFILE, 3)
        do throws(PhotoFault) {
            guard let bytes = readInput() else { throw .unreadable }
            let picture = try GreyPicture(decoding: bytes)
            print(picture.originalWidth, picture.originalHeight, picture.reduced(toWidth: 800).laplacianVariance)
        } catch {
            exit(error.rawValue)
        }
    }

    private static func limit(_ resource: __rlimit_resource, _ value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        // A photo is not read without its limits.
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(PhotoFault.unlimited.rawValue) }
    }

    private static func readInput() -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= maximumBytes else { return nil }
        }
    }
}
