package import KKCodecs

extension FileWarning {
    /// What is said of a damaged packet.
    ///
    /// - Parameter isNumbered: whether its number is of use to who looks for it.
    package init(
        _ packet: DamagedPacket, at place: AudioFileError.Position?, path: String, isNumbered: Bool = true
    ) {
        self.init(
            path: path, at: place, isNumbered ? packet.problem : packet.error.problem,
            consequence: "\(packet.silence) replace it")
    }

    /// What is done about bytes, or packets, that are lost with so many frames.
    static func makingUp(forLost frameCount: Int64) -> String {
        frameCount > 0 ? "\(frameCount) frames of silence replace them" : "they are left out"
    }
}

/// The warnings of a file or stream that is damaged in places: the first ones, and one for all that follow.
extension [FileWarning] {
    package static let mostPlaces = 20

    package mutating func addPlace(_ warning: FileWarning) {
        guard count <= Self.mostPlaces else { return }
        append(count < Self.mostPlaces ? warning : FileWarning(path: warning.path, "there are more such places"))
    }
}
