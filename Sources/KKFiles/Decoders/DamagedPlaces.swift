internal import KKCodecs

/// The warnings of a stream that is damaged in places: twenty of them, and one for all that follow.
extension [FileWarning] {
    mutating func addPlace(_ warning: FileWarning) {
        guard count <= PacketFileDecoder.maximumWarnings else { return }
        append(count < PacketFileDecoder.maximumWarnings ? warning : FileWarning(path: warning.path, LostFrames.Trouble.more))
    }

    /// What is wrong before a packet, if anything is.
    ///
    /// - Parameters:
    ///   - byte: where the bytes begin that are none.
    ///   - frame: the frame that is lost first.
    mutating func addPlace(_ trouble: LostFrames.Trouble, byte: Int64, frame: Int64, path: String) {
        if trouble.isNone { return }
        addPlace(
            FileWarning(
                path: path, at: trouble.junkByteCount > 0 ? .byte(byte) : .frame(frame), trouble.problem, consequence: trouble.consequence))
    }
}
