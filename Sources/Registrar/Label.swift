/// Short names people type and see in lists: of brands and certificates.
enum Label {
    static let maximum = 50

    static func isLabel(_ text: String) -> Bool {
        (1...maximum).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
