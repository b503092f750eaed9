internal import KKPCM

extension OutputFile {
    /// An output for bytes that are not text, as a writer's options want it.
    static func binary(path: FilePath, options: WriterOptions) throws(AudioFileError) -> OutputFile {
        let file = try OutputFile(
            path: path, force: options.force, makesFolder: options.makesFolder, keepsUnchanged: options.keepsUnchanged,
            temporaryFiles: options.temporaryFiles, capacity: options.bufferByteCount)
        guard !file.isTerminal else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: file.name, "this is a terminal, and audio would garble it",
                nextStep: "redirect it to a file or a pipe")
        }
        return file
    }
}
