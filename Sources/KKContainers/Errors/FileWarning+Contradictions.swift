package import KKPCM

/// What is said of a file whose parts contradict each other, whoever finds it out.
extension FileWarning {
    /// That a file claims more frames than it has, or fewer.
    package static func decodable(
        _ count: Int64, of claimed: Int64, at place: AudioFileError.Position? = nil, path: String,
        complaint: String = ""
    ) -> Self {
        Self(
            path: path, at: place, "the header states \(claimed) frames, \(count) can be decoded\(complaint)",
            consequence: "they are used")
    }

    /// That a packet table counts more frames than the packets have.
    package static func table(_ table: PacketTableInfo, beyond count: Int64, path: String) -> Self {
        Self(
            path: path, "the packet table states \(table.validFrames) frames, \(count) can be decoded",
            consequence: "they are used")
    }

    /// Of a file without sound that has nothing wrong with it.
    package static func noFrames(path: String) -> Self {
        Self(path: path, "the file is intact but has no frames")
    }

    /// Of a header that states another rate than the packets have.
    package static func otherRate(
        _ rate: Double, than stated: Double, at place: AudioFileError.Position? = nil, path: String
    ) -> Self {
        contradiction(
            "\(StreamDescription.rateText(stated)) Hz", "\(StreamDescription.rateText(rate)) Hz", at: place, path: path)
    }

    /// Of a header that states something else than packets do, which have the last word.
    static func contradiction(
        _ stated: String, _ found: String, at place: AudioFileError.Position? = nil, path: String
    ) -> Self {
        Self(
            path: path, at: place, "the header states \(stated), but the packets have \(found)",
            consequence: "the packets are followed")
    }
}

extension AudioFileError {
    /// That bytes which were there when a file was opened are not there any more.
    ///
    /// - Parameter end: the first byte that is missing.
    package static func shortened(_ path: String, at end: Int64) -> Self {
        Self(
            .invalidFile, kind: .io, path: path, at: .byte(end), "the file became shorter while it was read",
            nextStep: "run again when no other program writes to it")
    }
}
