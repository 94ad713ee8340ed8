extension GreyPicture {
    /// The picture at a width, each pixel the mean of those it stands for; pictures that are narrower stay as they are.
    ///
    /// One width makes the sharpness of photos from different cameras comparable.
    func reduced(toWidth target: Int) -> GreyPicture {
        guard width > target else { return self }
        let targetHeight = max(height * target / width, 1)
        var reduced: [UInt8] = []
        reduced.reserveCapacity(target * targetHeight)
        for row in 0..<targetHeight {
            let rows = (row * height / targetHeight)..<max((row + 1) * height / targetHeight, row * height / targetHeight + 1)
            for column in 0..<target {
                let columns = (column * width / target)..<((column + 1) * width / target)
                var sum = 0
                for y in rows {
                    for x in columns { sum += Int(pixels[y * width + x]) }
                }
                reduced.append(UInt8(sum / (rows.count * columns.count)))
            }
        }
        return GreyPicture(
            originalWidth: originalWidth, originalHeight: originalHeight, width: target, height: targetHeight, pixels: reduced)
    }

    /// The variance of the Laplacian: how much brightness bends from pixel to pixel. Edges of letters make it large, blur flattens it.
    var laplacianVariance: Int {
        guard width > 2, height > 2 else { return 0 }
        var sum = 0, squares = 0
        for y in 1..<(height - 1) {
            for x in 1..<(width - 1) {
                let place = y * width + x
                let bend = Int(pixels[place - 1]) + Int(pixels[place + 1]) + Int(pixels[place - width]) + Int(pixels[place + width]) - 4 * Int(pixels[place])
                sum += bend
                squares += bend * bend
            }
        }
        let count = (width - 2) * (height - 2)
        let mean = sum / count
        return squares / count - mean * mean
    }
}
