internal import KKPCM

extension AttachedPicture {
    /// A picture in a file of its own, by its bytes.
    public init(path: FilePath) throws(AudioFileError) {
        let bytes = try SmallFile.read(path, limit: Self.limit)
        guard Self.mimeType(of: bytes) != nil else {
            throw AudioFileError(
                .invalidFile, kind: .badData, path: path, "this is not a picture format that players show",
                nextStep: "name a JPEG or PNG file")
        }
        self.init(bytes)
    }
}
