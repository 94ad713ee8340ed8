import OwnerOnlyFiles

/// Why a folder or a file in it could not be used.
enum StorageFault: Error {
    /// Others could enter the folder.
    case exposed(String)
    /// There is a file of that name already.
    case exists(String)
    /// A file was not written here, or under another key.
    case damaged(String)
    /// The system says no.
    case unavailable(String, errno: Int32)
    /// Another program holds the folder.
    case held(String)

    init(_ error: OwnerOnlyFileError, at path: String) {
        switch error {
        case .exposed: self = .exposed(path)
        case .unavailable(let errno): self = .unavailable(path, errno: errno)
        case .held: self = .held(path)
        }
    }

    /// What is wrong.
    var sentence: String {
        switch self {
        case .exposed(let path): "\(path) must be a folder of this user that nobody else can enter (mode 700)"
        case .exists(let path): "\(path) is there already"
        case .damaged(let path): "\(path) was not written with the keys of this device"
        case .unavailable(let path, let errno): "\(path): \(OwnerOnlyFileError.reason(errno))"
        case .held(let path): "\(path): \(OwnerOnlyFileError.holding)"
        }
    }
}

extension StorageFault: CustomStringConvertible {
    var description: String { sentence }
}
