/// How many bits a status list gives to each document.
public enum StatusValueBits: Int, Sendable, Hashable, CaseIterable {
    /// Valid or revoked: all that mobile driving licences may have.
    case one = 1
    /// Suspended, too.
    case two = 2
    /// Sixteen values.
    case four = 4
    /// 256 values.
    case eight = 8
}
