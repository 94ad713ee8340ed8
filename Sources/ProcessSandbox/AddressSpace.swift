import Glibc

/// The address space of this process.
enum AddressSpace {
    /// How many bytes of it are in use, program and libraries included; nil where the kernel does not say.
    static func used() -> Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file, &text, text.count)
        guard count > 0 else { return nil }
        let first = text[..<count].prefix { $0 != UInt8(ascii: " ") }
        guard let pages = Int(String(decoding: first, as: UTF8.self)) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
