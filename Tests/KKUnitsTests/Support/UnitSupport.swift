import KKPCM
import KKTestSupport
import KKUnits

/// A callback that gives `channels` by sample time, and silence before and after.
func give(_ channels: [[Float]]) -> RenderCallback {
    { _, time, _, frames, buffer in
        for (channel, samples) in channels.enumerated() {
            for index in 0..<frames {
                let frame = Int(time.sampleTime) + index
                if samples.indices.contains(frame) { buffer.fill(channel: channel, at: index, with: [samples[frame]]) }
            }
        }
    }
}

/// How a render is cut: always the same number of frames, or a seeded number of them.
enum Cut: Sendable, CustomStringConvertible {
    case every(Int)
    case random(UInt64)

    static let all: [Cut] = [.every(1), .every(63), .every(512), .every(1156), .random(5)]

    var description: String {
        switch self {
        case .every(let count): "slices of \(count)"
        case .random: "random slices"
        }
    }
}

extension AudioUnit {
    /// Renders `frameCount` frames from frame 0 of the time line on, a channel an array.
    ///
    /// - Parameter before: called before every slice with its first frame and its length.
    func rendered(
        _ frameCount: Int, _ cut: Cut = .every(512), from start: Int64 = 0, bus: Int = 0,
        before: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> [[Float]] {
        let format = try streamFormat(.output, element: bus)
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: maximumFramesPerSlice)
        var result = [[Float]](repeating: [], count: format.channelCount)
        var numbers = SeededNumbers(seed: 9)
        var done = 0
        while done < frameCount {
            let slice =
                switch cut {
                case .every(let count): count
                case .random: 1 + Int(numbers.next() % UInt64(maximumFramesPerSlice))
                }
            let count = min(slice, frameCount - done)
            var flags: RenderActionFlags = .offlineRender
            let time = AudioTime(sampleTime: start + Int64(done), sampleRate: format.sampleRate)
            try before(done, count)
            // What is in the client's memory is never heard.
            for channel in result.indices { buffer.fill(channel: channel, with: Array(repeating: 7, count: count)) }
            try render(&flags, time: time, bus: bus, frameCount: count, into: &buffer)
            for channel in result.indices { result[channel] += buffer.samples(ofChannel: channel) }
            done += count
        }
        return result
    }
}

/// The code of the unit error that `body` throws; `nil` if it throws none.
func code(_ body: () throws -> Void) -> AudioUnitError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? AudioUnitError)?.code
    }
}

func format(_ rate: Double, _ channels: Int) -> StreamDescription { .canonical(sampleRate: rate, channels: channels) }
