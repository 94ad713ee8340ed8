import Dispatch
package import Foundation

extension Process {
    /// Longer than any program of a test takes on a slow machine.
    private static let bound = 900
    private static let bounds = DispatchQueue(label: "bounds of programs")

    /// Starts it as `run` does, and kills it once it takes longer than any: waiting for its end, or for what it prints, has no limit of its own.
    package func runBounded() throws {
        try run()
        Process.bounds.asyncAfter(deadline: .now() + .seconds(Process.bound)) { [weak self] in
            guard let self, self.isRunning else { return }
            print("\(self.executableURL?.path ?? "") \(self.arguments?.first ?? "") runs for \(Process.bound) s, and is killed")
            kill(self.processIdentifier, SIGKILL)
        }
    }
}
