internal import KKContainers
internal import KKPCM

extension FilePath {
    /// What a file that nobody named is instead of sound; `nil` for sound, and for what ought to be: a file that is
    /// called as sounds are, or one that cannot be looked at. That such a one cannot be read is an error, and not to be
    /// passed over.
    public var foreignness: String? {
        guard isFile || !exists else { return "this is not a regular file" }
        if let ending = pathExtension?.lowercased(), ContainerFormat.extensions.contains(ending) { return nil }
        guard exists else { return "this is a link that leads nowhere" }
        do throws(AudioFileError) {
            _ = try FormatProbe(ByteSource(path: self))
            return nil
        } catch {
            return error.kind == .badData ? error.problem : nil
        }
    }
}
