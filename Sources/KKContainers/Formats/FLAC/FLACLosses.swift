package import KKCodecs

extension [FileWarning] {
    /// What is wrong before a packet, if anything is.
    ///
    /// - Parameters:
    ///   - byte: where the bytes begin that are none.
    ///   - frame: the frame that is lost first.
    package mutating func addPlace(_ trouble: LostFrames.Trouble, byte: Int64, frame: Int64, path: String) {
        if trouble.isNone { return }
        addPlace(
            FileWarning(
                path: path, at: trouble.junkByteCount > 0 ? .byte(byte) : .frame(frame), trouble.problem,
                consequence: FileWarning.makingUp(forLost: trouble.frameCount)))
    }
}

extension LostFrames.Trouble {
    fileprivate var problem: String {
        junkByteCount > 0
            ? "\(junkByteCount) bytes are not a FLAC frame" : "\(frameCount) frames are damaged or missing"
    }
}
