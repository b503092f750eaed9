internal import KKContainers
internal import KKPCM

extension FilePath {
    /// For a file that was found in a folder, the reason why it is not audio; `nil` for audio, and for a file that
    /// should be audio by its name or that cannot be read, because an unreadable one is an error, not something to
    /// skip.
    public var foreignness: String? {
        guard isFile || !exists else { return "this is not a regular file" }
        if let ending = pathExtension?.lowercased(), ContainerFormat.extensions.contains(ending) { return nil }
        guard exists else { return "this link points to nothing" }
        do throws(AudioFileError) {
            _ = try FormatProbe(ByteSource(path: self))
            return nil
        } catch {
            return error.kind == .badData ? error.problem : nil
        }
    }
}
