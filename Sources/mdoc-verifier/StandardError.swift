import Foundation

/// Text for people, beside the output for programs.
enum StandardError {
    static func print(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
