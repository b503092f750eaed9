internal import KKAudio

/// The words of a batch's jobs, read as the command line of a mix. Many jobs have the same options, and those are read once.
struct JobWords {
    /// What a mix has and a job has not, and why.
    private static let refused: [(names: [String], reason: String)] = [
        (["-o", "--output"], "the row has 'output'"),
        (["-f", "--force"], "kkmix batch has it for all jobs"),
        (["--write-if-changed"], "kkmix batch has it for all jobs"),
        (["--depfile"], "kkmix batch has it for all jobs"),
        (["-n", "--dry-run"], "kkmix batch has it for all jobs"),
        (["-j", "--jobs"], "kkmix batch has it for all jobs"),
        (["--json"], "kkmix batch has it for all jobs"),
        (["-q", "--quiet"], "kkmix batch has it for all jobs"),
        (["-v", "--verbose"], "kkmix batch has it for all jobs"),
        (["--color"], "kkmix batch has it for all jobs"),
        (["--progress"], "kkmix batch has it for all jobs"),
        (["--stems"], "a job has one output"),
        (["--trace"], "a job has one output"),
        (["-h", "--help"], "a job has to be rendered"),
        (["--version"], "a job has to be rendered"),
    ]

    private var known: [[String]: Mix] = [:]

    /// - Throws: `SessionError` for words that a mix would refuse, and for those that make no sense in a job.
    mutating func mix(of job: BatchJob) throws -> BatchMix {
        guard !job.inputs.isEmpty else { throw SessionError(.usage, "no input", nextStep: "name at least one audio file in 'inputs'") }
        var mix = try known[job.options] ?? read(job.options)
        mix.mix.inputs = job.inputs
        let session = try mix.session { MixWords.exists($0, in: job.folder) }
        return try BatchMix(session, of: job, container: mix.format, encoding: mix.encoding)
    }

    private mutating func read(_ options: [String]) throws -> Mix {
        let mix = try MixWords.read(options, refused: Self.refused, in: "a job")
        if let input = mix.mix.inputs.first {
            throw SessionError(.usage, "'\(input)' among the options is an input", nextStep: "put it into 'inputs', or an option's name before it")
        }
        known[options] = mix
        return mix
    }
}
