import KKTestSupport
import Testing

/// Presets of LV2 plug-ins, and what plug-ins keep beside their parameters.
@Suite struct PluginPresetTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let sound = SeededNumbers.noise(3_000, seed: 1).map { [$0 / 16] }
        try folder.write(WaveFile.float32(sound, sampleRate: 48_000), to: "a.wav")
    }

    private func kkmix(_ words: String...) throws -> CommandRun {
        try CommandRun(words, in: folder.root, environment: PluginToys.environment(folder))
    }

    /// That a mix with the unit is the input times a factor.
    private func expect(_ unit: String, times gain: String) throws {
        let wanted = try kkmix("a.wav::gain=\(gain)", "-f", "-o", "wanted.wav", "--encoding", "f32")
        let heard = try kkmix("a.wav", "-f", "-o", "heard.wav", "--encoding", "f32", "--unit", unit)
        #expect(wanted.status == 0 && heard.status == 0, "\(heard.errorText)")
        let same = try kkmix("compare", "wanted.wav", "heard.wav", "--tolerance", "exact")
        #expect(same.status == 0, "\(unit): \(same.outputText)")
    }

    @Test func `units lists them by name, and a second one of a name has a number`() throws {
        let page = try kkmix("units", "lv2:toy:keeper")
        #expect(
            page.outputText.contains("Presets: Broken, Fourfold: twice, and twice, Half, Half 2")
                && page.outputText.contains("`--unit lv2:urn:kkmix:toy:keeper`"), "\(page.outputText)\(page.errorText)")
        let document = try kkmix("units", "lv2:urn:kkmix:toy:keeper", "--json")
        #expect(
            document.outputText.contains("[\"Broken\",\"Fourfold: twice, and twice\",\"Half\",\"Half 2\"]")
                && document.outputText.contains("\"keyword\":\"lv2:urn:kkmix:toy:keeper\""), "\(document.outputText)")
        let two = try kkmix("units", "ladspa:toy_swap")
        #expect(two.status == 0 && two.outputText.contains(" 2 → 2 "), "\(two.outputText)\(two.errorText)")
    }

    @Test func `units has the names of parameters, what they are written by, and the names of values`() throws {
        let page = try kkmix("units", "lv2:toy:chooser")
        #expect(
            page.outputText.contains("| Loudness, chosen, `how-loud` | global | 0 … 2")
                && page.outputText.contains("Loudness, chosen: 0 is Silent, 1 is As it is, 2 is Double"),
            "\(page.outputText)\(page.errorText)")
        try expect("lv2:toy:chooser:how-loud=2", times: "2")
    }

    @Test func `a value may be written by its name`() throws {
        try expect("lv2:toy:chooser:how-loud=Double", times: "2")
        try expect("lv2:toy:chooser:how-loud=as-it-is", times: "1")
        let wrong = try kkmix("a.wav", "-o", "x.wav", "--unit", "lv2:toy:chooser:how-loud=duoble")
        #expect(
            wrong.status == 64 && wrong.errorText.contains("'duoble' is not a value of 'how-loud'")
                && wrong.errorText.contains("did you mean 'double'?"), "\(wrong.errorText)")
        let list = try kkmix("plugins", "lv2:toy:chooser")
        #expect(list.outputText.contains("0 … 2 (Silent, As it is, Double)"), "\(list.outputText)")
        let plain = try kkmix("a.wav", "-o", "x.wav", "--unit", "lv2:toy:amp:how-loud=very")
        #expect(
            plain.status == 64 && plain.errorText.contains("write a number without a unit"), "\(plain.errorText)")
    }

    /// It adds twice its key, 1,024 frames late.
    @Test func `the side chain of one is a track`() throws {
        let other = SeededNumbers.noise(3_000, seed: 9).map { [$0 / 16] }
        try folder.write(WaveFile.float32(other, sampleRate: 48_000), to: "b.wav")
        let wanted = try kkmix("a.wav", "b.wav::gain=2", "-f", "-o", "wanted.wav", "--encoding", "f32")
        let heard = try kkmix(
            "a.wav::unit=lv2:toy:keyed:sidechain=b", "b.wav::gain=0", "-f", "-o", "heard.wav", "--encoding", "f32")
        #expect(wanted.status == 0 && heard.status == 0, "\(heard.errorText)")
        let same = try kkmix("compare", "wanted.wav", "heard.wav", "--tolerance", "exact")
        #expect(same.status == 0, "\(same.outputText)")
        let none = try kkmix("a.wav::unit=lv2:toy:amp:sidechain=b", "b.wav", "-o", "x.wav")
        #expect(none.status == 64 && none.errorText.contains("has no side chain"), "\(none.errorText)")
    }

    @Test func `one sets ports and, through the plug-in, what is no port`() throws {
        try expect("lv2:toy:keeper", times: "1")
        try expect("lv2:toy:keeper:preset=fourfold-twice-and-twice", times: "4")
        try expect("lv2:toy:keeper:preset=Half 2", times: "0.5")
    }

    @Test func `other settings take precedence, wherever they are written`() throws {
        try expect("lv2:toy:keeper:gain=0.25:preset=fourfold-twice-and-twice", times: "0.5")
    }

    /// It is 9, and the gain ends at 4; a gain of 4 has the plug-in double its factor.
    @Test func `a value beyond the range is the end of it`() throws {
        try expect("lv2:toy:keeper:preset=half", times: "8")
    }

    /// Both have a value of their own that a sweep changes; one of them does not take it over from what it saved.
    @Test func `a maker's check plays each preset, and sees what is lost when a state is restored`() throws {
        let good = try kkmix("plugins", "check", "lv2:toy:keeper", "-v")
        #expect(good.status == 1 && good.outputText.contains("preset Broken: crashed (Aborted)"), "\(good.outputText)")
        #expect(good.outputText.contains("preset Half 2: well") && good.outputText.contains("state: well"))
        let bad = try kkmix("plugins", "check", "lv2:toy:forgetter")
        #expect(
            bad.status == 1
                && bad.outputText.contains("state: a new one that gets the state which a used one has saved"),
            "\(bad.outputText)")
    }

    @Test(arguments: [
        ("lv2:toy:keeper:preset=haff", 64, "has no preset 'haff'; did you mean 'half'?"),
        ("lv2:toy:keeper:preset=zither", 64, "its presets are broken, fourfold-twice-and-twice, half, half-2"),
        ("lv2:toy:amp:preset=half", 64, "has no preset 'half'; it has none"),
        ("lv2:toy:keeper:preset=half:preset=broken", 64, "has two presets"),
        ("lv2:toy:keeper:preset=broken", 69, "crashed (Aborted)"),
    ])
    func `a preset that is not there, or that the plug-in cannot take over, fails the mix`(
        unit: String, status: Int32, words: String
    ) throws {
        let run = try kkmix("a.wav", "-o", "out.wav", "--unit", unit)
        #expect(run.status == status && run.errorText.contains(words), "\(run.errorText)")
        #expect(try CommandRun.shell("test ! -e out.wav", in: folder.root).status == 0)
    }
}
