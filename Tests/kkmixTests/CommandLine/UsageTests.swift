import KKTestSupport
import Testing

/// What a mistyped command line is told: one line, what, what next.
@Suite struct UsageTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[7]]), to: "convert")
        try folder.write(WaveFile.pcm16([[8]]), to: "inf")
    }

    static let mistakes: [(words: String, message: String)] = [
        ("a.wav --bogus", "unknown option '--bogus'; see kkmix mix --help"),
        ("mix a.wav --bogus", "unknown option '--bogus'; see kkmix mix --help"),
        ("info --bogus", "unknown option '--bogus'; see kkmix info --help"),
        ("graph a.wav -z", "unknown option '-z'; see kkmix graph --help"),
        ("a.wav --sed 3 -o x.wav", "unknown option '--sed'; did you mean '--seed'?"),
        ("a.wav --limit -1 -o x.wav", "'-1' is not a ceiling; write a true peak from -24dBTP to 0dBTP: -1dBTP"),
        ("a.wav --limit 1dBTP -o x.wav", "'1dBTP' is not a ceiling; write a true peak from -24dBTP to 0dBTP: -1dBTP"),
        (
            "a.wav --eq rokc -o x.wav",
            "'rokc' is not an EQ preset; did you mean 'rock'?"
        ),
        (
            "a.wav --eq nothing -o x.wav",
            "'nothing' is not an EQ preset; see kkmix presets, or write bands: peak:1k:-3dB:1oct+highshelf:8k:2dB"
        ),
        ("a.wav --eq highpas:80 -o x.wav", "'highpas' is not a kind of EQ band; did you mean 'highpass'?"),
        ("synth:sin -o x.wav", "synth:sin: there is no stimulus 'sin'; did you mean 'sine'?"),
        ("measure a.wav --profile ebu", "'ebu' is not a profile; did you mean 'ebu-r128'?"),
        (
            "split a.wav --at silence:-50dB:500ms -o pieces/",
            "'-50dB:500ms' is not a silence; put a comma between its level and its length: silence:-50dB,500ms"
        ),
        (
            "convert a.wav -o x --format mp4",
            "--format mp4: there is no format 'mp4'; write m4a, or one of wav, rf64, w64, caf, aiff, aifc, au, flac, ogg, opus, mp3, m4a, adts, ac3, wavpack, raw"
        ),
        ("a.wav --tail long -o x.wav", "'long' is not a tail; write auto, none or a time (250ms, 2s)"),
        ("render a.yaml", "the command 'render' is not in this version; kkmix --help lists the commands"),
        (
            "frobnicate x.wav",
            "'frobnicate' is neither a command nor a file; the commands are mix, convert, concat, split, compare, test, review, goldens, bisect, batch, info, tags, measure, plot, graph, formats, units, presets, plugins, statuses, doctor"
        ),
        (
            "help foo",
            "there is no command 'foo'; the commands are mix, convert, concat, split, compare, test, review, goldens, bisect, batch, info, tags, measure, plot, graph, formats, units, presets, plugins, statuses, doctor"
        ),
        ("help ifno", "there is no command 'ifno'; did you mean 'kkmix help info'?"),
        ("help render", "the command 'render' is not in this version; kkmix --help lists the commands"),
        ("a.wav::fadein=3s -o x.wav", "a.wav::fadein=3s: unknown track setting 'fadein'; did you mean 'fade-in'?"),
        ("a.wav::volume=3dB -o x.wav", "a.wav::volume=3dB: unknown track setting 'volume'; did you mean 'gain'?"),
        (
            "a.wav:gain=-3dB -o x.wav",
            "a.wav:gain=-3dB: settings come after two colons; did you mean 'a.wav::gain=-3dB'?"
        ),
        (
            "a.wav::gain=3,5dB -o x.wav",
            "a.wav::gain=3,5dB: '5dB' after a comma is not a track setting; numbers have a dot: gain=-3.5dB"
        ),
        (
            "a.wav::gain=-3dB::pan=1 -o x.wav",
            "a.wav::gain=-3dB::pan=1: settings are joined by commas; write PATH::key=value,key=value"
        ),
        ("a.wav:: -o x.wav", "a.wav::: a track setting is missing; write PATH::key=value,key=value, or the path alone"),
        (
            "a.wav::gain=-3,5dB -o x.wav",
            "a.wav::gain=-3,5dB: '5dB' after a comma is not a track setting; numbers have a dot: gain=-3.5dB"
        ),
        (
            "synth:noise:level=-20 -o x.wav",
            "synth:noise:level=-20: 'level=-20' is a factor that would invert the sound and make it louder; did you mean -20dB?; levels are written with dB: level=-20dB"
        ),
        ("a.wav -r 44 -o x.wav -n", "the sample rate 44 would be 44 Hz; did you mean 44.1k? (44 Hz is 0.044k)"),
        ("convert a.wav -r 22 -o x.wav", "the sample rate 22 would be 22 Hz; did you mean 22.05k? (22 Hz is 0.022k)"),
        ("graph a.wav -r 44.1", "the sample rate 44.1 would be 44.1 Hz; did you mean 44.1k? (44.1 Hz is 0.0441k)"),
        (
            "a.wav --trim 2s -o x.wav",
            "unknown option '--trim'; the part of a file that is used is a setting of its track: a.wav::from=1s,to=3s"
        ),
        ("Measure a.wav", "'Measure' is neither a command nor a file; did you mean 'kkmix measure'?"),
        ("INFO a.wav", "'INFO' is neither a command nor a file; did you mean 'kkmix info'?"),
        (
            "a.wav -o q.mp4",
            "q.mp4: '.mp4' files can be read but not written; write M4A, or one of wav, rf64, w64, caf, aiff, aifc, au, flac, ogg, opus, mp3, m4a, adts, ac3, wavpack, raw"
        ),
        (
            "a.wav -o q.webm",
            "q.webm: '.webm' files can be read but not written; write Ogg Opus, or one of wav, rf64, w64, caf, aiff, aifc, au, flac, ogg, opus, mp3, m4a, adts, ac3, wavpack, raw"
        ),
        ("a.wav --out x.wav", "unknown option '--out'; did you mean '--output'?"),
        ("plot a.wav --out x.png", "unknown option '--out'; did you mean '--output'?"),
        ("measure a.wav --threads 3", "unknown option '--threads'; did you mean '--jobs'?"),
        ("split a.wav --at 1s -o x/ -b 128k", "unknown option '-b'; write --bitrate 128k, or for an MP3 vbr:2"),
        ("a.wav --compressor -o x.wav", "unknown option '--compressor'; did you mean '--compress'?"),
        (
            "a.wav -o x.wav --format alac",
            "x.wav: 'alac' is an encoding and no format; write --encoding alac, in caf, m4a"
        ),
        ("a.wav -o x.wav --encoding wavpack", "'wavpack' is a format, not an encoding; write --format wavpack"),
        ("a.wav --volume 2 -o x.wav", "unknown option '--volume'; did you mean '--gain'?"),
        ("convert a.wav --sample-rate 8000 -o x.wav", "unknown option '--sample-rate'; did you mean '--rate'?"),
        ("ifno a.wav", "'ifno' is neither a command nor a file; did you mean 'kkmix info'?"),
        ("status", "'status' is neither a command nor a file; did you mean 'kkmix statuses'?"),
        ("a.wav -o", "the option '-o' needs a value: -o <path>; see kkmix mix --help"),
        ("a.wav --json=3 -o x.wav", "the option '--json' takes no value, but was given '3'; see kkmix mix --help"),
        (
            "a.wav --seed -1 -o x.wav",
            "'-1' is not a value of --seed; write a whole number from 0 to 18446744073709551615"
        ),
        ("a.wav -j -1 -o x.wav", "'-1' is not a value of --jobs; write a number from 1 to 256, or auto"),
        ("a.wav -output x.wav", "unknown option '-u' in '-output'; see kkmix mix --help"),
        ("a.wav -nfo", "the option '-o' needs a value: -o <path>; see kkmix mix --help"),
        ("statuses io x", "unexpected argument 'x'; see kkmix statuses --help"),
        ("a.wav", "no output; add -o out.wav"),
        ("-o x.wav", "no input; name at least one audio file, or see kkmix mix --help"),
        ("convert", "no input; name at least one audio file, or see kkmix convert --help"),
        ("convert a.wav", "no output; add -o out.wav, or a folder: -o out/"),
        ("convert a.wav -o ", "the option '-o' needs a value: -o <path>; see kkmix convert --help"),
        ("convert a.wav --bogus", "unknown option '--bogus'; see kkmix convert --help"),
        ("convert a.wav -o x.wav --length first", "unknown option '--length'; see kkmix convert --help"),
        (
            "convert a.wav::at=3s -o x.wav",
            "a.wav::at=3s: convert takes no track settings; use a mix of one track: kkmix a.wav::at=3s -o …"
        ),
        (
            "convert a.wav -o x.wav --on-clip limits",
            "'limits' is not a value of --on-clip; write one of warn, error, limit, scale"
        ),
        (
            "convert a.wav -o x.wav --channel-map 1,0",
            "'1,0' is not a channel map: channels are counted from 1; write an input channel for each output channel, '-' for silence: 2,1 or 1,-"
        ),
        (
            "convert a.wav -o x.wav --channel-map L,R",
            "'L,R' is not a channel map; write an input channel for each output channel, '-' for silence: 2,1 or 1,-"
        ),
        (
            "convert a.wav -o x.wav --channel-map -,1 -c mono",
            "the channel map -,1 makes 2 channels, but mono has 1; make -c and --channel-map agree, or leave -c out"
        ),
        (
            "convert a.wav -o x.wav --channel-map 2,1",
            "a.wav: the channel map takes channel 2, and the file has one; name channels from 1 to 1, or '-' for silence"
        ),
        (
            "convert a.wav -o x.wav --channel-map 1 -c 2",
            "the channel map 1 makes one channel, but stereo has 2; make -c and --channel-map agree, or leave -c out"
        ),
        (
            "convert a.wav -o x.wav --encoding flac",
            "x.wav: WAV does not hold flac; use u8, s16, s24, s32, f32, f64, ulaw, alaw, or a format that holds flac: flac"
        ),
        (
            "convert a.wav -o x.wav -r 44.1",
            "the sample rate 44.1 would be 44.1 Hz; did you mean 44.1k? (44.1 Hz is 0.0441k)"
        ),
        ("a.wav -o x.wav -r 48", "the sample rate 48 would be 48 Hz; did you mean 48k? (48 Hz is 0.048k)"),
        (
            "convert a.wav -o x/ --format flac --encoding f32",
            "--format flac: FLAC holds at most s24, and f32 was asked for; use s16, s24, or a format that holds f32: wav, rf64, w64, caf, aiff, aifc, au, wavpack"
        ),
        (
            "convert a.wav convert -o -",
            "several inputs cannot go to standard output; name a folder, or mix them with kkmix … -o -"
        ),
        (
            "convert - -o x/ --format wav",
            "standard input has no name to keep; convert it alone, and name the output file"
        ),
        ("-q info a.wav", "the command 'info' comes after an option; put it first: kkmix info …"),
        ("convrt a.wav", "'convrt' is neither a command nor a file; did you mean 'kkmix convert'?"),
        ("batch", "no list of jobs; name one: kkmix batch jobs.csv; see kkmix batch --help"),
        ("batch jobs.csv --bogus", "unknown option '--bogus'; see kkmix batch --help"),
        ("batch run", "no list of jobs; name one: kkmix batch jobs.csv; see kkmix batch --help"),
        ("batch jobs.csv --cache a --cache b", "the option '--cache' is given twice; keep one"),
        (
            "compare a.wav inf --align --html page",
            "the option '--align' needs a time: --align 1s; '--html', the word after it, is an option"
        ),
        (
            "compare a.wav inf --align --html-all",
            "the option '--align' needs a time: --align 1s; '--html-all', the word after it, is an option"
        ),
        (
            "compare --max-lag --quiet a.wav inf",
            "the option '--max-lag' needs a time: --max-lag 1s; '--quiet', the word after it, is an option"
        ),
        (
            "compare a.wav inf --max-peak --strict",
            "the option '--max-peak' needs a value; '--strict', the word after it, is an option"
        ),
        (
            "a.wav --gain --force -o x.wav",
            "the option '--gain' needs a value; '--force', the word after it, is an option"
        ),
        ("a.wav -j -o x.wav", "the option '--jobs' needs a value; '-o', the word after it, is an option"),
        ("a.wav --gain -o x.wav", "the option '--gain' needs a value; '-o', the word after it, is an option"),
        (
            "a.wav --limit -r8000 -o x.wav",
            "the option '--limit' needs a value; '-r8000', the word after it, is an option"
        ),
        (
            "a.wav -r -48000 -o x.wav",
            "the option '-r' takes no negative value, but was given '-48000'; see kkmix mix --help"
        ),
        (
            "a.wav --length -5s -o x.wav",
            "the option '--length' takes no negative value, but was given '-5s'; see kkmix mix --help"
        ),
        (
            "compare a.wav inf --tolerance -60dB",
            "the option '--tolerance' takes no negative value, but was given '-60dB'; see kkmix compare --help"
        ),
        (
            "plot a.wav -o x.png --from -1s",
            "the option '--from' takes no negative value, but was given '-1s'; see kkmix plot --help"
        ),
        ("a.wav --pan 0.5 -o x.wav", "unknown option '--pan'; 'pan' is a setting of a track: a.wav::pan=0.5"),
        ("a.wav --mute -o x.wav", "unknown option '--mute'; 'mute' is a setting of a track: a.wav::mute"),
        (
            "a.wav --fade-in 1s -o x.wav",
            "unknown option '--fade-in'; 'fade-in' is a setting of a track: a.wav::fade-in=1s"
        ),
        ("graph --at 1s a.wav", "unknown option '--at'; 'at' is a setting of a track: a.wav::at=1s"),
        (
            "convert a.wav -o x.mp3 -b 320k",
            "unknown option '-b'; write --bitrate 128k, or for an MP3 vbr:2"
        ),
        (
            "a.wav -o x.mp3 --bit-rate 320k",
            "unknown option '--bit-rate'; did you mean '--bitrate'?"
        ),
        (
            "a.wav -o x.mp3 --title X",
            "unknown option '--title'; tags are set by kkmix tags, convert and mix: --tag title=…"
        ),
        ("plot a.wav::gain=-3dB -o x.png", "a.wav::gain=-3dB: plot takes no track settings; write kkmix plot a.wav"),
        (
            "convert a.wav -o x.wav -j --quiet",
            "the option '--jobs' needs a value; '--quiet', the word after it, is an option"
        ),
        ("info", "no file; name at least one, for example kkmix info song.mp3"),
        ("measure", "no file; name at least one, for example kkmix measure song.mp3"),
        (
            "measure a.wav --profile loud",
            "'loud' is not a profile; write one of ebu-r128, atsc-a85, apple-podcasts, acx"
        ),
    ]

    @Test(arguments: mistakes.indices)
    func `a mistake is named, and what to do about it`(index: Int) throws {
        let (words, message) = Self.mistakes[index]
        let run = try CommandRun(words.split(separator: " ").map(String.init), in: folder.root)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errorText == "kkmix: \(message)\n")
    }

    @Test(arguments: [["a.wav"], ["convert", "a.wav"], ["plot", "a.wav"]])
    func `an output with an empty name is no folder`(words: [String]) throws {
        let run = try CommandRun(words + ["-o", ""], in: folder.root)
        #expect(
            run.status == 64
                && run.errorText
                    == "kkmix: the output has an empty name; check the quotes and variables of the command\n"
        )
    }

    @Test(arguments: [
        "", "mix", "convert", "info", "measure", "compare", "plot", "graph", "test", "batch", "batch plan",
        "batch script", "batch merge",
    ])
    func `an input with an empty name is refused in one way by every command`(command: String) throws {
        let words =
            ["compare": ["a.wav", ""], "batch script": ["slurm", ""], "batch merge": ["", "a.wav"]][command] ?? [""]
        let outputs =
            ["", "mix", "convert", "batch plan"].contains(command)
            ? ["-o", "x.wav"] : command == "plot" ? ["-o", "x.png"] : []
        let run = try CommandRun(command.split(separator: " ").map(String.init) + words + outputs, in: folder.root)
        #expect(
            run.status == 64
                && run.errorText
                    == "kkmix: an input has an empty name; check the quotes and variables of the command\n",
            "\(run.errorText)")
    }

    @Test func `help of a command of batch is that command's`() throws {
        #expect(
            try CommandRun(["help", "batch", "plan"]).outputText == CommandRun(["batch", "plan", "--help"]).outputText)
    }

    @Test func `a missing input of a mix is missing, whatever it is called`() throws {
        #expect(try CommandRun(["drums", "-o", "x.wav"], in: folder.root).status == 66)
        #expect(try CommandRun(["help", "mix"], in: folder.root).outputText.contains("USAGE: kkmix [mix] INPUT"))
        #expect(try !CommandRun(["statuses", "--help"], in: folder.root).outputText.contains("no other cause"))
    }

    @Test(arguments: ["render"])
    func `a file that is named like a command of a later version is an input`(name: String) throws {
        try folder.write(WaveFile.pcm16([[7]]), to: name)
        #expect(try CommandRun([name, "-o", "x.wav"], in: folder.root).status == 0)
        #expect(WaveFile.samples16(of: folder.bytes("x.wav") ?? []) == [7])
    }

    @Test func `a file that is named almost like a command is an input`() throws {
        #expect(try CommandRun(["inf", "-o", "x.wav"], in: folder.root).status == 0)
        #expect(WaveFile.samples16(of: folder.bytes("x.wav") ?? []) == [8])
    }

    @Test func `short options take their value joined`() throws {
        let run = try CommandRun(["a.wav", "-j1", "-r48000", "-c2", "-fo", "x.wav"], in: folder.root)
        #expect(run.status == 0 && run.outputText.hasPrefix("x.wav: 48000 Hz, stereo"), "\(run.errorText)")
    }

    @Test(arguments: ["mix", "convert"])
    func `an option with a value is refused when it comes twice`(command: String) throws {
        let help = try CommandRun([command, "--help"]).outputText
        let lines = help.split(separator: "\n").filter { $0.contains("--") && $0.contains("<") && $0.hasPrefix("  -") }
        #expect(lines.count >= 13)
        for line in lines where !["--unit ", "--tag ", "--include ", "--exclude "].contains(where: line.contains) {
            let words = line.split(separator: " ")
            let name = try #require(words.first { $0.hasPrefix("--") })
            let value = name == "--output" ? "x.wav" : "1"
            let option = String(name)
            let forms: [[String]] = [[option, value, option, value], ["\(option)=\(value)", option, value]]
            for form in forms {
                let run = try CommandRun([command, "a.wav"] + form, in: folder.root)
                #expect(
                    run.status == 64 && run.errorText == "kkmix: the option '\(name)' is given twice; keep one\n",
                    "\(run.errorText)")
            }
        }
        for short in [
            ["-o", "x.wav", "--output", "y.wav"], ["-r8000", "--rate", "8000"], ["-c", "1", "-c2"], ["-j", "1", "-j1"],
        ] {
            #expect(
                try CommandRun([command, "a.wav"] + short, in: folder.root).errorText.contains("is given twice"),
                "\(short)")
        }
        // Neither a flag nor a value that looks like an option is one.
        #expect(
            try CommandRun(
                [command, "a.wav", "-q", "-q", "-o", command == "mix" ? "z.wav" : "z/", "--", "-o"], in: folder.root
            ).status == 66)
    }

    @Test func `kkmix alone shows how it is used`() throws {
        let run = try CommandRun([], in: folder.root)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errorText.hasPrefix("kkmix INPUT… -o OUTPUT [options]"))
        #expect(run.errorText.contains("Examples:") && run.errorText.hasSuffix("kkmix mix --help.\n"))
    }

    @Test func `info takes no track settings, and says so`() throws {
        let run = try CommandRun(["info", "a.wav::at=3s"], in: folder.root)
        #expect(
            run.status == 64
                && run.errorText == "kkmix: a.wav::at=3s: info takes no track settings; write kkmix info a.wav\n")
    }

    @Test func `every command tells its version`() throws {
        let version = try CommandRun(["--version"]).outputText
        for command in ["convert", "info", "mix"] {
            #expect(try CommandRun([command, "--version"]).outputText == version, "\(command)")
        }
    }

    @Test(arguments: ["13", "44.056", "0.048k", "1000", "8000"])
    func `a low rate that is nobody's slip is taken`(rate: String) throws {
        let run = try CommandRun(["convert", "synth:noise:rate=2k", "-n", "-o", "x.caf", "-r", rate])
        #expect(run.status == 0, "\(run.errorText)")
    }
}
