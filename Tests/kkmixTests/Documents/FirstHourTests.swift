import Foundation
import KKTestSupport
import Testing

/// What went wrong for somebody who used the program for the first time.
@Suite struct FirstHourTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    private func run(_ words: String) throws -> CommandRun {
        try CommandRun(words.split(separator: " ").map(String.init), in: folder.root)
    }

    @Test(arguments: ["a.wav -o x.wav -r 7", "convert a.wav -o x.wav -r 7"])
    func `a rehearsal refuses the rate that the render would refuse`(words: String) throws {
        let (rehearsal, render) = (try run(words + " -n"), try run(words))
        #expect(rehearsal.status == 64 && render.status == 64, "\(rehearsal.errorText)")
        #expect(
            rehearsal.errorText
                == "kkmix: a.wav: a rate of 44100 Hz cannot become 7 Hz: that is beyond 1 : 256; choose a rate from 172.265625 to 11289600 Hz\n"
                && rehearsal.errorText == render.errorText && rehearsal.output.isEmpty,
            "\(rehearsal.errorText)\(render.errorText)")
        #expect(folder.contents == ["a.wav"])
    }

    @Test(arguments: [
        ("--loudness -16LUFS", true), ("--limit -1dBTP", true), ("--on-clip error", true), ("--on-clip warn", false),
        ("", false),
    ])
    func `a rehearsal says that loudness and clipping are not known`(option: String, isSaid: Bool) throws {
        let run = try run("a.wav -o x.wav -n \(option)")
        let notice =
            "kkmix: x.wav: loudness, peaks and clipping, and what depends on them, are known only after rendering\n"
        #expect(run.status == 0 && run.errorText == (isSaid ? notice : ""), "\(run.errorText)")
    }

    @Test(arguments: [
        ("-dash.wav", "unknown option '-d' in '-dash.wav'"), ("-hush.wav", "unknown option '-u' in '-hush.wav'"),
        ("-rock.wav", "'-rock.wav' would be the option '-r', but it is also the name of a file"),
        ("-no.wav", "unknown option '-no.wav', or the value of its last letter is missing"),
        ("--odd.wav", "unknown option '--odd.wav'"), ("-1.wav", "unknown option '-1' in '-1.wav'"),
    ])
    func `a name out of a glob is neither a page of help nor an option`(name: String, problem: String) throws {
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: name)
        let run = try CommandRun(["convert", "-o", "out/", "a.wav", name], in: folder.root)
        #expect(run.status == 64 && run.output.isEmpty, "\(run.status) \(run.outputText)")
        #expect(
            run.errorText == "kkmix: \(problem); write ./\(name), or -- before the names\n", "\(run.errorText)")
        for words in [["./\(name)", "a.wav"], ["--", name, "a.wav"]] {
            #expect(try CommandRun(["convert", "-o", "out/", "-f"] + words, in: folder.root).status == 0, "\(words)")
        }
    }

    @Test func `a letter that is none of the options is named before help is given`() throws {
        let run = try run("convert -zh")
        #expect(
            run.status == 64 && run.errorText.hasPrefix("kkmix: unknown option '-z' in '-zh'; "), "\(run.errorText)")
        for words in ["convert -h", "convert -qh", "convert -help", "convert --bogus --help"] {
            let help = try self.run(words)
            #expect(help.status == 0 && help.outputText.contains("kkmix convert INPUT"), "\(words) \(help.errorText)")
        }
    }

    @Test func `a part of a plot that the file has only the start of is a warning`() throws {
        for words in ["--for 20:00", "--to 20:00", "--to 20:00 -n"] {
            let run = try run("plot synth:noise:for=1s -o p.svg -f --from 0.5 \(words)")
            #expect(
                run.status == 0
                    && run.errorText.contains(" s after the end of the file; the available audio is used\n"),
                "\(run.errorText)")
        }
        #expect(try run("plot synth:noise:for=1s -o p.svg -f --from 0.5 --for 500ms").errorText.isEmpty)
    }

    @Test func `the rule for Make in docs/batch.md runs once, and not for ever`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/batch.md", encoding: .utf8)
        let rule = try #require(
            page.components(separatedBy: "```make\n").dropFirst().first?.components(separatedBy: "```").first)
        try folder.write(Array(rule.utf8), to: "Makefile")
        try folder.write(WaveFile.pcm16([[4], [5]]), to: "music.wav")
        let run = try CommandRun.shell(
            """
            mkdir bin && ln -s "$KKMIX" bin/kkmix && export PATH="$PWD/bin:$PATH" && make -s a.flac > log &&
            touch -d '1 minute' a.wav && { make -q a.flac; echo $?; } && touch -d '2 minutes ago' a.wav music.wav &&
            make -s a.flac >> log && make -q a.flac && touch music.wav && sleep 0.01 && make -s a.flac >> log && make -q a.flac && wc -l < log
            """, in: folder.root)
        #expect(run.outputText == "1\n2\n" && run.status == 0, "\(run.outputText) \(run.errorText)")
    }

    @Test(arguments: [("hungUp", 129), ("quit", 131)] as [(String, Int32)])
    func `every signal that ends the program has its status in the table`(name: String, status: Int32) throws {
        #expect(try run("statuses \(name)").status == status)
    }

    @Test func `the last event of a loudness names its pass`() throws {
        let run = try run("synth:noise:for=1s -o x.wav --loudness -20LUFS --progress json")
        let last = try #require(run.errorText.split(separator: "\n").last)
        #expect(run.status == 0 && last.contains(#""event":"done""#) && last.contains(#""pass":2"#), "\(last)")
    }
}
