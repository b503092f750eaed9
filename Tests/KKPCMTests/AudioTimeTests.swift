import KKPCM
import Testing

@Suite struct AudioTimeTests {
    @Test func `the host's time is the time line in nanoseconds, and no second is longer than another`() {
        for (frame, rate, expected) in [
            (0, 44_100, 0), (1, 48_000, 20_833), (44_100, 44_100, 1_000_000_000), (22_050, 44_100, 500_000_000),
            (3, 96_000, 31_250), (48_000 * 86_400, 48_000, 86_400_000_000_000),
        ] as [(Int64, Double, UInt64)] {
            let time = AudioTime(sampleTime: frame, sampleRate: rate)
            #expect(time.hostTime == expected, "\(frame) at \(rate)")
            #expect(time.rateScalar == 1)
        }
    }

    @Test func `there is no host's time before the first frame, nor where it cannot be counted`() {
        for (frame, rate) in [(-1, 48_000), (.max, 1e-9), (1, 0), (0, 0), (1, .nan)] as [(Int64, Double)] {
            #expect(AudioTime(sampleTime: frame, sampleRate: rate).hostTime == nil, "\(frame) at \(rate)")
        }
        #expect(AudioTime(sampleTime: .max, sampleRate: 1e10).hostTime != nil)
    }
}
