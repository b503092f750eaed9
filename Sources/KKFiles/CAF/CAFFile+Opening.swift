extension CAFFile {
    /// Opens a file and lists its chunks; `-` is standard input.
    ///
    /// - Throws: `noInput`; `badData` with the byte of what is wrong; `io`.
    public convenience init(path: String) throws(AudioFileError) {
        try self.init(ByteSource(path: FilePath(path)))
    }

    /// As ``init(path:)``, of bytes that others look at as well.
    public convenience init(_ bytes: InputBytes) throws(AudioFileError) {
        try self.init(bytes.stored())
    }
}
