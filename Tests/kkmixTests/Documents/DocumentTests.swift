import Foundation
import KKTestSupport
import Testing

/// What docs/json.md and docs/schemas say of the documents is what the commands print.
@Suite struct DocumentTests {
    private typealias Object = [String: Any]

    private static func objects(_ bytes: [UInt8]) throws -> [Object] {
        try bytes.split(separator: 0x0A).filter { $0.first == UInt8(ascii: "{") }.map {
            try JSONSerialization.jsonObject(with: Data($0)) as? Object ?? [:]
        }
    }

    /// The schemas by name, as the program prints them.
    private static func schemas() throws -> [String: Object] {
        let printed =
            try objects(CommandRun(["formats", "--documents", "--json"]).output).first?["documents"] as? [Object] ?? []
        return Dictionary(
            uniqueKeysWithValues: printed.map { ($0["name"] as? String ?? "", $0["json_schema"] as? Object ?? [:]) })
    }

    @Test func `docs/json.md is what the program prints; scripts/renew-documents writes it`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/json.md", encoding: .utf8)
        #expect(try CommandRun(["formats", "--documents"]).outputText == page)
    }

    @Test func `docs/schemas has every schema as the program prints it, and no other`() throws {
        let folder = "\(Fixtures.root)/docs/schemas"
        let schemas = try Self.schemas()
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == Set(schemas.keys.map { "\($0).json" }))
        for (name, schema) in schemas {
            let file = try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json")))
            #expect(file as? NSDictionary == schema as NSDictionary, "\(name)")
        }
    }

    /// A schema, the words of a command, and its status. Some stand on what those before them have written.
    private static let commands: [(schema: String, words: String, status: Int32)] = [
        ("mix", "a.wav b.wav -o mix.wav", 0), ("mix", "a.wav -n -o x.wav", 0),
        ("mix", "a.wav::gain=20dB b.wav -o loud.wav --encoding s16", 0),
        ("mix", "synth:noise:for=2s -o loudness.wav --loudness -20LUFS,tp=-1dBTP", 0),
        ("mix", "a.wav b.wav -o normal.wav --normalize rms:-30dBFS", 0), ("mix", "cut.wav -o cut-mix.wav", 0),
        ("mix", "concat a.wav b.wav -o joined.wav --gap 10ms", 0),
        ("mix", "a.wav b.wav -o s.wav --stems stems/ --trace s.trace", 0), ("failure", "none.wav -o x.wav", 66),
        ("failure", "a.wav --bogus -o x.wav", 64),
        ("failure", "info junk.wav", 65), ("failure", "statuses io", 74),
        ("convert", "convert a.wav b.wav none.wav cut.wav -o out/ --format flac", 66),
        ("convert", "convert a.wav -n -o x.wav -r 8000", 0),
        ("convert", "convert a.wav b.wav -o album/ --album --normalize peak:-1dBFS", 0),
        ("convert", "split a.wav -o pieces/ --at 10f", 0),
        ("convert-info", "convert --info a.wav none.wav -o other/ --channel-map 2,-", 66),
        ("convert-info", "convert --info a.wav -c mono -o x.wav", 0),
        (
            "info",
            "info a.wav none.wav cut.wav synth:sine $FIXTURES/music.mp3 $FIXTURES/music-alac.caf $FIXTURES/chunks-before.wav $FIXTURES/zero-frames.wav",
            66
        ),
        ("tags", "tags a.wav none.wav $FIXTURES/music.mp3 $FIXTURES/chunks-before.wav", 66),
        ("info-packets", "info --packets $FIXTURES/music.mp3 none.wav a.wav", 66),
        ("measure", "measure a.wav none.wav cut.wav empty.wav huge.wav --profile acx", 66),
        ("measure-profiles", "measure --list-profiles", 0),
        ("compare", "compare a.wav a.wav", 0),
        ("compare", "compare a.wav b.wav --residual r.wav --plot r.png --max-lag 20f", 1),
        ("compare", "compare huge.wav empty.wav --tolerance lossy", 1), ("failure", "compare a.wav none.wav", 66),
        ("compare-tolerances", "compare --list-tolerances", 0), ("compare-damages", "compare --list-damages", 0),
        ("test-list", "test --list", 0), ("test", "test --update missing ", 0), ("test", "test again.yaml --mutate", 1),
        ("review", "review again.yaml", 1), ("test-calibrate", "test again.yaml --calibrate sound --repeat 2", 0),
        ("goldens", "goldens push stored.yaml", 0), ("goldens", "goldens gc stored.yaml -n --keep-days 0", 0),
        ("test-prune", "test again.yaml --prune", 0), ("test-assertions", "test --assertions", 0),
        ("failure", "test none.yaml", 66),
        ("batch", "batch jobs.jsonl --cache cache --report report.json", 1), ("batch", "batch jobs.jsonl -n -f", 1),
        ("batch", "batch jobs.jsonl --resume", 1),
        ("batch-plan", "batch plan jobs.jsonl -o bad.plan", 66),
        ("batch-plan", "batch plan jobs.jsonl -o album.plan --keep-going", 0),
        ("batch-script", "batch script slurm album.plan", 0),
        ("batch", "batch run album.plan -f --report part.json", 1), ("batch", "batch merge album.plan part.json", 1),
        ("plot", "plot a.wav b.wav -o p.svg", 0), ("graph", "graph a.wav $FIXTURES/music.mp3 cut.wav", 0),
        ("graph-units", "graph --list-units", 0), ("graph-units", "units gate", 0),
        ("formats", "formats", 0), ("formats-settings", "formats --settings", 0),
        ("formats-stimuli", "formats --stimuli", 0),
        ("formats-layouts", "formats --layouts", 0), ("formats-resampler", "formats --resampler", 0),
        ("formats-notes", "formats --notes", 0),
        ("formats-documents", "formats --documents", 0),
        ("presets", "presets rock", 0), ("plugins", "plugins", 0),
        ("plugin-checks", "plugins check ladspa:./toys.so:toy_amp", 0), ("statuses", "statuses", 0),
        ("doctor", "doctor", 0),
    ]

    @Test func `what every command prints and writes is as its schema says, in success, with warnings and in failure`()
        throws
    {
        let folder = try Self.folder()
        let schemas = try Self.schemas()
        var seen: Set<String> = []
        func check(_ bytes: [UInt8], _ name: String, _ what: String) throws {
            seen.insert(name)
            let schema = try #require(schemas[name], "\(name)"), objects = try Self.objects(bytes)
            #expect(!objects.isEmpty, "\(what)")
            for object in objects {
                let problems = JSONSchema.problems(object, schema)
                #expect(problems.isEmpty, "\(what): \(problems.prefix(5))")
            }
        }
        for (name, words, status) in Self.commands {
            let words = words.split(separator: " ").map {
                $0.replacingOccurrences(of: "$FIXTURES/", with: Fixtures.path(""))
            }
            let run = try CommandRun(words + ["--json"], in: folder.root)
            #expect(run.status == status, "\(words): \(run.errorText)\(run.outputText)")
            try check(run.output, name, words.joined(separator: " "))
        }
        try check(Self.bisection(in: folder), "bisect", "bisect")
        let mix = try CommandRun(["a.wav", "-o", "p.wav", "--progress", "json"], in: folder.root)
        try check(Array(mix.errorText.utf8), "progress", "--progress json")
        let batch = try CommandRun(["batch", "jobs.jsonl", "-n", "--progress", "json"], in: folder.root)
        try check(Array(batch.errorText.utf8), "batch-progress", "batch --progress json")
        try check(try #require(folder.bytes("report.json")), "batch", "--report")
        try check(try #require(folder.bytes("album.plan")), "batch-plan-file", "a plan")
        for place in ["jobs.jsonl.state", "cache/keys"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).filter {
                $0.hasSuffix(".json")
            }
            #expect(!names.isEmpty, "\(place)")
            for name in names {
                try check(try #require(folder.bytes("\(place)/\(name)")), "batch-record", "\(place)/\(name)")
            }
        }
        #expect(seen == Set(schemas.keys), "documents that nothing here prints")
    }

    /// What a search over two commits prints.
    private static func bisection(in folder: ScratchFolder) throws -> [UInt8] {
        let run = try CommandRun.shell(
            """
            mkdir r && cd r && cp ../a.wav . && git init -q . && echo kkmix-results > .gitignore
            commit() { git add . && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -qm "$1"; }
            echo '{"name":"one","mix":"a.wav","golden":"none","assert":"channels 2"}' > kkmix-test.jsonl && commit one
            cp ../b.wav a.wav && commit two && $KKMIX bisect --good HEAD~1 one --json
            """, in: folder.root)
        #expect(run.status == 0, "\(run.errorText)\(run.outputText)")
        return run.output
    }

    /// Sounds with and without faults, cases of each kind, and jobs that can and cannot be done.
    private static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let stored =
            "schema: 1\nstore: store\ncases: [{name: kept, mix: a.wav, golden: kept.wav}, {name: b, mix: b.wav}]\n"
        try folder.write(Array(stored.utf8), to: "stored.yaml")
        try folder.write(WaveFile.pcm16([[1], [2]]), to: "kept.wav")
        var numbers = SeededNumbers(seed: 7)
        let frames = (0..<22_050).map { _ in
            [Int16.random(in: -8_000...8_000, using: &numbers), Int16.random(in: -80...80, using: &numbers)]
        }
        let sound = WaveFile.pcm16(frames)
        try folder.write(sound, to: "a.wav")
        try FileManager.default.createDirectory(atPath: folder.path("goldens"), withIntermediateDirectories: true)
        try folder.write(sound, to: "goldens/stray.wav")
        try folder.write(WaveFile.pcm16(frames.map { $0.map { -$0 / 2 } }), to: "b.wav")
        try folder.write(Array(sound.prefix(sound.count - 4_001)), to: "cut.wav")
        try folder.write(WaveFile.pcm16([]), to: "empty.wav")
        try folder.write(
            WaveFile.float32((0..<22_050).map { [$0 % 3 == 0 ? -3.4e38 : $0 == 100 ? .infinity : 3.4e38, 0] }),
            to: "huge.wav")
        try folder.write(Array("no sound".utf8), to: "junk.wav")
        let toys = try CommandRun.shell(
            "clang -O1 -shared -fPIC -o toys.so \(Fixtures.root)/Tests/PluginToys/ladspa.c", in: folder.root)
        try #require(toys.status == 0, "\(toys.errorText)")
        let cases = """
            schema: 1
            cases:
              - {name: sound, mix: a.wav, golden: goldens/sound.wav, assert: [channels 2, peak <= -6dBFS]}
              - {name: print, mix: cut.wav, golden: goldens/print.fingerprint}
            """
        let others = """

              - {name: other, mix: b.wav, golden: goldens/sound.wav}
              - {name: other-print, mix: b.wav, golden: goldens/print.fingerprint}
              - {name: missing, mix: b.wav, golden: goldens/none.wav}
              - {name: broken, mix: none.wav, golden: none, assert: [loudness <= -16]}
              - {name: wrong, mix: a.wav, golden: none, assert: [silent]}
              - {name: left-out, mix: a.wav, golden: none, assert: [channels 2], skip: not today}

            """
        try folder.write(Array((cases + "\n").utf8), to: "kkmix-test.yaml")
        try folder.write(Array((cases + others).utf8), to: "again.yaml")
        try folder.write(
            Array(
                """
                {"id":"plain","inputs":["a.wav"],"output":"jobs/1.wav"}
                {"id":"loud","inputs":["a.wav::gain=20dB","cut.wav"],"output":"jobs/2.wav","options":["--encoding","s16"]}
                {"id":"none","inputs":["none.wav","synth:sine:for=1s"],"output":"jobs/3.wav"}

                """.utf8), to: "jobs.jsonl")
        return folder
    }

    @Test func `a key that nobody has described, one that is missing and one of another type are problems`() throws {
        let schema = try #require(try Self.schemas()["measure"])
        let run = try CommandRun(["measure", "music.flac", "--json"], in: Fixtures.path(""))
        let document = try #require(try Self.objects(run.output).first)
        let file = try #require((document["files"] as? [Object])?.first)
        func problems(_ change: (inout Object) -> Void) -> [String] {
            var file = file
            change(&file)
            return JSONSchema.problems(document.merging(["files": [file]]) { $1 }, schema)
        }
        #expect(problems { _ in }.isEmpty)
        #expect(
            !problems { $0["lra"] = 3.5 }.isEmpty && !problems { $0["range_lu"] = nil }.isEmpty
                && problems { $0["range_lu"] = NSNull() }.isEmpty)
        #expect(
            !problems { $0["frames"] = "44100" }.isEmpty && !problems { $0["frames"] = 0.5 }.isEmpty
                && !problems { $0["clipped_runs"] = false }.isEmpty)
        #expect(
            !JSONSchema.problems(document.merging(["schema": 2]) { $1 }, schema).isEmpty
                && !JSONSchema.problems(document, ["type": "object", "not": [:]]).isEmpty)
    }

    @Test func `a measure is a number under one name in every document, and every document has its schema number`()
        throws
    {
        var types: [String: Set<String>] = [:]
        func collect(_ schema: Object) {
            for (key, value) in schema["properties"] as? [String: Object] ?? [:] {
                let choices = value["anyOf"] as? [Object] ?? [value]
                types[key, default: []].formUnion(choices.compactMap { $0["type"] as? String }.filter { $0 != "null" })
                collect(value)
            }
            if let items = schema["items"] as? Object { collect(items) }
            for choice in schema["anyOf"] as? [Object] ?? [] { collect(choice) }
        }
        for (name, schema) in try Self.schemas() {
            collect(schema)
            let lines = schema["anyOf"] as? [Object] ?? [schema]
            for (index, line) in lines.enumerated() where name != "batch-plan-file" || index == 0 {
                #expect((line["properties"] as? [String: Object])?["schema"]?["const"] as? Int == 1, "\(name)")
            }
        }
        let units = ["_lufs", "_lu", "_dbfs", "_dbtp", "_hz", "_frames", "_seconds"]
        let measures = types.filter { key, _ in units.contains(where: key.hasSuffix) }
        #expect(measures.count > 20)
        for (key, found) in measures { #expect(found == ["number"] || found == ["integer"], "\(key): \(found)") }
        for key in ["lra", "delta_lra"] { #expect(types[key] == nil) }
    }
}
