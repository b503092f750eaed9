@testable import KKJobs
import KKMixing
import KKTestSupport
import Testing

/// Where converted files go, and what they are called there.
@Suite struct ConversionPlanTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func outputs(
        _ inputs: [String], to destination: String, _ change: (inout ConversionSettings) -> Void = { _ in }
    ) throws -> [String] {
        var settings = ConversionSettings()
        change(&settings)
        let inputs = inputs.map { FilePath($0) }
        return try ConversionPlan(inputs, destination: FilePath(destination), settings: settings).items.map(
            \.output.path.text)
    }

    @Test func `one input goes to the file, several into the folder`() throws {
        #expect(try outputs(["a.wav"], to: "b.flac") == ["b.flac"])
        #expect(try outputs(["a.wav"], to: "new/") == ["new/a.wav"])
        #expect(try outputs(["a.wav"], to: "-") == ["-"])
        #expect(try outputs(["x/a.wav", "/y/b.WAV"], to: "new/") == ["new/a.wav", "new/b.WAV"])
        #expect(try outputs(["a.wav"], to: folder.root) == ["\(folder.root)/a.wav"])
        #expect(
            try outputs(["a.wav", "b.wav"], to: "\(folder.root)//") == [
                "\(folder.root)//a.wav", "\(folder.root)//b.wav",
            ])
        #expect(try outputs(["a.wav"], to: "/") == ["/a.wav"])
    }

    @Test func `a name keeps its stem and takes the extension of the format`() throws {
        let cases: [(input: String, format: String, name: String)] = [
            ("a.wav", "flac", "a.flac"), ("a.b.wav", "flac", "a.b.flac"), ("a", "flac", "a.flac"),
            (".hidden", "flac", ".hidden.flac"),
            ("a.", "flac", "a..flac"), ("a.WAV", "wav", "a.WAV"), ("a.aif", "aiff", "a.aif"),
            ("a.aif", "aifc", "a.aifc"), ("a.oga", "ogg", "a.oga"),
            ("-a.mp3", "wav", "-a.wav"), ("a b.mp3", "w64", "a b.w64"), ("é.mp3", "wav", "é.wav"),
            ("d.x/a", "caf", "a.caf"),
        ]
        for (input, format, name) in cases {
            #expect(try outputs([input], to: "new/") { $0.container = format } == ["new/\(name)"], "\(input)")
        }
    }

    @Test func `an encoding with a home of its own brings its container`() throws {
        let cases = [
            ("a.wav", "flac", "a.flac"), ("a.wav", "mp3", "a.mp3"), ("a.wav", "opus", "a.opus"),
            ("a.ogg", "opus", "a.ogg"), ("a.mp3", "vorbis", "a.ogg"),
            ("a.flac", "flac", "a.flac"), ("a", "flac", "a.flac"), ("a.aiff", "f32", "a.aiff"),
        ]
        for (input, encoding, name) in cases {
            #expect(try outputs([input], to: "new/") { $0.encoding = encoding } == ["new/\(name)"], "\(input)")
        }
    }

    @Test func `two inputs with one output are refused`() throws {
        for inputs in [["a.wav", "a.wav"], ["a.wav", "x/a.wav"], ["b.wav", "a.wav", "./a.wav"]] {
            #expect { try outputs(inputs, to: "new/") } throws: { ($0 as? SessionError)?.kind == .usage }
        }
        #expect { try outputs(["a.wav", "a.mp3"], to: "new/") { $0.container = "flac" } } throws: {
            ($0 as? SessionError)?.kind == .usage
        }
        // Two spellings of one accent are two files.
        #expect(try outputs(["e\u{301}.wav", "\u{E9}.wav"], to: "new/").count == 2)
    }

    @Test func `several inputs want a folder`() throws {
        try folder.write([1], to: "file")
        for destination in ["none", "file", "file/"] {
            #expect { try outputs(["a.wav", "b.wav"], to: folder.path(destination)) } throws: {
                ($0 as? SessionError)?.kind == .cannotCreate
            }
        }
        #expect { try outputs(["a.wav", "b.wav"], to: "-") } throws: { ($0 as? SessionError)?.kind == .usage }
        #expect { try outputs(["-"], to: "new/") } throws: { ($0 as? SessionError)?.kind == .usage }
        #expect { try outputs([], to: "new/") } throws: { ($0 as? SessionError)?.kind == .usage }
    }

    @Test func `what concerns one file is reported of it alone`() throws {
        let items = try ConversionPlan(["a.xyz", "a", "a.wav"], destination: "new/", settings: ConversionSettings())
            .items
        #expect(items.map { $0.problem?.kind } == [.usage, .usage, nil])
    }
}
