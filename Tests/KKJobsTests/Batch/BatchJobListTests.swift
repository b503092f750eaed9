@testable import KKJobs
import KKMixing
import KKFiles
import KKTestSupport
import Testing

/// What a list's jobs are, and what is said of a slip.
@Suite struct BatchJobListTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func list(_ text: String, _ name: String) throws -> BatchJobList {
        try folder.write(Array(text.utf8), to: name)
        return try BatchJobList(path: FilePath(folder.path(name)))
    }

    @Test(arguments: [
        (
            "jobs.jsonl",
            """
            {"schema":1}
            {"id":"one","inputs":["a.wav","b c.wav::gain=-3dB"],"output":"x/1.wav","options":["--eq","rock"]}

            {"inputs":"a.wav","output":"2.wav"}
            """, "2:1", "4:1"
        ),
        (
            "jobs.yaml",
            """
            schema: 1
            jobs:
              - id: one
                inputs: [a.wav, "b c.wav::gain=-3dB"]
                output: x/1.wav
                options: --eq rock
              - {inputs: a.wav, output: 2.wav}
            """, "3:5", "7:5"
        ),
        (
            "jobs.csv",
            "\u{FEFF}output, Options ,inputs,id\r\nx/1.wav,--eq rock,\"a.wav 'b c.wav'::gain=-3dB\",one\r\n\r\n2.wav,,a.wav\r\n",
            "2", "4"
        ),
    ])
    func `all kinds of list hold the same jobs`(name: String, text: String, first: String, second: String) throws {
        let path = folder.path(name)
        let jobs = try list(text, name).jobs
        #expect(
            jobs == [
                BatchJob(
                    id: "one", place: "\(path):\(first)", folder: FilePath(folder.root),
                    inputs: ["a.wav", "b c.wav::gain=-3dB"],
                    output: "x/1.wav", options: ["--eq", "rock"]),
                BatchJob(
                    id: "2.wav", place: "\(path):\(second)", folder: FilePath(folder.root), inputs: ["a.wav"],
                    output: "2.wav"),
            ])
        #expect(jobs[0].outputPath == FilePath(folder.path("x/1.wav")))
    }

    @Test func `a table's cells may hold commas, quotes and line ends, and places count lines`() throws {
        let jobs = try list(
            "id,inputs,output\n\"a \"\"b\"\", c\nd\",\"'a, b.wav'\",1.wav\n2,a.wav,\"2,.wav\"\n", "jobs.csv"
        ).jobs
        #expect(jobs.map(\.id) == ["a \"b\", c\nd", "2"] && jobs.map(\.inputs) == [["a, b.wav"], ["a.wav"]])
        #expect(jobs.map(\.place) == [2, 4].map { folder.path("jobs.csv") + ":\($0)" } && jobs[1].output == "2,.wav")
    }

    @Test func `a character that JSON writes as two escapes is one`() throws {
        let jobs = try list(#"{"inputs":["\ud83c\udfb5.wav","\\ud83c\\udfb5"],"output":"\u00e9\/1.wav"}"#, "jobs.jsonl")
            .jobs
        #expect(jobs[0].inputs == ["🎵.wav", #"\ud83c\udfb5"#] && jobs[0].output == "é/1.wav")
        #expect(
            try list(#"{"schema":1,"jobs":[{"inputs":["\ud83c\udfb5.wav"],"output":"1.wav"}]}"#, "jobs.json").jobs[0]
                .inputs == ["🎵.wav"])
    }

    @Test(arguments: [
        ("jobs.csv", "inputs,output\na.wav,1.wav\na.wav,out/a\0b.wav\n", "3"),
        ("jobs.csv", "inputs,output\na\0.wav,1.wav\n", "2"),
        ("jobs.csv", "inputs,output,options\na.wav,1.wav,--eq \0\n", "2"),
        ("jobs.csv", "id,inputs,output\n\0,a.wav,1.wav\n", "2"),
        ("jobs.jsonl", #"{"inputs":"a.wav","output":"k\u0000y.wav"}"#, "1:28"),
        ("jobs.jsonl", #"{"inputs":["a.wav","b\u0000.wav"],"output":"k.wav"}"#, "1:20"),
        ("jobs.yaml", "schema: 1\njobs:\n  - {inputs: a.wav, output: \"k\\0y.wav\"}\n", "3:29"),
    ])
    func `a zero byte cuts no name short: it is refused with its place`(
        name: String, text: String, place: String
    ) throws {
        let error = #expect(throws: SessionError.self) { try list(text, name) }
        #expect(
            error?.kind == .badSession && error?.problem.contains("zero byte") == true
                && error?.place == "\(folder.path(name)):\(place)", "\(error as Any)")
    }

    @Test func `a table names files whose names are no UTF-8`() throws {
        let (stray, other) = (Array("b".utf8) + [0xFF], Array("c".utf8) + [0xFE, 0xE9])
        try folder.write(
            Array("inputs,output\n".utf8) + stray + Array(",\"".utf8) + other + Array("\"\n".utf8), to: "jobs.csv")
        let job = try #require(try BatchJobList(path: FilePath(folder.path("jobs.csv"))).jobs.first)
        #expect(job.inputs == [PathText.decode(stray)] && job.output == FilePath(PathText.decode(other)))
        #expect(!job.output.text.contains("\u{FFFD}"))
    }

    @Test func `an id that is empty is said to be empty`() throws {
        let error = #expect(throws: SessionError.self) {
            try list(#"{"id":"","inputs":"a.wav","output":"1.wav"}"#, "jobs.jsonl")
        }
        #expect(error?.problem == "'id' is empty")
    }

    @Test(arguments: ["jobs.csv", "jobs.jsonl", "jobs.yaml"])
    func `a list that is a pipe is refused and not waited for`(name: String) throws {
        _ = try CommandRun.shell("mkfifo \(name)", in: folder.root)
        let error = #expect(throws: SessionError.self) { try BatchJobList(path: FilePath(folder.path(name))) }
        #expect(error?.kind == .noInput)
    }

    static let slips: [(name: String, text: String, message: String)] = [
        ("a.csv", "inputs,output\n", "it has no jobs"), ("a.jsonl", "\n", "it has no jobs"),
        ("a.yaml", "schema: 1\njobs: []\n", "it has no jobs"),
        ("a.yaml", "schema: 2\njobs: []\n", "1:9: schema 2 is not known"),
        ("a.yaml", "jobs: []\n", "1:1: the key 'schema' is missing"),
        ("a.yaml", "schema: 1\njobs: x\n", "2:7: 'jobs' is a text"),
        ("a.txt", "x", "its name does not say what kind of list this is"),
        ("a.jsonl", #"{"inputs":"a","ouput":"b"}"#, "1:15: unknown key 'ouput' in a job; did you mean 'output'?"),
        ("a.jsonl", #"{"inputs":"a"}"#, "1:1: a job has no output"),
        ("a.jsonl", #"{"inputs":"a | b","output":"c"}"#, "1:11: '|' outside quotes"),
        ("a.jsonl", "{\"inputs\":\"a\",\"output\":\"b\"}\n{\"inputs\":]", "a.jsonl:2:"),
        ("a.csv", "inputs;output\n", "a.csv:1: unknown column 'inputs;output'; separate the columns with commas"),
        ("a.csv", "input,output\n", "a.csv:1: unknown column 'input'; did you mean 'inputs'?"),
        ("a.csv", "inputs,id\n", "a.csv:1: there is no column 'output'"),
        ("a.csv", "inputs,output,inputs\n", "a.csv:1: the column 'inputs' is given twice"),
        ("a.csv", "inputs,output\na,b,c\n", "a.csv:2: 3 cells under 2 columns"),
        ("a.csv", "inputs,output\na,\n", "a.csv:2: a job has no output"),
        ("a.csv", "inputs,output\n\"a,b\n", "a.csv:2: a quote that begins here is not closed"),
        ("a.csv", "inputs,output\n\"a\"b,c\n", "a.csv:2: there is text after a quoted cell"),
        ("a.csv", "inputs,output\na 'b,c\n", "a.csv:2: the quote ' is not closed"),
        ("a.csv", "id,inputs,output\n1,a,b\n1,a,c\n", "a.csv:3: the id '1' is given twice, first at"),
    ]

    @Test(arguments: slips.indices)
    func `a slip is reported with its place`(index: Int) throws {
        let (name, text, message) = Self.slips[index]
        let error = #expect(throws: SessionError.self) { try list(text, name) }
        #expect(
            error?.kind == .badSession && error.map { "\($0)".contains(message) } == true,
            "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `two jobs of one output are refused also where they have no ids`() throws {
        let error = #expect(throws: SessionError.self) { try list("inputs,output\na,b.wav\nc,b.wav\n", "a.csv") }
        #expect(
            error?.kind == .usage && error?.place == folder.path("a.csv:3")
                && error?.problem.contains(folder.path("a.csv:2")) == true)
    }

    /// The mixes of jobs that have no options.
    private func mixes(_ rows: [(inputs: String, output: String)]) throws -> BatchMixes {
        let table = rows.enumerated().map { "\($0.offset),\($0.element.inputs),\($0.element.output)\n" }.joined()
        return try BatchMixes(try list("id,inputs,output\n" + table, "jobs.csv")) { job in
            try BatchMix(
                Session(tracks: job.inputs.map { TrackSpec(path: $0) }), of: job, container: nil, encoding: nil)
        }
    }

    @Test func `an output is known by all of its names`() throws {
        let run = try CommandRun.shell(
            "mkdir real; echo > real/there.wav; ln real/there.wav hard.wav; ln -s real link; ln -s real/there.wav soft.wav",
            in: folder.root)
        #expect(run.status == 0)
        for (one, other) in [
            ("x.wav", "./x.wav"), ("x.wav", "real/../x.wav"), ("real/x.wav", "link/x.wav"),
            ("real/new/x.wav", "link/./new//x.wav"),
            ("real/there.wav", "hard.wav"), ("real/there.wav", "soft.wav"), ("new/a/x.wav", "new/b/../a/x.wav"),
        ] {
            for rows in [
                [("a.wav", one), ("b.wav", other)], [("a.wav", one), (other, "y.wav")],
                [(other, "y.wav"), ("a.wav", one)], [(other, one)],
            ] {
                let error = #expect(throws: SessionError.self, "\(rows)") { try mixes(rows) }
                #expect(error?.kind == .usage)
                let places = rows.indices.map { folder.path("jobs.csv") + ":\($0 + 2)" }
                #expect(places.allSatisfy { error?.description.contains($0) == true }, "\(error.map { "\($0)" } ?? "")")
            }
        }
        #expect(try mixes([("a.wav b.wav", "x.wav"), ("a.wav synth:sine", "y.wav")]).items.count == 2)
        let own = #expect(throws: SessionError.self) { try mixes([("a.wav", "jobs.csv")]) }
        #expect(own?.problem.contains("is the list itself") == true)
    }

    @Test func `a file that was written to since it was hashed is hashed again`() throws {
        let hashes = FileHashes(), path = FilePath(folder.path("a"))
        #expect(!hashes.isUnchanged(path))
        try folder.write([1, 2], to: "a")
        let first = try hashes.hash(of: path)
        #expect(try hashes.isUnchanged(path) && hashes.hash(of: path) == first)
        // Of the same length, and within one step of the clock perhaps: another file in its place is another one.
        _ = try CommandRun.shell("printf xy >b; touch -r a b; mv b a", in: folder.root)
        #expect(!hashes.isUnchanged(path))
        #expect(try hashes.hash(of: path) != first && hashes.isUnchanged(path))
    }

    @Test func `a key follows from bytes, words and engine, and from nothing else`() throws {
        for (name, byte) in [("a.wav", 1), ("b.wav", 2), ("c.wav", 1)] as [(String, UInt8)] {
            try folder.write([byte], to: name)
        }
        func key(
            _ inputs: [String], _ output: FilePath = "x.wav", _ options: [String] = [], engine: String = "1"
        ) throws -> String {
            let job = BatchJob(
                id: "x", place: "", folder: FilePath(folder.root), inputs: inputs, output: output, options: options)
            let mix = try BatchMix(
                Session(tracks: inputs.map { try TrackSpec(parsing: $0) { _ in false } }), of: job, container: nil,
                encoding: nil)
            return try JobKey(job, mix, hashes: FileHashes(), engine: engine).text
        }
        let plain = try key(["a.wav"])
        #expect(plain.utf8.count == 64)
        #expect(try key(["a.wav"], "other/y.WAV") == plain)
        let others = try [
            key(["b.wav"]), key(["c.wav"]), key(["a.wav::gain=1"]), key(["a.wav", "b.wav"]), key(["b.wav", "a.wav"]),
            key(["a.wav"], "x.flac"),
            key(["a.wav"], "x.wav", ["--strict"]), key(["a.wav"], engine: "2"), key(["synth:sine"]),
            key(["a.wav"], "x.wav", ["--strict", "--strict"]),
            key(["a.wav"], "x.wav", ["--seed", "1"]), key(["a.wav"], "x.wav", ["--seed", "2"]),
            key(["a.wav"], "x.wav", ["1", "--seed"]),
        ]
        #expect(Set(others + [plain]).count == others.count + 1)
        try folder.write([3], to: "a.wav")
        #expect(try key(["a.wav"]) != plain)
        let error = #expect(throws: AudioFileError.self) { try key(["missing.wav"]) }
        #expect(error?.kind == .noInput)
    }
}
