/// The frame around a provider's sheet.
struct ReviewingContent: Content {
    static let template = "reviewing"

    let title, address: String
}
