/// Where a file is or would be, through whatever links: two paths may name one place.
struct FilePlace: Equatable {
    /// The file; nil where there is none yet.
    let file: FileIdentity?
    /// The folder it is in, or would be.
    let folder: FileIdentity?
    /// Its name there.
    let name: String

    init(_ path: String) {
        let end = FileReplacement.end(of: path)
        file = FileIdentity(end)
        folder = FileIdentity(FileReplacement.folder(of: end))
        name = end.split(separator: "/").last.map(String.init) ?? ""
    }

    static func == (one: FilePlace, other: FilePlace) -> Bool {
        guard one.file == nil, other.file == nil else { return one.file == other.file }
        return one.folder != nil && one.folder == other.folder && one.name == other.name
    }
}
