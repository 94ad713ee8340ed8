/// Why a photo gave no figures; the exit status of the program.
enum PhotoFault: Int32, Error {
    /// The bytes are no picture of their format.
    case unreadable = 2
    /// It has more pixels than are decoded.
    case tooLarge = 3
    /// The process could not be confined.
    case unconfined = 4
    /// Nobody takes the figures.
    case unwritten = 5
}
