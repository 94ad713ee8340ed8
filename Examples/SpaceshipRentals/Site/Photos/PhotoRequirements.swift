/// What a photo of an ID must be, so that a person can read it.
enum PhotoRequirements {
    static let maximumBytes = 8 << 20
    static let minimumWidth = 1000
    static let minimumHeight = 600
    static let maximumSide = 10_000
    /// Most pixels in all; a telephone's largest photos have some 50 million, and its picture in memory a byte for each.
    static let maximumPixels = 64_000_000
    /// The least variance of the Laplacian, at a width of 800 pixels. Printed text in focus gives several hundred.
    static let minimumSharpness = 100

    /// The requirements in words; the form states them before anybody chooses a file.
    static let sentences = [
        "A JPEG or PNG file of at most 8 MB.",
        "At least \(minimumWidth) by \(minimumHeight) pixels, in landscape format, at most \(maximumSide) on a side and \(maximumPixels / 1_000_000) million in all.",
        "The whole front of the ID, flat, filling most of the picture.",
        "In focus, without glare, so that the small print can be read.",
    ]
}
