internal import KKCodecs

/// How long the frames of MPEG audio in free format are, whose headers do not say it.
enum FreeFormat {
    /// The bytes of the frame that a header opens: those to the next one of its kind, which a third one in the same
    /// distance must confirm, or the end of the audio there.
    ///
    /// - Parameters:
    ///   - next: the header so many bytes after the first one, if it is of its kind.
    ///   - isEnd: whether the audio ends so many bytes after the first one.
    /// - Returns: as many as ``MPEGFrameHeader/longestByteCount`` at most; `nil` if there is no such header.
    static func byteCount<Trouble: Error>(
        of first: MPEGFrameHeader, next: (Int) throws(Trouble) -> MPEGFrameHeader?, isEnd: (Int) throws(Trouble) -> Bool
    ) throws(Trouble) -> Int? {
        for distance in 4 + first.format.sideInformationByteCount...MPEGFrameHeader.longestByteCount {
            guard let second = try next(distance) else { continue }
            let third = 2 * distance - first.paddingByteCount + second.paddingByteCount
            if try next(third) != nil { return distance }
            if try isEnd(third) { return distance }
        }
        return nil
    }
}
