import Foundation
import KKTestSupport
import Testing

/// What an installation can do, and what it lacks.
@Suite struct DoctorTests {
    private static let libraries = [
        "libsndfile", "libmpg123", "libFLAC", "libvorbis", "libopus", "libwavpack", "libsamplerate", "libcrypto",
        "libyaml", "zlib", "libvorbisenc", "libmp3lame", "libavcodec", "libavformat", "libcurl", "liblilv",
        "libmysofa",
    ]

    /// - Parameter script: makes a folder `d`, whose libraries come first.
    private static func doctor(_ script: String = "mkdir d", _ words: String = "") throws -> CommandRun {
        let folder = try ScratchFolder()
        return try CommandRun.shell("\(script); LD_LIBRARY_PATH=d $KKMIX doctor \(words)", in: folder.root)
    }

    private static func document(_ script: String) throws -> [String: Any] {
        let run = try doctor(script, "--json")
        #expect(run.status == 0 && run.errorText.isEmpty)
        return try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    }

    @Test func `a whole installation has every library with its file, and every format`() throws {
        let run = try Self.doctor()
        #expect(run.status == 0 && run.errorText.isEmpty)
        let lines = run.outputText.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let found = lines.filter { $0[0] == "found" }
        #expect(found.map { $0[1] } == Self.libraries)
        #expect(found.allSatisfy { FileManager.default.fileExists(atPath: $0[2]) })
        let version = try CommandRun(["--version"]).outputText.trimmingCharacters(in: .newlines)
        #expect(lines[0] == ["kkmix", version])
        let tables = try CommandRun(["formats"]).outputText.components(separatedBy: "\n|--").dropFirst().map {
            $0.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix { $0.hasPrefix("|") }.count
        }
        #expect(
            lines.suffix(2) == [
                ["read", "all", "\(tables[tables.count - 1])", "formats"],
                ["written", "all", "\(tables[0])", "formats"],
            ])
    }

    @Test(arguments: [
        ("libsndfile.so.1", "mp3", "libsndfile1"), ("libsndfile.so.1", "opus", "libsndfile1"),
        ("libwavpack.so.1", "wv", "libwavpack1"),
        ("libavcodec.so.59 libavcodec.so.60 libavcodec.so.61 libavcodec.so.62", "m4a", "libavcodec59"),
    ])
    func `an encoder whose library is missing is refused with its package, and others write`(
        libraries: String, kind: String, package: String
    ) throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<5000).map { [Int16($0)] }), to: "a.wav")
        let run = try CommandRun.shell(
            """
            mkdir d; for l in \(libraries); do echo x > d/$l; done; export LD_LIBRARY_PATH=$PWD/d
            $KKMIX convert -q a.wav -o out.\(kind); echo $?; $KKMIX convert -q a.wav -o out.caf; echo $?
            """, in: folder.root)
        #expect(run.outputText == "69\n0\n" && run.errorText.contains(package), "\(run.errorText)")
        #expect(folder.bytes("out.\(kind)") == nil && folder.bytes("out.caf") != nil)
    }

    /// libsndfile, which writes the first four for `convert`, needs their libraries; so may libavcodec.
    @Test(arguments: [
        ("libmp3lame.so.0", ".mp3", "mp3", "libmp3lame0"), ("libvorbisenc.so.2", "vorb", "ogg", "libvorbisenc2"),
        ("libopus.so.0", "opus", "opus", "libopus0"), ("libFLAC.so.12 libFLAC.so.14", "flac", "flac", "libflac12"),
        ("libavcodec.so.59 libavcodec.so.60 libavcodec.so.61 libavcodec.so.62", "aac ", "m4a", "libavcodec59"),
    ])
    func `a converter to a codec whose library is missing is refused with its package, and all others are made`(
        libraries: String, format: String, kind: String, package: String
    ) throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<5000).map { [Int16($0)] }), to: "a.wav")
        let run = try CommandRun.shell(
            """
            mkdir d; for l in \(libraries); do echo x > d/$l; done; export LD_LIBRARY_PATH=$PWD/d
            for f in '\(format)' .mp3 vorb opus flac alac ima4; do
                \(CommandRun.products)/unit-slices --encoder "$f" 2>> words; echo "$f $?"
            done; cat words >&2; $KKMIX convert -q a.wav -o out.\(kind) 2> words; echo $?; cat words
            """, in: folder.root)
        let lines = run.outputText.split(separator: "\n").map(String.init)
        let formats = [format, ".mp3", "vorb", "opus", "flac", "alac", "ima4"]
        #expect(Array(lines.prefix(7)) == formats.map { "\($0) \($0 == format ? 69 : 0)" })
        #expect(
            run.errorText.hasPrefix("'fmt?': AudioConverter output: ") && run.errorText.contains(package),
            "\(run.errorText)")
        #expect(lines[7] == "69" && lines[8].contains(libraries.prefix { $0 != "." }), "\(run.outputText)")
        #expect(folder.bytes("out.\(kind)") == nil)
    }

    @Test func `a library that is missing costs its formats, and the lines to type have its package`() throws {
        let script = "mkdir d; echo x > d/libwavpack.so.1"
        let run = try Self.doctor(script)
        #expect(run.status == 0)
        #expect(
            run.outputText.contains(
                "missing  libwavpack     reads WavPack; writes WavPack\n                        d/libwavpack.so.1: "))
        #expect(
            run.outputText.contains(
                "read     53 of 54 formats, not WavPack\nwritten  15 of 16 formats, not WavPack\n"))
        #expect(
            run.outputText.hasSuffix(
                """
                Debian and Ubuntu: apt-get satisfy libwavpack1
                Fedora: dnf install 'libwavpack.so.1()(64bit)'

                """))
        let document = try Self.document(script)
        let read = try #require(document["read"] as? [[String: Any]])
        #expect(read.filter { $0["available"] as? Bool == false }.map { $0["name"] as? String } == ["WavPack"])
        let rows = try #require(document["libraries"] as? [[String: Any]])
        #expect(rows.filter { $0["available"] as? Bool == false }.map { $0["name"] as? String } == ["libwavpack"])
        #expect(rows.allSatisfy { ($0["problem"] is String) == ($0["available"] as? Bool == false) })
    }

    /// libsndfile, which needs libFLAC, may be missing with it.
    @Test func `a package that has two names is named by both`() throws {
        let run = try Self.doctor("mkdir d; for l in 12 14; do echo x > d/libFLAC.so.$l; done")
        #expect(run.outputText.contains("libflac12 | libflac14"))
        #expect(
            run.outputText.contains("flac-libs")
                && run.outputText.contains("CAF with FLAC; MP4 with FLAC; Matroska with FLAC; FLAC; Ogg with FLAC"))
    }

    /// Debian 13 has the second name alone, and the program is built where the first one is.
    @Test func `libFLAC is found under the name that the system has`() throws {
        let script = """
            mkdir d; l=$($KKMIX doctor | awk '$2 == "libFLAC" { print $3 }'); echo x > d/libFLAC.so.12; cp $(readlink -f $l) d/libFLAC.so.14
            LD_LIBRARY_PATH=d $KKMIX info $FIXTURES/tone-8.flac > words || exit
            """
        let rows = try #require(try Self.document(script)["libraries"] as? [[String: Any]])
        let row = try #require(rows.first { $0["name"] as? String == "libFLAC" })
        #expect(row["path"] as? String == "d/libFLAC.so.14" && row["problem"] is NSNull)
        #expect((row["version"] as? String)?.hasPrefix("1.") ?? false)
    }

    /// It brings a hundred megabytes with it, so nothing installs it unasked.
    @Test func `a library that few want has a line of its own`() throws {
        let run = try Self.doctor("mkdir d; for v in 59 60 61; do echo x > d/libavcodec.so.$v; done")
        let lines = run.outputText.split(separator: "\n").map(String.init)
        #expect(
            lines.contains {
                $0.hasPrefix("For ") && $0.contains("ADTS")
                    && $0.hasSuffix(
                        "on Debian and Ubuntu: apt-get satisfy 'libavcodec59 | libavcodec60 | libavcodec61'")
            },
            "\(run.outputText)")
        #expect(!run.outputText.contains("\nDebian and Ubuntu:"))
        let other = try Self.doctor("mkdir d; for l in libcurl.so.4 libcurl-gnutls.so.4; do echo x > d/$l; done")
        #expect(
            other.outputText.hasSuffix(
                "For inputs from http:// and https://, on Debian and Ubuntu: apt-get satisfy 'libcurl4 | libcurl4t64'\n"
            ), "\(other.outputText)")
        let head = try Self.doctor("mkdir d; echo x > d/libmysofa.so.1")
        #expect(head.outputText.hasSuffix("on Debian and Ubuntu: apt-get satisfy libmysofa1\n"), "\(head.outputText)")
    }

    @Test func `without libavformat what it takes apart is refused with what to install, and all else is read`() throws
    {
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(
            """
            mkdir d; for v in 59 60 61 62; do echo x > d/libavformat.so.$v; done
            export LD_LIBRARY_PATH=d; $KKMIX info \(Fixtures.path("music.m4a")) && $KKMIX info \(Fixtures.path("codec-wma2.wma"))
            """, in: folder.root)
        #expect(
            run.status == 69
                && run.errorText.contains(
                    "; install libavformat (Debian: libavformat59 or libavformat60 or libavformat61)"),
            "\(run.errorText)")
        for name in ["codec-dts.mka", "codec-vorbis.mp4", "speech-speex.ogg", "codec-ilbc.caf"] {
            let other = try CommandRun.shell(
                "LD_LIBRARY_PATH=d $KKMIX measure \(Fixtures.path(name))", in: folder.root)
            #expect(
                other.status == 69 && other.errorText.contains("; install libavformat (Debian: libavformat59"),
                "\(name): \(other.errorText)")
        }
        let doctor = try Self.doctor("mkdir d; for v in 59 60 61 62; do echo x > d/libavformat.so.$v; done")
        #expect(
            doctor.outputText.contains(
                "For CAF with iLBC; MP4 with Vorbis or DTS; Matroska with DTS, TrueHD, WavPack or TTA; Ogg with Speex; "
                    + "ASF; MPEG-TS, MPEG-PS; AVI; FLV; TTA; DTS; LATM, on Debian"), "\(doctor.outputText)")
    }

    @Test func `who reads a format is who the table of formats says`() throws {
        let tables = try CommandRun(["formats", "--json"]),
            table = try #require(
                (JSONSerialization.jsonObject(with: Data(tables.output)) as? [String: Any])?["read"] as? [[String: Any]]
            )
        let read = try #require(try Self.document("mkdir d")["read"] as? [[String: Any]])
        #expect(read.map { $0["name"] as? String } == table.map { $0["name"] as? String })
        #expect(read.map { $0["library"] as? String ?? "kkmix" } == table.map { $0["reader"] as? String })
    }
}
