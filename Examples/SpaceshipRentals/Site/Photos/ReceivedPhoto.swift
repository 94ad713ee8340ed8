/// A photo of an ID that is good enough for a person to look at, and nothing more: anybody can make such a picture.
///
/// It has its own type, so that nothing that asks for a verified traveller can be given one. The picture itself is not kept by this
/// example; a real site hands it to the people who look at it and erases it afterwards.
struct ReceivedPhoto: Sendable {
    /// The label wherever such a booking is shown.
    static let label = "not cryptographically verified"

    let figures: PhotoFigures
    let reference: String
}
