/// What libsndfile is shown of a source: from where to where, and what stands in for the first bytes.
struct SndfileInput {
    let source: ByteSource
    /// Where the file begins, behind tags.
    var start: Int64 = 0
    /// Where it is made to end; `nil` is the source's end.
    var end: Int64?
    /// Bytes that stand in for those from `start` on.
    var patch: [UInt8] = []
    /// Heads of Ogg pages whose granule positions contradict the packets, put right.
    var pages = OggPatches()

    /// A decoder at the first frame.
    func opened(end: Int64? = nil) throws(AudioFileError) -> SndfileHandle {
        try SndfileHandle(SndfileStream(source, patch: patch, pages: pages, start: start, end: end ?? self.end))
    }
}
