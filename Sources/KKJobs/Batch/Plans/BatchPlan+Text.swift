internal import KKAnalysis
public import KKFiles
internal import KKPCM
internal import KKSession

/// A plan is JSON Lines: a line about all of it, and one for each job, which has the keys of a list's row and more.
extension BatchPlan {
    /// What stands on the first line.
    package struct Head: Codable {
        var schema: Int
        var plan: String
        var engine: String
        var folder: FilePath
        @OrNull var list: FilePath?
        var jobCount: Int

        enum CodingKeys: String, CodingKey {
            case schema, plan, engine, folder, list, jobCount = "job_count"
        }
    }

    /// What stands on the line of a job.
    package struct Row: Codable {
        var id: String
        var place: String
        var inputs: [String]
        var output: FilePath
        var options: [String]
        @OrNull var key: JobKey?
        var sha256: [String?]
        var frames: Int64
        var sampleRate: Double
        var channels: Int
        @OrNull var error: JobFailure?

        enum CodingKeys: String, CodingKey {
            case id, place, inputs, output, options, key, sha256, frames, sampleRate = "sample_rate", channels, error
        }

        init(_ planned: Job) {
            id = planned.job.id
            place = FilePath(planned.job.place).name
            inputs = planned.job.inputs
            output = planned.job.output
            options = planned.job.options
            key = planned.key
            sha256 = planned.hashes
            frames = planned.frameCount
            sampleRate = planned.sampleRate
            channels = planned.channelCount
            error = planned.failure
        }

        /// - Parameter folder: that of the jobs' paths, from where the process works.
        func job(in folder: FilePath) -> Job {
            let job = BatchJob(
                id: id, place: (folder / place).text, folder: folder, inputs: inputs, output: output,
                options: options)
            return Job(
                job, key: key, hashes: sha256, frameCount: frames, sampleRate: sampleRate, channelCount: channels,
                failure: error)
        }
    }

    /// The plan's file.
    ///
    /// - Throws: `defect` if it cannot be written.
    public var text: String {
        get throws(SessionError) {
            var text =
                try JSONText.line(
                    Head(
                        schema: Self.schema, plan: key, engine: engine, folder: folder, list: list, jobCount: jobs.count
                    )) + "\n"
            for job in jobs { text += try JSONText.line(Row(job)) + "\n" }
            return text
        }
    }

    static func key(of jobs: [Job], engine: String) throws -> String {
        let hash = try ByteHash()
        hash.add(Array("kkmix plan \(schema) \(engine)\n".utf8))
        for job in jobs { hash.add(Array((try JSONText.line(Row(job)) + "\n").utf8)) }
        return hash.digest()
    }

    /// Whether a file begins like a plan; `false` for a job list or an unreadable file.
    public static func isMeant(by path: FilePath) -> Bool {
        guard path.stamp != nil else { return false }
        return (try? SmallFile.head(of: path, count: longestHead)).flatMap(engine) != nil
    }

    /// What the first line of every plan says, of whatever version: who made it.
    private static func engine(_ bytes: [UInt8]) -> String? {
        struct AnyHead: Decodable { var plan, engine: String }
        guard bytes.first == UInt8(ascii: "{"),
            let line = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first
        else { return nil }
        return (try? JSONText.read(AnyHead.self, line))?.engine
    }

    private static let longestHead = 1 << 16

    private static func head(_ bytes: [UInt8]) -> Head? {
        guard bytes.first == UInt8(ascii: "{"),
            let line = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first
        else { return nil }
        return try? JSONText.read(Head.self, line)
    }

    /// Reads a plan's file. The jobs' paths become relative to the working folder.
    ///
    /// - Throws: `noInput` if there is none; `badSession` for a file that is not a plan, for one that was changed or
    ///   truncated after it was made, and for one of a later version.
    public init(path: FilePath) throws {
        try MachineFile.checkList(path, "a plan")
        let bytes = try SmallFile.read(path, limit: BatchJobList.longest)
        guard let head = Self.head(bytes) else {
            if let engine = Self.engine(bytes) {
                throw SessionError(
                    .badSession, "this plan was made by another version, kkmix \(engine)", place: path,
                    nextStep: "make it again with this version: kkmix batch plan JOBS -o PLAN")
            }
            throw SessionError(
                .badSession, "this is not a plan of a batch", place: path,
                nextStep: "make one: kkmix batch plan JOBS -o PLAN")
        }
        guard head.schema == Self.schema else {
            throw SessionError(
                .badSession, "schema \(head.schema) of a plan is not known to this version", place: path,
                nextStep: "use a newer kkmix")
        }
        let folder = (path.folder / head.folder).plain
        var jobs: [Job] = []
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated().dropFirst() {
            guard let row = try? JSONText.read(Row.self, line) else { throw Self.changed("\(path):\(number + 1)") }
            jobs.append(row.job(in: folder))
        }
        try self.init(jobs, folder: head.folder, list: head.list, engine: head.engine)
        guard key == head.plan, jobs.count == head.jobCount else { throw Self.changed(path.text) }
    }

    private static func changed(_ place: String) -> SessionError {
        SessionError(
            .badSession, "the plan was changed or cut short since it was made", place: place,
            nextStep: "change the list of jobs, and make the plan again: kkmix batch plan JOBS -o PLAN")
    }

    /// The way from the folder of a plan to that of its jobs, both of which are there; links are followed.
    ///
    /// - Returns: `.` for the same folder; `nil` if one of them is not there.
    static func way(from plan: FilePath, to jobs: FilePath) -> FilePath? {
        let folders = [plan, jobs].map {
            $0.orHere.realPath?.text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        }
        guard let from = folders[0], let to = folders[1] else { return nil }
        let common = zip(from, to).prefix { $0 == $1 }.count
        let steps =
            Array(repeating: "..", count: from.count - common)
            + to[common...].map { String(decoding: $0, as: UTF8.self) }
        return steps.isEmpty ? "." : FilePath(steps.joined(separator: "/"))
    }
}
