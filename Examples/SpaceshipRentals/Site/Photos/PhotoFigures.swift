/// What was measured on a picture.
struct PhotoFigures: Sendable, Equatable {
    let width: Int
    let height: Int
    /// The variance of the Laplacian at a width of 800 pixels.
    let sharpness: Int

    /// Reads the line of the photo reader.
    init?(line: some StringProtocol) {
        let numbers = line.split { $0 == " " || $0 == "\n" }.map { Int($0) }
        guard numbers.count == 3, let width = numbers[0], let height = numbers[1], let sharpness = numbers[2] else { return nil }
        self.width = width
        self.height = height
        self.sharpness = sharpness
    }

    /// Holds the figures against the requirements.
    func check() throws(PhotoFault) {
        guard width >= PhotoRequirements.minimumWidth, height >= PhotoRequirements.minimumHeight else { throw .tooSmall }
        guard width <= PhotoRequirements.maximumSide, height <= PhotoRequirements.maximumSide else { throw .tooLarge }
        guard width <= PhotoRequirements.maximumPixels / height else { throw .tooLarge }
        guard sharpness >= PhotoRequirements.minimumSharpness else { throw .blurred }
    }
}
