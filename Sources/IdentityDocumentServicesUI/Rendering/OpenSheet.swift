import Foundation
import IdentityDocumentServices

/// A view that is shown for one request.
@MainActor final class OpenSheet<Content: View>: OpenScene {
    private let content: Content
    private let memory: SheetMemory
    private var actions: [String: @MainActor () async -> Void] = [:]

    init(_ content: Content, _ context: ISO18013MobileDocumentRequestContext) {
        self.content = content
        memory = SheetMemory(environment: EnvironmentValues(locale: Locale(identifier: context.locale)))
    }

    func sheet() -> String {
        var rendering = SheetRendering(memory: memory)
        rendering.render(content, as: "sheet")
        actions = rendering.actions
        return "<form method=\"post\">\(rendering.html)</form>"
    }

    /// The views there are have buttons and no inputs, so values mean nothing.
    func act(_ action: String, values: [String: String]) async -> String? {
        // Taken out before it runs: pressing the same button again finds nothing.
        guard let work = actions.removeValue(forKey: action) else { return nil }
        await work()
        return sheet()
    }
}
