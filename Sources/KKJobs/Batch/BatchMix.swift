public import KKFiles
internal import KKPCM
public import KKSession

/// What the words of a job ask for.
public struct BatchMix: Sendable {
    /// Its tracks are found from where the process works.
    public var session: Session
    /// The output's name, container and encoding.
    public var output: OutputSpec

    /// - Parameters:
    ///   - session: with its inputs as the job has them.
    ///   - container: by name; `nil` goes by the output's extension.
    ///   - encoding: by name; `nil` takes the container's default for the inputs.
    ///   - settings: what the encoder is asked for.
    /// - Throws: `usage` for standard input or output.
    public init(
        _ session: Session, of job: BatchJob, container: String?, encoding: String?,
        settings: EncodingSettings = EncodingSettings()
    ) throws(SessionError) {
        self.session = session
        guard !job.output.isStandard else {
            throw SessionError(.usage, "a job cannot write to standard output", nextStep: "name a file")
        }
        try self.session.placeInputs(in: job.folder)
        output = OutputSpec(path: job.outputPath)
        output.container = container
        output.encoding = encoding
        output.encodingSettings = settings
        output.makesFolder = true
    }

    /// The files that are read, in the order of the tracks, each once; a stimulus is none.
    public var inputPaths: [FilePath] { session.inputPaths }
}
