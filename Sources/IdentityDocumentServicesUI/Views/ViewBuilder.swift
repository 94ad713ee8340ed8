/// Puts views together from a block of code, with `if` and `else`.
@resultBuilder
public struct ViewBuilder {
    /// Nothing.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// One view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Several views, one after the other.
    @MainActor
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
        TupleView(repeat each content)
    }

    /// A view that may be left out.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// The first of two.
    @MainActor
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> { ConditionalView(.first(first)) }

    /// The second of two.
    @MainActor
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> { ConditionalView(.second(second)) }
}
