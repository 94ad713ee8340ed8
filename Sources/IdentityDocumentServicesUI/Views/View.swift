/// A part of what a person sees of a request.
///
/// Views have the shape they have in SwiftUI. They are rendered to HTML that a window of the system shows, so there are only those that
/// a decision needs.
@MainActor @preconcurrency
public protocol View {
    /// The view it consists of.
    associatedtype Body: View
    /// What it consists of.
    @ViewBuilder var body: Body { get }
}
