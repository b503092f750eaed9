extension CAFFile {
    /// Opens a file and reads the list of its chunks; `-` is standard input.
    ///
    /// - Throws: `noInput`; `badData` with the byte of the problem; `io`.
    public convenience init(path: String) throws(AudioFileError) {
        try self.init(ByteSource(path: FilePath(path)))
    }

    /// As ``init(path:)``, with shared bytes.
    public convenience init(_ bytes: InputBytes) throws(AudioFileError) {
        try self.init(bytes.stored())
    }
}
