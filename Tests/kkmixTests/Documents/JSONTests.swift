import Foundation
import KKTestSupport
import Testing

/// With `--json` standard output is one JSON document, whatever happens.
@Suite struct JSONTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<500).map { [Int16($0 * 60)] }), to: "a.wav")
    }

    private func document(_ arguments: [String], status: Int32 = 0, in place: String? = nil) throws -> [String: Any] {
        let run = try CommandRun(arguments, in: place ?? folder.root)
        #expect(run.status == status, "\(arguments): \(run.errorText)")
        #expect(run.output.count(where: { $0 == 0x0A }) == 1, "one line: \(run.outputText)")
        let value = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any],
            "\(arguments): \(run.outputText)")
        #expect(value["schema"] as? Int == 1)
        return value
    }

    static let commands: [(words: String, status: Int32, key: String)] = [
        ("a.wav -o out.wav", 0, "jobs"), ("mix a.wav -n -o out.wav", 0, "jobs"), ("info a.wav", 0, "files"),
        ("info a.wav b.wav", 66, "files"),
        ("graph a.wav", 0, "jobs"), ("graph --list-units", 0, "units"), ("formats", 0, "written"),
        ("formats --settings", 0, "settings"), ("formats --layouts", 0, "layouts"),
        ("formats --notes", 0, "notes"), ("tags a.wav", 0, "files"), ("tags b.wav", 66, "error"),
        ("tags a.wav b.wav", 66, "files"), ("formats --stimuli", 0, "stimuli"),
        ("info synth:sine", 0, "files"), ("synth:saw -o out.wav", 64, "error"), ("formats --resampler", 0, "qualities"),
        ("formats --documents", 0, "documents"), ("compare a.wav a.wav", 0, "cases"),
        ("statuses", 0, "statuses"), ("statuses different", 1, "statuses"), ("statuses io", 74, "error"),
        ("", 64, "error"),
        ("b.wav -o out.wav", 66, "error"), ("a.wav", 64, "error"), ("a.wav -o out.wav --bogus", 64, "error"),
        ("info", 64, "error"),
        ("info b.wav", 66, "error"), ("info --bogus", 64, "error"), ("graph", 64, "error"),
        ("graph b.wav", 66, "error"), ("graph a.wav --format dot", 64, "error"),
        ("graph a.wav --format svg", 64, "error"),
        ("formats --settings --layouts", 64, "error"), ("formats --resampler --layouts", 64, "error"),
        ("formats x", 64, "error"), ("convert a.wav", 64, "error"), ("convert a.wav -o out.flac", 0, "files"),
        ("convert --info a.wav", 0, "files"),
        ("convert b.wav -o out.wav", 66, "error"), ("convert a.wav b.wav -o out/", 66, "files"),
        ("convert b.wav a.wav -n -o out/", 66, "files"),
        ("convert a.wav a.wav -o out/", 64, "error"), ("a.wav -o out.wav --color red", 64, "error"),
        ("batch", 64, "error"), ("batch none.csv", 66, "error"),
        ("batch a.wav", 78, "error"),
    ]

    @Test(arguments: commands.indices)
    func `every command prints one document, on failure too`(index: Int) throws {
        let (words, status, key) = Self.commands[index]
        let value = try document(words.split(separator: " ").map(String.init) + ["--json"], status: status)
        #expect(value[key] != nil, "\(words): \(value)")
        guard key == "error" else { return }
        let error = try #require(value[key] as? [String: Any])
        #expect(error["status"] as? Int32 == status)
        #expect((error["message"] as? String)?.isEmpty == false)
        #expect(error["path"] != nil, "null where there is none")
    }

    @Test func `the document of a mix has every key`() throws {
        let run = try document(
            ["loud-a.wav", "loud-b.wav", "-o", folder.path("out.wav"), "--json"], in: Fixtures.path(""))
        let job = try #require((run["jobs"] as? [[String: Any]])?.first)
        #expect(
            Set(job.keys) == [
                "output", "container", "encoding", "sample_rate", "channels", "layout", "frames", "duration", "dither",
                "scale", "limit_dbtp", "loudness", "normalization", "stems", "trace", "clipping", "warnings", "notices",
                "written", "unchanged",
            ])
        #expect(
            job["container"] as? String == "wav" && job["encoding"] as? String == "s16"
                && job["frames"] as? Int == 22_050)
        #expect(job["written"] as? Bool == true && job["dither"] as? String == "none" && job["scale"] as? Double == 1)
        let clipping = try #require(job["clipping"] as? [String: Any])
        #expect(
            Set(clipping.keys) == [
                "clipped_samples", "worst_amplitude", "worst_frame", "worst_channel", "contributions",
            ])

        let planned = try document(["a.wav", "-n", "-o", "x.wav", "--json"])
        let plan = try #require((planned["jobs"] as? [[String: Any]])?.first)
        #expect(Set(plan.keys) == Set(job.keys))
        #expect(plan["clipping"] is NSNull && plan["dither"] is NSNull && plan["written"] as? Bool == false)
    }

    @Test func `a layout's levels are those of its table`() throws {
        let pairs = try #require(try document(["formats", "--layouts", "--json"])["layouts"] as? [[String: Any]])
        let pair = try #require(pairs.first { $0["from"] as? String == "stereo" && $0["to"] as? String == "mono" })
        #expect(
            pair["inputs"] as? [String] == ["L", "R"] && pair["outputs"] as? [String] == ["M"]
                && pair["matrix"] as? [[Double]] == [[0.5, 0.5]])
    }

    @Test func `formats and settings are what the tables say`() throws {
        let formats = try document(["formats", "--json"])
        let written = try #require(formats["written"] as? [[String: Any]])
        let flac = try #require(written.first { $0["name"] as? String == "FLAC" })
        #expect(flac["encodings"] as? [String] == ["s16", "s24"] && flac["extensions"] as? [String] == ["flac"])
        let read = try #require(formats["read"] as? [[String: Any]])
        #expect(read.contains { $0["reader"] as? String == "libmpg123" })
        let settings = try #require(try document(["formats", "--settings", "--json"])["settings"] as? [[String: Any]])
        #expect(settings.first?["key"] as? String == "gain")
        #expect(settings.first { $0["key"] as? String == "mute" }?["value"] is NSNull)
    }
}
