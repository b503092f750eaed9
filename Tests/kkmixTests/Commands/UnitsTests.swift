import Foundation
import KKTestSupport
import KKUnits
import Testing

/// What `units` prints, and the curves that it draws.
@Suite struct UnitsTests {
    private func run(_ words: String..., environment: [String: String] = ["LC_ALL": "C.UTF-8"]) throws -> String {
        let run = try CommandRun(["units"] + words, environment: environment)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        return run.outputText
    }

    @Test func `the list has every unit, and each of them has a page`() throws {
        let rows = try run().split(separator: "\n").dropFirst(2).map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(rows.map(\.first) == AudioComponent.all.map(\.keyword))
        for component in AudioComponent.all {
            #expect(try run(component.keyword, "--json").contains("\"\(component.name)\""))
        }
    }

    @Test(arguments: ["C", "C.UTF-8"]) func `a page has the unit's tables and its curve`(locale: String) throws {
        let text = try run("gate", environment: ["LC_ALL": locale]), lines = text.split(separator: "\n")
        #expect(text.hasPrefix("## kkmix: Gate\n") && text.contains("Presets: Voice, Drums, Noise"))
        #expect(lines.last == "Level that comes out over level that goes in, of a sine of 1 kHz that lasts.")
        let plot = lines[(lines.count - 16)..<(lines.count - 1)]
        #expect(plot.allSatisfy { $0.count <= 80 } && plot.last?.hasPrefix("  dB  ") == true)
        #expect(plot.joined().utf8.allSatisfy { $0 < 0x80 } == (locale == "C"))
        #expect(try !run("varispeed").contains("comes out"))
    }

    /// The points of the curve in a picture.
    private func curve(_ word: String, top: Double, bottom: Double) throws -> [(place: Double, gain: Double)] {
        let reader = SVGReader(try run(word, "-o", "-"))
        #expect(reader.isWellFormed && reader.curves.count == 1)
        return try #require(reader.curves.first).dropFirst().split(separator: "L").map {
            let point = $0.split(separator: " ").compactMap { Double($0) }
            return ((point[0] - 64) / 864, top - (point[1] - 96) / 360 * (top - bottom))
        }
    }

    @Test(arguments: ["gate", "peak-limiter:pre-gain=12dB", "ducker:depth=-20dB"])
    func `what works by level has its formula`(word: String) throws {
        func formula(_ level: Double) -> Double {
            switch word.prefix(1) {
            case "g": level < -50 ? max(-100, level - 60) : level
            case "p": min(0, level + 12)
            default: level < -40 ? level : level - 20
            }
        }
        let points = try curve(word, top: 20, bottom: -100)
        #expect(points.count > 120)
        for (place, gain) in points {
            let level = 100 * place - 100
            // Levels are heard at whole decibels.
            let near = [level.rounded(.down), level, level.rounded(.up)].map(formula)
            #expect((near.min() ?? 0) - 0.1...(near.max() ?? 0) + 0.1 ~= gain, "\(word): \(level)")
        }
    }

    @Test func `a filter has its response, with an axis that holds it`() throws {
        let peak = try curve("parametric-eq:center-frequency=1k:gain=6dB", top: 9, bottom: -9)
        let highest = try #require(peak.max { $0.gain < $1.gain })
        #expect(abs(highest.gain - 6) < 0.05 && abs(20 * pow(1000, highest.place) / 1000 - 1) < 0.03)
        let pass = try curve("lowpass:cutoff-frequency=1k:resonance=-3.0103", top: 12, bottom: -60)
        for (place, gain) in pass where place < 0.8 {
            let warped = tan(.pi * 20 * pow(1000, place) / 48_000) / tan(.pi / 48)
            #expect(abs(gain + 10 * log10(1 + pow(warped, 4))) < 0.2, "\(place)")
        }
    }

    @Test func `echoes have their times and levels, and what swings has a turn`() throws {
        // 16 echoes of a tenth of a second are above −100 dB, in a plot of two seconds with 241 points.
        let echoes = try curve("delay:delay-time=0.1:feedback=50:lowpass-cutoff-frequency=24k", top: 20, bottom: -100)
        for (echo, level) in [-6.02, -6.02, -12.04, -18.06].enumerated() {
            let point = try #require(echoes.first { abs($0.place - 0.05 * Double(echo)) < 1e-3 })
            #expect(abs(point.gain - level) < 1, "\(echo)")
        }
        let turn = try curve("tremolo:depth=50:rate=4", top: 9, bottom: -9)
        for (place, gain) in turn {
            #expect(abs(gain - 20 * log10(1 - 0.25 * (1 - cos(2 * .pi * place)))) < 0.1, "\(place)")
        }
        #expect(try run("tremolo:rate=4").contains("  ms  0"))
        #expect(try run("reverb2:preset=cathedral").contains("over time in s of what comes out"))
    }

    @Test func `a sweep has the response of its beginning`() throws {
        let comb = try curve("flanger:delay-time=0.5ms:depth=0:feedback=0:dry-wet-mix=50", top: 12, bottom: -60)
        for (place, gain) in comb where place < 0.55 {
            let response = abs(cos(.pi * 20 * pow(1000, place) * 0.0005))
            if response > 0.1 { #expect(abs(gain - 20 * log10(response)) < 0.3, "\(place)") }
        }
    }

    @Test func `a convolution has the picture of its file`() throws {
        let folder = try ScratchFolder(), path = folder.path("room.wav")
        let frames = (0..<4_800).map { [$0 == 0 ? Float(1) : $0 == 2_400 ? 0.1 : 0] }
        try folder.write(WaveFile.float32(frames, sampleRate: 48_000), to: "room.wav")
        let points = try curve("convolution:file=\(path)", top: 20, bottom: -100)
        let echo = try #require(points.first { abs($0.place - 0.5) < 1e-3 })
        #expect(abs(echo.gain + 20) < 1 && abs((points.first?.gain ?? -100)) < 1)
    }

    @Test(arguments: [
        (["gaet"], "there is no unit 'gaet'; did you mean 'gate'?"),
        (["spatial-mixr"], "there is no unit 'spatial-mixr'; did you mean 'spatial-mixer'?"),
        (["gate:treshold=-30"], "the unit 'gate' has no parameter 'treshold'; did you mean 'threshold'?"),
        (["varispeed", "-o", "tape.svg"], "the unit 'varispeed' has no curve; leave out --output"),
        (["gate", "-o", "gate.png"], "a curve is drawn as SVG alone; call the picture NAME.svg"),
        (["-o", "gate.svg"], "no unit whose curve could be drawn; name one: kkmix units gate"),
    ])
    func `what cannot be shown is refused with what can`(words: [String], message: String) throws {
        let run = try CommandRun(["units"] + words)
        #expect(run.status == 64 && run.output.isEmpty && run.errorText == "kkmix: \(message)\n")
    }
}
