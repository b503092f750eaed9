import Foundation
import KKTestSupport
import Testing

/// Plug-ins on the command line: those of `Tests/PluginToys`.
@Suite struct PluginsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let sound = SeededNumbers.noise(3_000, seed: 1).map { [$0, $0 / 2] }
        try folder.write(WaveFile.float32(sound, sampleRate: 48_000), to: "a.wav")
    }

    private func kkmix(
        _ words: String..., library: String? = nil, bundles: String? = nil, host: String? = nil
    ) throws -> CommandRun {
        var environment = try PluginToys.environment(folder)
        environment["KKMIX_PLUGIN_HOST"] = host
        environment["LD_LIBRARY_PATH"] = library
        environment["LV2_PATH"] = bundles ?? environment["LV2_PATH"]
        return try CommandRun(words, in: folder.root, environment: environment)
    }

    private func rows(_ run: CommandRun) -> [[String]] { PluginToys.rows(run) }

    @Test func `those that there are are listed, and their parameters`() throws {
        let list = rows(try kkmix("plugins"))
        #expect(list.contains(["ladspa:toy_amp", "1", "Toy amplifier", "1 → 1", "1"]))
        #expect(list.contains(["lv2:urn:kkmix:toy:amp", "", "Toy amplifier", "1 → 1", "1"]))
        #expect(
            list.contains(["lv2:urn:kkmix:toy:needy", "", "Toy that wants too much", "needs urn:kkmix:a-moon", "0"]))
        #expect(rows(try kkmix("plugins", "toy_amp")) == [["gain-factor", "0 … 4", "1"]])
        // Not what the host itself sets.
        #expect(rows(try kkmix("plugins", "lv2:urn:kkmix:toy:judge")) == [["level", "-12 … 12 dB", "-6"]])
        let document = try kkmix("plugins", "1", "--json")
        #expect(document.outputText.contains("\"unit_name\":\"ladspa:toy_amp\""))
        let near = try kkmix("plugins", "ladspa:toy_anp")
        #expect(near.status == 66 && near.errorText.contains("did you mean 'toy_amp'?"), "\(near.errorText)")
        let nearURI = try kkmix("plugins", "lv2:judgee")
        #expect(nearURI.status == 66 && nearURI.errorText.contains("did you mean 'judge'?"), "\(nearURI.errorText)")
        let long = try kkmix("a.wav", "-o", "b.wav", "--unit", "ladspa:toy_amp:gain=1e9").errorText
        #expect(long.contains("write all its digits, and no exponent"), "\(long)")
    }

    @Test func `one label of two libraries meant one of them without a word`() throws {
        let toys = try PluginToys.path("ladspa/toys.so")
        _ = try CommandRun.shell("mkdir two && cp '\(toys)' two/a.so && cp '\(toys)' two/b.so", in: folder.root)
        func run(_ words: String...) throws -> CommandRun {
            try CommandRun(
                words, in: folder.root, environment: ["LADSPA_PATH": folder.path("two"), "LV2_PATH": "none"])
        }
        let other = "ladspa:\(folder.path("two/b.so")):toy_amp"
        let notice = "ladspa:toy_amp: this is the one in \(folder.path("two/a.so")); to use another: \(other)"
        #expect(try run("plugins", "toy_amp").errorText.contains(notice))
        let mix = try run("a.wav", "-o", "b.wav", "--unit", "ladspa:toy_amp:gain=2")
        #expect(mix.status == 0 && mix.errorText.contains(notice), "\(mix.errorText)")
        #expect(try run("a.wav", "-o", "c.wav", "--unit", "\(other):gain=2").errorText.isEmpty)
        #expect(try run("a.wav", "-o", "d.wav", "--unit", "ladspa:1:gain=2").errorText.isEmpty)
        let names = rows(try run("plugins")).map { $0[0] }
        #expect(names.contains("ladspa:toy_amp") && names.contains(other), "\(names)")
    }

    /// Source: `LADSPA_PortRangeHintDescriptor`.
    @Test func `ranges and defaults are those of the ports' hints`() throws {
        #expect(
            rows(try kkmix("plugins", "toy_ports")) == [
                ["low", "0 … 8", "2"], ["middle-log", "10 … 1000", "100"], ["high", "0 … 8", "6"],
                ["switch", "off, on", "1"], ["whole", "1 … 4", "3"], ["cutoff", "0 … rate × 0.5", "22050"],
                ["free", "a number", "440"], ["free-9", "a number", "-3"],
            ])
    }

    @Test func `a mix and a track may have one, in its place`() throws {
        let toys = try PluginToys.path("ladspa/toys.so")
        let wanted = try kkmix("a.wav", "a.wav::gain=2", "-o", "wanted.wav", "--encoding", "f32", "--gain", "0.25")
        let heard = try kkmix(
            "a.wav", "a.wav::unit=ladspa:toy_amp:gain=2", "-o", "heard.wav", "--encoding", "f32", "--unit",
            "ladspa:\(toys):toy_amp:gain-factor=0.5", "--unit", "lv2:toy:amp:how_loud=0.5", "--unit", "ladspa:toy_late")
        #expect(wanted.status == 0 && heard.status == 0, "\(heard.errorText)")
        let same = try kkmix("compare", "wanted.wav", "heard.wav", "--tolerance", "exact")
        #expect(same.status == 0, "\(same.outputText)")
    }

    /// It is silent where its host has no block of a fixed length, no event too many, no answer from its worker, or a
    /// side chain that is not silent.
    @Test(arguments: ["1", "63", "4096"]) func `an LV2 plug-in gets what it needs, in slices of any size`(
        slice: String
    ) throws {
        let run = try kkmix(
            "a.wav", "-o", "b.wav", "--encoding", "f32", "--unit", "lv2:urn:kkmix:toy:judge", "--max-frames", slice)
        #expect(run.status == 0, "\(run.errorText)")
        let same = try kkmix("compare", "a.wav", "b.wav", "--tolerance", "exact")
        #expect(same.status == 0, "\(same.outputText)")
    }

    /// One is late without saying so, so the end of the sound comes after the end of the mix.
    @Test func `what a plug-in gives after the end is cut off with a notice`() throws {
        let cut = try kkmix("a.wav", "-o", "cut.wav", "--unit", "ladspa:toy_liar")
        #expect(cut.status == 0 && cut.errorText.contains("its plug-ins still sound at its end"), "\(cut.errorText)")
        let kept = try kkmix("a.wav", "-o", "kept.wav", "--unit", "ladspa:toy_liar", "--tail", "1s")
        let even = try kkmix("a.wav", "-o", "even.wav", "--unit", "ladspa:toy_late", "--unit", "lv2:toy:amp")
        #expect(!kept.errorText.contains("plug-ins") && !even.errorText.contains("plug-ins"), "\(even.errorText)")
    }

    @Test(arguments: [
        ("ladspa:toy_crash", 69, "toys.so, toy_crash, frame 0: crashed (Aborted)"),
        ("ladspa:zither", 66, "there is no LADSPA plug-in 'zither'"),
        ("ladspa:toy_amp:zither=1", 64, "has no parameter 'zither'; its parameters are gain-factor"),
        ("ladspa:toy_amp:gian-factor=1", 64, "did you mean 'gain-factor'?"),
        ("ladspa:toy_amp:gain=9", 64, "cannot be 9"), ("ladspa:toy_amp:gain", 64, "sets no parameter of the plug-in"),
        ("ladspa", 64, "does not say which plug-in"), ("lv2:urn:zither", 66, "there is no LV2 plug-in 'urn:zither'"),
        ("lv2:urn:kkmix:toy:needy", 69, "needs urn:kkmix:a-moon, which kkmix does not have"),
    ])
    func `what goes wrong is said, and leaves no output`(unit: String, status: Int32, words: String) throws {
        let run = try kkmix("a.wav", "-o", "out.wav", "--unit", unit)
        #expect(run.status == status && run.errorText.contains(words), "\(run.errorText)")
        #expect(try CommandRun.shell("test ! -e out.wav", in: folder.root).status == 0)
    }

    /// It may have come with the cases, as a program may.
    @Test func `a library of the manifest ran without consent, was looked for elsewhere, and written over`() throws {
        let manifest = "schema: 1\ncases: [{name: a, mix: 'a.wav --unit ladspa:./own.so:toy_amp:gain-factor=0.5'}]\n"
        try folder.write(Array(manifest.utf8), to: "kkmix-test.yaml")
        let run = try CommandRun.shell(
            """
            mkdir m && mv kkmix-test.yaml m
            cp a.wav \(try PluginToys.path("ladspa/toys.so")) m && mv m/toys.so m/own.so
            $KKMIX test m --update missing; echo $?
            $KKMIX test m --update missing --run-commands -q; echo $?
            $KKMIX m/a.wav -f -o m/own.so --format wav --unit ladspa:./m/own.so:toy_amp; echo $?
            """, in: folder.root)
        #expect(run.errorText.contains("the manifest runs a program: ./own.so"), "\(run.errorText)")
        #expect(run.errorText.contains("m/own.so: the output is also an input"), "\(run.errorText)")
        #expect(run.outputText.split(separator: "\n").map(String.init).filter { Int($0) != nil } == ["64", "0", "73"])
    }

    @Test func `without liblilv an LV2 plug-in is refused with the package's name`() throws {
        try folder.write([], to: "liblilv-0.so.0")
        let run = try kkmix("a.wav", "-o", "out.wav", "--unit", "lv2:urn:kkmix:toy:amp", library: folder.root)
        #expect(run.status == 69 && run.errorText.contains("install liblilv (Debian: liblilv-0-0)"), "\(run.errorText)")
        let list = try kkmix("plugins", library: folder.root)
        #expect(list.status == 0 && list.outputText.contains("ladspa:toy_amp") && list.errorText.contains("liblilv"))
    }

    /// Of a port with so high a number liblilv takes more memory than there is.
    @Test func `one bundle that liblilv crashes of had hidden all plug-ins of LV2`() throws {
        let manifest = """
            @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
            <urn:kkmix:bad> a lv2:Plugin ; lv2:binary <bad.so> ; lv2:port [ a lv2:InputPort , lv2:AudioPort ;
              lv2:index 2000000000 ; lv2:symbol "in" ; lv2:name "In" ] .
            """
        try folder.write(Array(manifest.utf8), to: "manifest.ttl")
        let path = "\(folder.path("bundles")):\(try PluginToys.path("lv2"))"
        #expect(
            try CommandRun.shell("mkdir -p bundles/bad.lv2 && mv manifest.ttl bundles/bad.lv2", in: folder.root).status
                == 0)
        let list = try kkmix("plugins", bundles: path)
        #expect(list.status == 0 && list.outputText.contains("| lv2:urn:kkmix:toy:amp "), "\(list.outputText)")
        #expect(list.errorText.contains("bundles/bad.lv2/: crashed (Segmentation fault)"), "\(list.errorText)")
        let mix = try kkmix("a.wav", "-o", "out.wav", "--unit", "lv2:toy:amp:how_loud=0.5", bundles: path)
        #expect(mix.status == 0, "\(mix.errorText)")
    }

    @Test func `one of two channels is not for one`() throws {
        let run = try kkmix("a.wav", "-o", "out.wav", "-c", "mono", "--unit", "ladspa:toy_swap")
        #expect(run.status == 64 && run.errorText.contains("use 2 → 2"), "\(run.errorText)")
    }

    @Test(arguments: [
        ("toy_late", "portable", ""), ("toy_blocks", "portable", "blocks of 64 frames make another sound"),
        ("toy_tuned", "this machine", "the C library of another processor makes another sound"),
        ("toy_varies", "varies", "another process makes another sound"),
        (
            "toy_shared", "portable",
            "a second sound in one process is another one; two instances in one process make other"
        ),
        ("toy_crash", "fails", "crashed (Aborted)"),
    ])
    func `a check says how far a plug-in's sound can be relied on`(label: String, verdict: String, seen: String) throws
    {
        let row = try #require(rows(try kkmix("plugins", label, "--check")).first)
        #expect(
            row[0] == "ladspa:\(label)" && row[1] == verdict && (row.count > 2 ? row[2] : "").hasPrefix(seen), "\(row)")
    }

    /// What was seen with another default, or in another program, was taken for what would be seen now.
    @Test func `what is known of one holds for its library, its description and its host alone`() throws {
        let path = folder.path("own")
        let copied = try CommandRun.shell(
            "mkdir own && cp -r \(try PluginToys.path("lv2"))/toys.lv2 own && cp ${KKMIX%/*}/kkmix-plugin-host host && echo >>host",
            in: folder.root)
        #expect(copied.status == 0, "\(copied.errorText)")
        for (number, count) in [1, 1, 2, 2, 3, 3].enumerated() {
            if number == 2 {
                let changed = try CommandRun.shell(
                    "sed -i 's/lv2:default 1.0/lv2:default 0.5/' own/toys.lv2/toys.ttl", in: folder.root)
                #expect(changed.status == 0)
            }
            let run = try kkmix(
                "plugins", "lv2:urn:kkmix:toy:amp", "--check", bundles: path,
                host: number < 4 ? nil : folder.path("host"))
            #expect(run.status == 0, "\(run.errorText)")
            let known = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/kkmix/plugins"))
            #expect(known.count == count, "\(known)")
        }
    }

    @Test func `one that asks for the processor is of this machine`() throws {
        let asking = try CommandRun.shell(
            "cp \(try PluginToys.path("ladspa/toys.so")) asks.so && printf '\\017\\242' >>asks.so",
            in: folder.root
        )
        #expect(asking.status == 0)
        let row = try #require(rows(try kkmix("plugins", "ladspa:./asks.so:toy_late", "--check")).first)
        #expect(row[1...] == ["this machine", "its code asks which processor this is"])
    }

    @Test func `a maker's check tries what hosts do, and fails for what does not stand it`() throws {
        let good = try kkmix("plugins", "check", "lv2:urn:kkmix:toy:amp", "--junit", "report.xml")
        #expect(good.status == 0 && good.outputText.hasSuffix("checks passed\n"), "\(good.outputText)\(good.errorText)")
        #expect(
            folder.bytes("report.xml").map { String(decoding: $0, as: UTF8.self) }?.contains(
                "<testcase classname=\"lv2:urn:kkmix:toy:amp\" name=\"how-loud=4.0\"") == true)
        let late = try kkmix("plugins", "check", "toy_late")
        #expect(late.status == 0, "\(late.outputText)")
        for (label, words) in [
            ("toy_crash", "beyond full scale: crashed (Aborted)"),
            ("toy_liar", "an impulse is 37 frames later than it says"),
            ("toy_varies", "the same sound each time: another process makes another sound"),
        ] {
            let bad = try kkmix("plugins", "check", label)
            #expect(bad.status == 1 && bad.outputText.contains(words), "\(bad.outputText)")
        }
    }

    @Test func `a golden test of one that varies warns, once that is known`() throws {
        try folder.write(
            Array(
                """
                schema: 1
                cases:
                  - name: one
                    mix: a.wav --unit ladspa:toy_varies
                    tolerance: lossy

                """.utf8), to: "kkmix-test.yaml")
        let silent = try kkmix("test", "--update", "missing")
        #expect(
            !silent.outputText.contains("each time") && !silent.errorText.contains("each time"), "\(silent.errorText)")
        #expect(try kkmix("plugins", "toy_varies", "--check").status == 0)
        let warned = try kkmix("test", "-v")
        #expect(
            (warned.outputText + warned.errorText).contains("'ladspa:toy_varies' makes another sound each time"),
            "\(warned.outputText)\(warned.errorText)")
    }
}
