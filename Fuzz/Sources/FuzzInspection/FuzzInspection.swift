import FuzzSupport

/// Whatever somebody wants to have explained: it never fails, and its work is bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    check(Inspector.inspect(bytes))
    guard let read = try? EncodedInput(bytes) else { return 0 }
    law(!read.parts.isEmpty, "an input without a part")
    for report in Inspector.inspect(read) { check(report) }
    return 0
}

private func check(_ report: InspectionReport) {
    law(report.lines.count <= Annotator.maximumLines, "\(report.lines.count) lines")
    law(report.lines.allSatisfy { (0...report.length).contains($0.offset) }, "a line names a byte that is not there")
    law(report.findings.allSatisfy { $0.offset.map { (0...report.length).contains($0) } ?? true }, "a finding names a byte that is not there")
    // A terminal takes orders from control characters.
    law(report.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "control characters reach the terminal")
}
