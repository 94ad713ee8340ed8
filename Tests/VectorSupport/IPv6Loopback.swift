import Foundation

/// This machine's own address of IPv6, `::1`.
public enum IPv6Loopback {
    /// Whether it has one; some containers have none.
    public static var isThere: Bool {
        let addresses = try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)
        return addresses?.contains(String(repeating: "0", count: 31) + "1") == true
    }
}
