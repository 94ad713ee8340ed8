import FuzzSupport

/// The form with a photo: the input as a content type and a body, divided by its first line feed; and as what a browser's form contains.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let halves = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    check(Array(halves.last ?? []), contentType: String(decoding: halves[0], as: UTF8.self))
    check(bytes, contentType: type)
    checkContents(bytes.split(separator: 0, omittingEmptySubsequences: false))
    return 0
}

private let boundary = Array("xyz".utf8)
private let type = "multipart/form-data; boundary=xyz"
private let lineBreak = Array("\r\n".utf8)

private func check(_ body: [UInt8], contentType: String) {
    guard let form = MultipartForm(body, contentType: contentType) else { return }
    law(contentType.lowercased().contains("multipart/form-data"), "another media type is read")
    law(form.parts.count <= MultipartForm.maximumParts, "\(form.parts.count) parts")
    law(form.parts.reduce(0) { $0 + $1.content.count } <= body.count, "more content than was sent")
}

/// What is sent comes out, in its order, unless it holds the boundary itself.
private func checkContents(_ contents: [ArraySlice<UInt8>]) {
    let delimiter = lineBreak + Array("--".utf8) + boundary
    guard contents.count <= MultipartForm.maximumParts, !contents.contains(where: { (lineBreak + Array($0) + lineBreak).contains(delimiter) }) else { return }
    var body = Array(delimiter.dropFirst(lineBreak.count))
    for (index, content) in contents.enumerated() {
        body += Array("\r\nContent-Disposition: form-data; name=\"\(index)\"\r\n\r\n".utf8)
        body += content
        body += delimiter
    }
    body += Array("--\r\n".utf8)
    guard let form = MultipartForm(body, contentType: type) else { return law(false, "a browser's form is refused") }
    law(form.parts.map(\.content) == contents, "other contents than were sent")
    for (index, content) in contents.enumerated() { law(form["\(index)"] == content, "part \(index) is not found by its name") }
}
