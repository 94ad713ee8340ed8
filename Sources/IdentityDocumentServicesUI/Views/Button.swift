/// A button.
///
/// What it does may suspend: then the sheet is shown anew when it has ended. A button that was shown once does its work once, however
/// often it is pressed.
public struct Button: View, PrimitiveView {
    private let title: String
    private let role: ButtonRole?
    private let action: @MainActor () async -> Void

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - title: what it says.
    ///   - role: what it is for.
    ///   - action: what it does.
    public init(_ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping @MainActor () async -> Void) {
        self.title = String(title)
        self.role = role
        self.action = action
    }

    func render(into sheet: inout SheetRendering) {
        sheet.button(style: role?.rawValue, action: action) { $0.text(title) }
    }
}
