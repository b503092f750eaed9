internal import KKMixing

struct Plugins: Command {
    static let name = "plugins"
    static let abstract = "Print the plug-ins of this system, or the parameters of one."
    static let usage = "kkmix plugins [PLUGIN] [--check] [options]"
    static let discussion = """
        Examples:
          kkmix plugins
          kkmix plugins ladspa:amp_mono
          kkmix plugins lv2:urn:zamaudio:ZamComp
          kkmix plugins ladspa:amp_mono --check
          kkmix plugins --json
          kkmix song.wav -o loud.wav --unit ladspa:amp_mono:gain=2

        LADSPA's are looked for in the folders that LADSPA_PATH names, or in
        /usr/lib/ladspa and /usr/local/lib/ladspa, LV2's in those of LV2_PATH, or
        where lilv expects them. Each runs in a process of its own: if it crashes, its
        mix fails, with its name and the frame. `kkmix plugins check` tests one for
        those who make it, and `kkmix units PLUGIN` lists its presets.

        --check renders each in several ways: in other processes, and with a C library
        that may use less or more of the processor. It also does what no mix does: it
        renders twice in one process, beside another instance, and in shorter and
        longer blocks.
        "portable" sounds the same to the bit, "this machine" may have other bits on
        another machine, and "varies" has others the next time. That is kept in the
        user's cache folder until the plug-in's file is another one.
        """

    static let options: [Option] = [
        Option.input("plugin", "A plug-in as --unit has it, or its label: its parameters.", isRequired: false),
        Option("--check", "Render it, or each, in several ways, and say whether the results differ."),
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice(), one = try given.inputs.first.map { try Self.plugin($0) }
        let verdicts = PluginVerdicts(), isChecked = given.has("--check")
        let reports = try (one.map { [$0] } ?? Self.all(voice)).map { plugin in
            PluginReport(plugin, isChecked && plugin.isEffect ? try verdicts.certificate(of: plugin) : nil)
        }
        let word = given.inputs.first ?? ""
        if let doubt = one?.doubt(word) ?? one?.doubt("ladspa:\(word)") { voice.note(doubt) }
        if common.json { return Terminal.print(JSONText.document("plugins", reports)) }
        if isChecked { return Terminal.print(PluginReport.certificates(reports)) }
        Terminal.print(one == nil ? PluginReport.table(reports) : reports[0].parameterTable)
    }

    /// `ladspa:LABEL`, `lv2:URI`, or a label of LADSPA.
    static func plugin(_ text: String) throws -> PluginDescription {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        guard let kind = PluginDescription.Kind(rawValue: String(text[..<colon])), colon != text.endIndex else {
            return try PluginDescription.find(.ladspa, text)
        }
        return try PluginDescription.find(kind, String(text[text.index(after: colon)...]))
    }

    /// All of this system; of what cannot be looked at there is a warning.
    private static func all(_ voice: Voice) throws -> [PluginDescription] {
        try PluginCatalog.host()
        var plugins: [PluginDescription] = []
        for file in PluginCatalog().files {
            do {
                plugins += try PluginCatalog.plugins(of: file)
            } catch {
                voice.warning("\(file): \(error.problem)")
            }
        }
        do {
            plugins += try PluginCatalog.lv2 { bundle, error in voice.warning("\(bundle): \(error.problem)") }
        } catch {
            voice.warning("LV2 \(error.problem)\(error.nextStep.map { "; \($0)" } ?? "")")
        }
        return plugins
    }
}
