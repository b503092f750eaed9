internal import KKMixing

struct Units: Command {
    static let name = "units"
    static let abstract = "Print the units, or one with its parameters, presets and curve."
    static let usage = "kkmix units [NAME[:PARAMETER=VALUE…]] [-o IMAGE] [options]"
    static let discussion = """
        Examples:
          kkmix units
          kkmix units dynamics-processor
          kkmix units dynamics-processor:preset=voice -o voice.svg
          kkmix units parametric-eq:center-frequency=1k:gain=6dB
          kkmix units lv2:urn:zamaudio:ZamComp

        Of an equaliser or a filter the curve is its frequency response at 48 kHz, of a
        compressor, limiter, gate, ducker or distortion the level that comes out over
        the level that goes in, of an echo or a room the level of an impulse over time.
        It is drawn in plain characters where the locale is not UTF-8.
        """

    static let options: [Option] = [
        .input("unit", "A unit, with or without settings: NAME[:PARAMETER=VALUE…] (default: all).", isRequired: false),
        .output("Draw its curve as a picture in SVG; '-' is standard output.", "image"),
        .force("Replace an existing picture."),
    ]

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        guard let word = given.inputs.first else {
            guard !given.has("--output") else {
                throw SessionError(.usage, "no unit whose curve could be drawn", nextStep: "name one: kkmix units gate")
            }
            Terminal.print(common.json ? Self.document(AudioComponent.all) : UnitTables.overview)
            return
        }
        let (component, unit) = try Self.unit(word)
        let curve = try Curve(unit)
        if let output = given.path("--output") {
            guard let curve else {
                throw SessionError(
                    .usage, "the unit '\(component.keyword)' has no curve", nextStep: "leave out --output")
            }
            try write(curve, of: component, word, to: output)
            if output.isStandard { return }
            if !common.json {
                if !common.quiet { Terminal.print("\(Voice.oneLine(output.text)): \(curve.words)") }
                return
            }
        }
        if common.json { return Terminal.print(Self.document([component])) }
        var text = UnitTables.section(component)
        if let curve {
            let plot = try CurvePage.plot(curve, Terminal.isUTF8 ? .dots : .plain)
            text += (["", ""] + plot + ["", curve.words]).joined(separator: "\n")
        }
        Terminal.print(text)
    }

    private static func document(_ components: [AudioComponent]) -> String {
        JSONText.document("units", components.map(UnitReport.init))
    }

    /// A unit at 48 kHz, with one channel where it has an input: one of a mix by its words, another one by its name.
    private static func unit(_ word: String) throws -> (AudioComponent, AudioUnit) {
        let components = AudioComponent.all
        if let found = components.first(where: { [$0.keyword, $0.name.lowercased()].contains(word.lowercased()) }) {
            let unit = found.makeInstance()
            if found.description.type == .effectUnit {
                try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .input)
            }
            return (found, unit)
        }
        do {
            return try UnitSpec(parsing: word).makeUnit(for: .canonical(sampleRate: 48_000, channels: 1))
        } catch let error as SessionError {
            guard let near = NearMiss.of(word.lowercased(), among: components.map(\.keyword)) else { throw error }
            throw SessionError(.usage, "there is no unit '\(word)'", nextStep: "did you mean '\(near)'?")
        }
    }

    private func write(_ curve: Curve, of component: AudioComponent, _ word: String, to output: FilePath) throws {
        guard output.isStandard || output.text.lowercased().hasSuffix(".svg") else {
            throw SessionError(.usage, "a curve is drawn as SVG alone", nextStep: "call the picture NAME.svg")
        }
        try SessionError.refuseNamedPipe(output, of: "-o")
        let file = FinishedFile(path: output, force: given.has("--force"), isTerminalAllowed: true)
        let temporaryFiles = TemporaryFiles()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        let picture = try CurvePicture.one(curve, title: Voice.oneLine(word), subtitle: curve.words)
        try file.write(Array("\(picture)\n".utf8), temporaryFiles: temporaryFiles)
    }
}
