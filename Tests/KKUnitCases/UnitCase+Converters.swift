import KKPCM
import KKUnits

extension UnitCase {
    static let converters = [
        UnitCase(
            "converter-rate", .converter, words: "5.1 at 48000 Hz to stereo at 44100 Hz, with RenderQuality 64.",
            isExactEverywhere: false
        ) { unit in
            try Stimulus.connect(unit, channels: [6], rate: 48_000)
            try unit.setChannelLayout(.fiveOne, scope: .input)
            try unit.setStreamFormat(format(44_100, 2), scope: .output)
            try cast(unit, Converter.self).setRenderQuality(64)
        },
        UnitCase("converter-map", .converter, words: "Stereo to three channels by ChannelMap 1, -1, 0.") { unit in
            try Stimulus.connect(unit, channels: [2])
            try unit.setStreamFormat(format(44_100, 3), scope: .output)
            try cast(unit, Converter.self).setChannelMap([1, -1, 0])
        },
        UnitCase(
            "varispeed", .varispeed, words: "A fifth higher.",
            settings: [Setting(Varispeed.Parameter.playbackCents, 700)]),
        UnitCase(
            "new-time-pitch", .newTimePitch, words: "Half as fast again, and three semitones lower.",
            settings: [Setting(NewTimePitch.Parameter.rate, 1.5), Setting(NewTimePitch.Parameter.pitch, -300)]),
        UnitCase(
            "new-time-pitch-formants", .newTimePitch, words: "Four semitones higher, with the formants that it had.",
            settings: [Setting(NewTimePitch.Parameter.pitch, 400)]
        ) { unit in
            (unit as? NewTimePitch)?.keepsFormants = true
            try Stimulus.connect(unit, channels: [2])
        },
        UnitCase(
            "time-pitch", .timePitch, words: "Two thirds as fast, and a fourth higher.",
            settings: [Setting(TimePitch.Parameter.rate, 0.75), Setting(TimePitch.Parameter.pitch, 500)]),
        UnitCase("splitter", .splitter, words: "Both outputs of mono, in turns.", buses: [0, 1]) { unit in
            try Stimulus.connect(unit, channels: [1])
        },
        UnitCase(
            "multi-splitter", .multiSplitter, words: "Three outputs of mono, in turns, the last one first.",
            buses: [2, 0, 1]
        ) { unit in
            try unit.setElementCount(3, scope: .output)
            try Stimulus.connect(unit, channels: [1])
        },
        UnitCase("merger", .merger, words: "Two channels and one side by side.") { unit in
            try Stimulus.connect(unit, channels: [2, 1])
        },
        UnitCase(
            "generic-output-bytes", .genericOutput,
            words: "Interleaved 16 bits at 48000 Hz to 32 bits at 44100 Hz.", isExactEverywhere: false
        ) { unit in
            try unit.setStreamFormat(
                .linearPCM(sampleRate: 44_100, channels: 2, bits: 32, flags: .isSignedInteger), scope: .output)
            try Stimulus.connect(
                unit, bytes: .linearPCM(sampleRate: 48_000, channels: 2, bits: 16, flags: .isSignedInteger), bus: 0)
        },
        UnitCase(
            "generic-output-connection", .genericOutput, words: "A connection in 16 bits, behind a delay as it is."
        ) { unit in
            let delay = Delay()
            try Stimulus.connect(delay, channels: [2])
            try delay.setStreamFormat(
                .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger), scope: .output)
            try unit.makeConnection(from: delay, to: 0)
            try delay.initialize()
        },
        UnitCase(
            "generic-output", .genericOutput,
            words: "The input element, EnableIO 1, gives a source's frames to the output element of the same unit."
        ) { unit in
            let output = try cast(unit, GenericOutput.self)
            for (scope, element) in [(Scope.input, 1), (.output, 1), (.input, 0), (.output, 0)] {
                try output.setStreamFormat(format(44_100, 2), scope: scope, element: element)
            }
            try output.setInputSource(StimulusSource(2, bus: 0, frameCount: Stimulus.longest))
            try output.setIOEnabled(true, scope: .input, element: 1)
            try output.makeConnection(from: output, sourceBus: 1, to: 0)
        },
    ]
}
