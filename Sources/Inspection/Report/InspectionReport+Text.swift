extension InspectionReport {
    /// The report for a terminal: a header, one line for each item behind its byte offset, and the findings.
    ///
    /// Nested items are indented; details stand under their item, without an offset. There are no colours.
    public var text: String {
        var output: [String] = [summary]
        let hash = sha256.map { ", SHA-256 \($0)" } ?? ""
        output.append("\(length) bytes\(source.isEmpty ? "" : " from \(source)")\(hash)")
        output.append(Self.notice)
        let width = max(6, String(length).count + 2)
        if !lines.isEmpty {
            output.append("")
            for line in lines {
                let indent = String(repeating: "  ", count: line.depth)
                let label = line.label.isEmpty ? "" : line.label + (line.isBreak ? " " : ": ")
                output.append(Self.column(String(line.offset), width) + "  " + indent + label + line.text)
                for detail in line.details {
                    output.append(Self.column("", width) + "  " + indent + "  · " + detail)
                }
            }
            if isShortened { output.append(Self.column("…", width) + "  more items follow; they are not shown") }
        }
        if !findings.isEmpty {
            output.append("")
            output.append("Findings")
            for finding in findings {
                let place = finding.offset.map { String($0) } ?? ""
                output.append(
                    Self.column(place, width) + "  " + finding.severity.rawValue + Self.gap(finding.severity) + finding.code + ": "
                        + finding.message)
            }
        }
        return output.joined(separator: "\n") + "\n"
    }

    private static func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func gap(_ severity: InspectionFinding.Severity) -> String {
        String(repeating: " ", count: 9 - severity.rawValue.count)
    }
}
