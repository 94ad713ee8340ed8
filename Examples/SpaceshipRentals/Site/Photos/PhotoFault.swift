/// Why a photo was not taken, with the sentence that tells its owner.
enum PhotoFault: String, Error, Sendable, CaseIterable {
    case missing = "photo.missing"
    case tooManyBytes = "photo.tooManyBytes"
    case format = "photo.format"
    case unreadable = "photo.unreadable"
    case tooSmall = "photo.tooSmall"
    case tooLarge = "photo.tooLarge"
    case blurred = "photo.blurred"
    case busy = "photo.busy"
    /// The form is not of this visit.
    case foreignForm = "photo.foreignForm"

    var sentence: String {
        switch self {
        case .missing: "There is no photo yet. Choose a file first."
        case .tooManyBytes: "The file is larger than 8 MB. Choose a smaller size in your camera, or crop the picture to the ID."
        case .format: "This is neither a JPEG nor a PNG file. Save the picture in one of these formats."
        case .unreadable: "The picture is damaged and cannot be opened. Take it again, or save it once more."
        case .tooSmall:
            "The picture has too few pixels: at least \(PhotoRequirements.minimumWidth) by \(PhotoRequirements.minimumHeight) are needed. Move closer, and hold the camera sideways."
        case .tooLarge:
            "The picture has more than \(PhotoRequirements.maximumSide) pixels on a side, or \(PhotoRequirements.maximumPixels / 1_000_000) million in all. Save it in a smaller size."
        case .blurred: "The picture is blurred. Hold the camera still, in good light, and tap the ID to focus."
        case .foreignForm: "The form was opened in another visit. Open it again."
        case .busy: "Many photos are being checked right now. Try again in a moment."
        }
    }
}
