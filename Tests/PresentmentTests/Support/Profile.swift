import Foundation
import Testing
import WalletBroker

/// A prefix with the programs that the guide lists for a role, and no other one.
final class Profile {
    let role: BrokerRole
    private let deviceOptions: [String]
    private let folder: TemporaryFolder

    init(_ role: BrokerRole, deviceOptions: [String]) throws {
        self.role = role
        self.deviceOptions = deviceOptions
        folder = try TemporaryFolder()
        let guide = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/wallet.md"), encoding: .utf8)
        let row = guide.split(separator: "\n").first { $0.hasPrefix("| `\(role.rawValue)` |") }
        for name in try #require(row, "the guide lists no programs for \(role)").matches(of: /`(mdoc-[a-z-]+)`/).map({ String($0.output.1) }) {
            let isConfined = ["mdoc-request-parser", "mdoc-code-reader"].contains(name)
            let built = try #require(isConfined ? Program.confined(name) : Program.path(name), "\(name) is not built")
            try Program.copy(built, to: program(name))
        }
    }

    /// Where a program is, if it is one of this role.
    func program(_ name: String) -> String { folder.path + "/" + name }

    /// The program that reaches other devices.
    var devices: DeviceProgram { DeviceProgram(path: program("mdoc-hybrid"), arguments: deviceOptions) }
}
