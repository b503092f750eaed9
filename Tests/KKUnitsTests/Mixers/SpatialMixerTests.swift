import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct SpatialMixerTests {
    private typealias Parameter = SpatialMixer.Parameter

    /// A mixer at 48 kHz with one callback per entry of `buses`, each bus as wide as its data.
    private func mixer(_ buses: [[[Float]]], head: Int? = nil) throws -> SpatialMixer {
        let mixer = SpatialMixer()
        try mixer.setElementCount(buses.count, scope: .input)
        try mixer.setStreamFormat(format(48_000, 2), scope: .output)
        for (index, channels) in buses.enumerated() {
            try mixer.setStreamFormat(format(48_000, channels.count), scope: .input, element: index)
            try mixer.setRenderCallback(give(channels), bus: index)
        }
        if let head { try mixer.setAlgorithm(.sphericalHead, bus: head) }
        return mixer
    }

    @Test func `the parameters are those of the header`() {
        let infos = SpatialMixer().parameters(.input)
        #expect(infos.map(\.id) == [0, 1, 2, 3, 5, 6, 7, 10, 11])
        #expect(infos.map(\.defaultValue) == [0, 0, 0, 0, 1, 0, 10, 0, 0])
        let ranges: [ClosedRange<Float>] = [
            -180...180, -90...90, 0...10_000, -120...20, 0...1, 0...10, 0...10, -100...0, -100...0,
        ]
        #expect(infos.map(\.range) == ranges && SpatialMixer().elementCount(.input) == 8)
    }

    @Test func `sources are placed, made softer and added`() throws {
        let mixer = try mixer([[[1]], [[1]], [[0.5], [0.25]]])
        try mixer.setParameter(Parameter.azimuth, 90, scope: .input, element: 0)
        try mixer.setParameter(Parameter.distance, 4, scope: .input, element: 0)
        try mixer.setParameter(Parameter.gain, -20, scope: .input, element: 1)
        try mixer.initialize()
        func expect(_ left: Double, _ right: Double) throws {
            let sound = try mixer.rendered(1)
            #expect(abs(Double(sound[0][0]) - left) < 1e-6 && abs(Double(sound[1][0]) - right) < 1e-6)
        }
        let middle = 0.1 * 0.5.squareRoot()
        try expect(middle + 0.5, 0.25 + middle + 0.25)
        try mixer.setParameter(Parameter.minGain, 0.75, scope: .input, element: 0)
        try expect(middle + 0.5, 0.75 + middle + 0.25)
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 0)
        try mixer.setParameter(Parameter.maxGain, 0.5, scope: .input, element: 2)
        try expect(middle + 0.25, middle + 0.125)
        try mixer.setAttenuation(DistanceAttenuation(curve: .linear, maximumDistance: 11), bus: 1)
        try mixer.setParameter(Parameter.distance, 6, scope: .input, element: 1)
        try expect(middle * (0.5 + 5e-6) + 0.25, middle * (0.5 + 5e-6) + 0.125)
    }

    @Test func `a spherical head makes every bus as late, and a new mixer is not late`() throws {
        let noise = (1...3).map { SeededNumbers.noise(500, seed: $0) }
        #expect(try mixer([[noise[0]]]).latency == 0)
        let mixer = try mixer([[noise[0]], [noise[1], noise[2]], [[0]]], head: 2)
        #expect(mixer.latencyFrameCount == 15 && mixer.tailFrameCount ?? 0 > 20)
        try mixer.setParameter(Parameter.azimuth, -90, scope: .input, element: 0)
        try mixer.initialize()
        let sound = try mixer.rendered(500)
        for frame in 0..<500 {
            let (left, right) =
                frame < 15 ? (0, 0) : (noise[0][frame - 15] + noise[1][frame - 15], noise[2][frame - 15])
            #expect(abs(sound[0][frame] - left) < 1e-6 && abs(sound[1][frame] - right) < 1e-6)
        }
    }

    @Test(arguments: [(-6.0, 0.0), (-10, -20)])
    func `what is in the way attenuates 5 kHz, and 0 Hz not at all`(occlusion: Double, obstruction: Double) throws {
        for (frequency, wanted) in [(5000.0, pow(10, (occlusion + obstruction) / 20)), (0, 1)] {
            let input = (0..<48_000).map { Float(cos(2 * .pi * frequency / 48_000 * Double($0))) }
            let unit = try mixer([[input, input]])
            try unit.setParameter(Parameter.occlusionAttenuation, Float(occlusion), scope: .input)
            try unit.setParameter(Parameter.obstructionAttenuation, Float(obstruction), scope: .input)
            try unit.initialize()
            let heard = try unit.rendered(48_000, .every(1000))[0][47_000...]
            let power = heard.reduce(0.0) { $0 + Double($1) * Double($1) } / (frequency == 0 ? 1000 : 500)
            #expect(abs(power.squareRoot() / wanted - 1) < 1e-3)
        }
        let unit = try mixer([[[1]]])
        try unit.setParameter(Parameter.obstructionAttenuation, -20, scope: .input)
        let tail = try #require(unit.tailFrameCount)
        try unit.initialize()
        let sound = try unit.rendered(tail + 200)[0]
        #expect(sound[(tail + 1)...].allSatisfy { abs($0) < 1e-6 } && sound[(tail / 2)...].contains { abs($0) > 1e-6 })
    }

    @Test(arguments: [false, true]) func `what goes away at a tenth of the sound's speed is a tenth lower, and later`(
        hasHead: Bool
    ) throws {
        let input = (0..<96_000).map { Float(sin(2 * .pi * 1000 / 48_000 * Double($0))) }
        let unit = try mixer([[input]], head: hasHead ? 0 : nil)
        try unit.setRendering([.dopplerShift], bus: 0)
        let late = unit.latencyFrameCount
        #expect(late == (hasHead ? 15 : 2))
        try unit.initialize()
        #expect(code { try unit.setRendering(.plain, bus: 0) } == .initialized)
        let heard = try unit.rendered(96_000, .every(1000)) { first, count in
            let places = [first, first + count].map { Float(34.3 * Double($0) / 48_000) }
            try unit.scheduleParameters([
                ParameterEvent(
                    Parameter.distance, scope: .input, element: 0,
                    .ramped(offset: 0, frameCount: count, from: places[0], to: places[1]))
            ])
        }
        // In front, where the shadow is the same for both ears: 900 Hz, and what the filters do to its phase is constant.
        let gain = hasHead ? 0.92 : 0.5.squareRoot()
        for side in heard {
            let (cosine, sine) = (2000..<92_000).reduce((0.0, 0.0)) { sums, frame in
                let angle = 2 * .pi * 900 / 48_000 * Double(frame), sample = Double(side[frame])
                return (sums.0 + sample * cos(angle), sums.1 + sample * sin(angle))
            }
            #expect(hypot(cosine, sine) / 45_000 > 0.995 * gain)
        }
        if hasHead { return }
        for frame in stride(from: 2000, to: 96_000, by: 997) {
            let wanted = gain * sin(2 * .pi * 1000 / 48_000 * (0.9 * Double(frame) - Double(late)))
            #expect(abs(Double(heard[0][frame]) - wanted) < 1e-3)
        }
        let tail = try #require(unit.tailFrameCount)
        #expect((9600...9606).contains(tail))
        #expect(code { try mixer([[[1]]]).setRendering([.init(rawValue: 8)], bus: 0) } == .invalidPropertyValue)
    }

    @Test func `loudspeakers all around get what is between them, and a stereo bus the left and the right`() throws {
        let mixer = try mixer([[[1]], [[0.5], [0.25]]])
        try mixer.setStreamFormat(format(48_000, 6), scope: .output)
        try mixer.setChannelLayout(.fiveOne, scope: .output)
        try mixer.setAlgorithm(.vectorBasedPanning, bus: 0)
        try mixer.setParameter(Parameter.azimuth, 110, scope: .input, element: 0)
        try mixer.initialize()
        #expect(try mixer.rendered(1) == [[0.5], [0.25], [0], [0], [0], [1]])
        mixer.uninitialize()
        try mixer.setStreamFormat(format(48_000, 2), scope: .output)
        #expect(code { try mixer.initialize() } == .formatNotSupported)
        #expect(text { try mixer.initialize() }.contains("loudspeakers all around"))
        try mixer.setAlgorithm(.equalPowerPanning, bus: 0)
        try mixer.initialize()
        mixer.uninitialize()
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        #expect(code { try mixer.initialize() } == .formatNotSupported)
    }

    @Test(arguments: Cut.all) func `slices change no bit, and a ramp is a place for each frame`(cut: Cut) throws {
        let noise = (1...2).map { SeededNumbers.noise(4000, seed: $0) }
        func unit() throws -> SpatialMixer {
            let unit = try mixer([[noise[0]], [noise[1]]], head: 1)
            try unit.setParameter(Parameter.azimuth, 20, scope: .input, element: 1)
            try unit.initialize()
            return unit
        }
        let byHand = try unit(), ids = [Parameter.azimuth, Parameter.distance]
        let expected = try byHand.rendered(4000, .every(1)) { frame, _ in
            guard (1000...3000).contains(frame) else { return }
            let value = Float(10 + 80 * (Double(frame - 1000) / 2000))
            for (bus, id) in ids.enumerated() { try byHand.setParameter(id, value, scope: .input, element: bus) }
        }
        let scheduled = try unit()
        let heard = try scheduled.rendered(4000, cut) { first, count in
            guard first < 3000 && first + count > 1000 else { return }
            try scheduled.scheduleParameters(
                ids.enumerated().map { bus, id in
                    ParameterEvent(
                        id, scope: .input, element: bus,
                        .ramped(offset: 1000 - first, frameCount: 2000, from: 10, to: 90))
                })
        }
        #expect(bits(heard) == bits(expected))
        let whole = try unit(), wholly = try whole.rendered(4000, .every(1000))
        let plain = try unit()
        #expect(bits(try plain.rendered(4000, cut)) == bits(wholly))
    }

    @Test func `silence is silence when nothing is left, and marks change no bit`() throws {
        func render(_ isMarked: Bool) throws -> (bits: [[UInt32]], isSilent: [Bool]) {
            let unit = try mixer([[[0]], [[0]]], head: 0)
            for bus in 0..<2 {
                try unit.setRenderCallback(
                    { flags, time, _, frames, buffer in
                        if time.sampleTime < 100 {
                            buffer.fill(channel: 0, with: Array(repeating: 0.5, count: frames))
                        } else if isMarked {
                            flags.insert(.outputIsSilence)
                        }
                    }, bus: bus)
            }
            try unit.setParameter(Parameter.azimuth, 70, scope: .input, element: 0)
            try unit.initialize()
            var sound: [[UInt32]] = [[], []], isSilent: [Bool] = []
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 100)
            for start in stride(from: 0, to: 4000, by: 100) {
                var flags: RenderActionFlags = .offlineRender
                let time = AudioTime(sampleTime: Int64(start), sampleRate: 48_000)
                try unit.render(&flags, time: time, frameCount: 100, into: &buffer)
                for channel in 0..<2 { sound[channel] += bits([buffer.samples(ofChannel: channel)])[0] }
                isSilent.append(flags.contains(.outputIsSilence))
            }
            return (sound, isSilent)
        }
        let marked = try render(true)
        #expect(try render(false).bits == marked.bits)
        #expect(!marked.isSilent[1] && marked.isSilent.last == true)
        #expect(marked.bits.allSatisfy { $0.suffix(100).allSatisfy { $0 == 0 } })
    }

    @Test func `HRTF wants the responses of a head at the output's rate`() throws {
        let unit = try mixer([[[1]], [[1], [1]]])
        for bus in 0..<2 { try unit.setAlgorithm(.hrtf, bus: bus) }
        #expect(text { try unit.initialize() }.contains("HRTF wants the responses of a head at 48000.0 Hz"))
        let one = HeadResponses.Measurement(azimuth: 0, elevation: 0, left: [0, 0.5], right: [0, 0.25])
        try unit.setHeadResponses(HeadResponses([one], sampleRate: 44_100))
        #expect(code { try unit.initialize() } == .formatNotSupported)
        try unit.setHeadResponses(HeadResponses([one], sampleRate: 48_000))
        #expect(unit.tailFrameCount == 1 && unit.latencyFrameCount == 0)
        try unit.initialize()
        #expect(try unit.rendered(3) == [[1, 0.5, 0], [1, 0.25, 0]])
        #expect(code { try unit.setHeadResponses(nil) } == .initialized)
    }

    @Test func `what cannot be placed is refused by its bus`() throws {
        for wrong in [format(48_000, 3), format(44_100, 1)] {
            let unit = try mixer([[[1]], [[1]]])
            try unit.setStreamFormat(wrong, scope: .input, element: 1)
            #expect(code { try unit.initialize() } == .formatNotSupported)
        }
        let unit = try mixer([[[1]]])
        try unit.initialize()
        #expect(code { try unit.setAlgorithm(.sphericalHead, bus: 0) } == .initialized)
        #expect(code { try unit.setAlgorithm(.sphericalHead, bus: 1) } == .invalidElement)
        for wrong in [
            DistanceAttenuation(referenceDistance: 0), DistanceAttenuation(maximumDistance: 0.5),
            DistanceAttenuation(maximumAttenuation: .nan), DistanceAttenuation(maximumDistance: .infinity),
        ] {
            #expect(code { try unit.setAttenuation(wrong, bus: 0) } == .invalidPropertyValue)
        }
    }

    @Test func `the class info has algorithms and distances`() throws {
        let unit = try mixer([[[1]], [[1]], [[1]]], head: 1), other = SpatialMixer()
        let attenuation = DistanceAttenuation(
            curve: .exponential, referenceDistance: 2, maximumDistance: 30, maximumAttenuation: 50)
        try unit.setAttenuation(attenuation, bus: 2)
        try unit.setRendering(.dopplerShift, bus: 2)
        try other.setAlgorithm(.stereoPassThrough, bus: 0)
        try other.setClassInfo(unit.classInfo)
        #expect(other.classInfo == unit.classInfo && other.elementCount(.input) == 3)
        #expect(try other.attenuation(bus: 2) == attenuation && other.algorithm(bus: 1) == .sphericalHead)
        #expect(try other.algorithm(bus: 0) == .equalPowerPanning && other.rendering(bus: 2) == .dopplerShift)
        #expect(try unit.property(.spatialMixerAttenuationCurve, scope: .input, element: 2) == .exponential)
        try unit.initialize()
        #expect(code { try unit.setClassInfo(SpatialMixer().classInfo) } == .initialized)
    }
}
