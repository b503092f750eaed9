internal import KKAnalysis
internal import KKFiles
internal import KKPCM
public import KKSession

/// What a job's output follows from, as one hash: the bytes of its inputs and plug-ins, its words and the version of the engine. Two
/// jobs with one key have one output.
public struct JobKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 64 hexadecimal digits.
    public let text: String

    /// - Parameters:
    ///   - mix: what the job's words ask for.
    ///   - hashes: the hashes of the inputs; unknown ones are computed.
    ///   - engine: the version of the program that renders.
    ///   - deadline: when all inputs have to be hashed.
    /// - Throws: `noInput` or `io` for an input that cannot be read, `unavailable` without libcrypto.
    public init(
        _ job: BatchJob, _ mix: BatchMix, hashes: FileHashes, engine: String, deadline: RenderDeadline? = nil
    ) throws {
        let hash = try ByteHash()
        hash.add(part: "kkmix job 1")
        hash.add(part: engine)
        for (word, track) in zip(job.inputs, mix.session.tracks) {
            hash.add(part: word)
            if track.path.isStimulus {
                hash.add(part: "stimulus")
                continue
            }
            // Where a file has all of a word as its name, the word is not a setting.
            hash.add(part: track.path == job.folder / word ? "file" : "track")
            hash.add(part: try hashes.hash(of: track.path, until: deadline))
        }
        for path in mix.session.impulsePaths {
            hash.add(part: "impulse response")
            hash.add(part: try hashes.hash(of: path, until: deadline))
        }
        if let head = mix.session.headFile {
            hash.add(part: "head responses")
            hash.add(part: try hashes.hash(of: head, until: deadline))
        }
        for plugin in try mix.session.plugins() {
            hash.add(part: "plug-in \(plugin.label)")
            hash.add(part: try hashes.hash(of: plugin.file, until: deadline))
            // What a bundle of LV2 says of them is in other files.
            for port in plugin.ports { hash.add(part: "\(port)") }
            for preset in plugin.presets { hash.add(part: "\(preset)") }
        }
        for path in mix.session.pluginPaths {
            hash.add(part: try hashes.hash(of: path, until: deadline))
        }
        hash.add(part: "\(job.options.count) options")
        for word in job.options { hash.add(part: word) }
        hash.add(part: job.output.pathExtension?.lowercased() ?? "")
        text = hash.digest()
    }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}
