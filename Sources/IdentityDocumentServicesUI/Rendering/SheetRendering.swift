/// One rendering of a sheet: HTML, and what its buttons do.
///
/// Nothing but this type writes HTML, and it writes texts of others only through `text` and `attribute`.
@MainActor struct SheetRendering {
    private(set) var html = ""
    private(set) var actions: [String: @MainActor () async -> Void] = [:]
    private let memory: SheetMemory
    private var place = ""
    private var depth = 0

    init(memory: SheetMemory) { self.memory = memory }

    /// Writes a view.
    ///
    /// - Parameter part: which part of its parent it is, so that its state finds it again.
    mutating func render(_ view: some View, as part: String) {
        let parent = place
        defer { place = parent }
        place += "/" + part
        if let primitive = view as? any PrimitiveView { return primitive.render(into: &self) }
        place += ":\(type(of: view))"
        for (label, value) in Mirror(reflecting: view).children {
            (value as? any LinkedProperty)?.link(to: memory, at: "\(place).\(label ?? "")")
        }
        render(view.body, as: "body")
    }

    /// Writes an element around content.
    mutating func element(_ name: StaticString, style: String? = nil, content: (inout SheetRendering) -> Void) {
        html += "<\(name)"
        attribute("class", style)
        html += ">"
        content(&self)
        html += "</\(name)>"
    }

    /// Writes a part with a heading; of one inside another it is one level below.
    mutating func section(_ title: String, content: (inout SheetRendering) -> Void) {
        depth += 1
        defer { depth -= 1 }
        let heading: StaticString = depth == 1 ? "h2" : "h3"
        element("section") { sheet in
            sheet.element(heading) { $0.text(title) }
            content(&sheet)
        }
    }

    /// Writes a button under a name that nobody can guess.
    mutating func button(style: String?, action: @escaping @MainActor () async -> Void, content: (inout SheetRendering) -> Void) {
        let identifier = Self.randomIdentifier()
        actions[identifier] = action
        html += "<button type=\"submit\" name=\"action\""
        attribute("value", identifier)
        attribute("class", style)
        html += ">"
        content(&self)
        html += "</button>"
    }

    /// Writes a picture.
    ///
    /// - Parameter source: a `data:` address.
    mutating func picture(_ source: String, label: String) {
        html += "<img"
        attribute("src", source)
        attribute("alt", label)
        html += ">"
    }

    /// Writes a line between parts.
    mutating func rule() { html += "<hr>" }

    /// Writes a text.
    mutating func text(_ text: String) { html += HTMLText.escaped(text) }

    private mutating func attribute(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        html += " \(name)=\"\(HTMLText.escaped(value))\""
    }

    private static func randomIdentifier() -> String {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
