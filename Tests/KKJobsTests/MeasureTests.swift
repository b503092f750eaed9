import KKMixing
import KKTestSupport
import Testing

@Suite struct MeasureTests {
    private func measurement(
        integrated: Double? = nil, truePeak: Double? = nil, samples: [Float] = []
    ) throws -> Measurement {
        let meter = try SoundMeter(layout: .mono, sampleRate: 44_100)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: max(1, samples.count))
        buffer.fill(channel: 0, with: samples)
        buffer.frameLength = samples.count
        meter.add(buffer)
        var measurement = meter.finish()
        measurement.loudness.integrated = integrated
        measurement.truePeak = truePeak
        return measurement
    }

    @Test(
        "both ends of a limit keep it, and what is beyond misses it",
        arguments: [
            (-23.5, true), (-22.5, true), (-23.0, true), (-23.5049, true), (-22.4951, true), (-23.506, false),
            (-22.494, false),
        ])
    func ends(level: Double, isKept: Bool) throws {
        let verdicts = LoudnessProfile.ebuR128.verdicts(on: try measurement(integrated: level, truePeak: -1))
        #expect(verdicts.map(\.isKept) == [isKept, true] && verdicts.map(\.value) == [level, -1])
        #expect(
            LoudnessProfile.ebuR128.verdicts(on: try measurement(integrated: level, truePeak: -0.994))[1].isKept
                == false)
    }

    @Test(
        "a level that is printed as its limit keeps it",
        arguments: [(-1.0004, true), (-0.9996, true), (-0.9951, true), (-0.9949, false)])
    func printed(peak: Double, isKept: Bool) throws {
        let verdict = LoudnessProfile.ebuR128.verdicts(on: try measurement(truePeak: peak))[1]
        #expect(verdict.isKept == isKept && isKept == (decimalText(peak, digits: 2) == "-1.00"))
    }

    @Test("silence keeps a limit on peaks and misses one on loudness; a noise floor of too little sound is missed")
    func silence() throws {
        #expect(LoudnessProfile.ebuR128.verdicts(on: try measurement()).map(\.isKept) == [false, true])
        let acx = LoudnessProfile.acx
        #expect(acx.verdicts(on: try measurement(samples: [0, 0])).map(\.isKept) == [false, true, false, true, true])
        #expect(
            acx.verdicts(on: try measurement(samples: [Float](repeating: 0, count: 22_050))).map(\.isKept) == [
                false, true, true, true, true,
            ])
    }

    @Test("an audiobook by ACX: RMS between -23 and -18, peaks to -3, a floor of -60 dBFS")
    func audiobook() throws {
        let speech = (0..<88_200).map { Float($0 % 2 == 0 ? 0.1 : -0.1) },
            room = [Float](repeating: 0.0005, count: 22_050)
        #expect(LoudnessProfile.acx.verdicts(on: try measurement(samples: speech + room)).allSatisfy(\.isKept))
        let noisy = try measurement(samples: speech + room.map { $0 * 3 })
        #expect(LoudnessProfile.acx.verdicts(on: noisy).map(\.isKept) == [true, true, false, true, true])
        #expect(
            LoudnessProfile.acx.verdicts(on: try measurement(samples: speech + room + [0.75])).map(\.isKept) == [
                true, false, true, true, true,
            ])
    }

    @Test("profiles are found by name, and no other name is one")
    func names() throws {
        for profile in LoudnessProfile.all { #expect(try LoudnessProfile(named: profile.name) == profile) }
        #expect(throws: SessionError.self) { try LoudnessProfile(named: "EBU") }
    }

    @Test(
        "a job measures the same with any number of threads, and what a meter measures of the reader's frames",
        arguments: [
            "music.wav", "music.mp3", "channels-6.flac",
        ])
    func job(name: String) throws {
        var job = MeasureJob(path: FilePath(Fixtures.path(name)))
        let report = try job.run()
        for count in [2, 4] {
            job.threadCount = count
            #expect(try job.run() == report)
        }
        let reader = try AudioFileReader(path: Fixtures.path(name))
        let meter = try SoundMeter(layout: reader.clientLayout, sampleRate: reader.format.sampleRate)
        var buffer = PCMBuffer(channelCount: reader.format.channelCount, frameCapacity: 777)
        while true {
            buffer.frameLength = try reader.read(into: &buffer, at: 0, frameCount: 777)
            if buffer.frameLength == 0 { break }
            meter.add(buffer)
        }
        #expect(meter.finish() == report.measurement)
    }
}
