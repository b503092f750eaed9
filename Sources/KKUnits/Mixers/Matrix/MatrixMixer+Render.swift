internal import KKDSP
internal import KKPCM

/// An input bus of an initialized matrix mixer.
final class MatrixInput {
    let bus: Int
    /// The number of its first channel.
    let firstChannel: Int
    let ring: InputRing
    /// The slice that is being mixed.
    var frames: PCMBuffer

    init(ofBus bus: Int, firstChannel: Int, of mixer: MatrixMixer) {
        self.bus = bus
        self.firstChannel = firstChannel
        ring = InputRing(ofBus: bus, of: mixer)
        frames = PCMBuffer(
            channelCount: mixer.inputs[bus].format.channelCount, frameCapacity: mixer.maximumFramesPerSlice)
    }
}

extension MatrixMixer {
    /// Makes the frames of a bus those of `time`, and says whether they are silence. Its meters hear each frame once.
    func pull(
        _ source: MatrixInput, _ flags: RenderActionFlags, time: AudioTime, frameCount: Int, taker: Int
    ) throws -> Bool {
        source.frames.frameLength = frameCount
        let read = try source.ring.read(
            flags, time: time, frameCount: frameCount, into: &source.frames, taker: place(.output, taker))
        if let meter = inputSettings[source.bus].meter {
            meter.addBefore(read.fresh, of: source.frames)
            for channel in 0..<source.frames.channelCount {
                let gain = MatrixGain(inputChannels[source.firstChannel + channel])
                meter.addBehind(read.fresh, of: source.frames, channel: channel) { gain.value(at: $0) }
            }
        }
        return read.isSilent
    }

    /// Mixes every input into a channel of an output bus.
    func mix(_ frames: Range<Int>, toChannel channel: Int, ofBus bus: Int, into buffer: inout PCMBuffer) {
        let output = outputStarts[bus] + channel
        var isEmpty = true
        for source in sources where inputs[source.bus].isSupplied {
            for sourceChannel in 0..<source.frames.channelCount {
                let input = source.firstChannel + sourceChannel
                let gain = MatrixGain(inputChannels[input], crosspoints[input][output])
                if gain.isZero { continue }
                buffer.mix(
                    frames, ofChannel: sourceChannel, of: source.frames, gain, toChannel: channel, replacing: isEmpty)
                isEmpty = false
            }
        }
        if isEmpty { buffer.silence(frames, ofChannel: channel) }
        let meter = outputSettings[bus].meter
        meter?.addBefore(frames, of: buffer, channel: channel)
        let gain = MatrixGain(outputChannels[output], global)
        if gain.isZero {
            buffer.silence(frames, ofChannel: channel)
        } else if let constant = gain.constant {
            buffer.applyGain(constant, to: frames, ofChannel: channel)
        } else {
            buffer.withMutableChannel(channel) { samples in
                for frame in frames { samples[frame] *= gain.value(at: frame) }
            }
        }
        meter?.addBehind(frames, of: buffer, channel: channel) { _ in 1 }
    }
}

extension PCMBuffer {
    /// Sets `channel` to a channel of `source` times a gain, or adds that to it.
    fileprivate mutating func mix(
        _ frames: Range<Int>, ofChannel sourceChannel: Int, of source: borrowing PCMBuffer, _ gain: MatrixGain,
        toChannel channel: Int,
        replacing: Bool
    ) {
        if let constant = gain.constant {
            if replacing {
                set(frames, ofChannel: sourceChannel, of: source, gain: constant, toChannel: channel)
            } else {
                add(frames, ofChannel: sourceChannel, of: source, gain: constant, toChannel: channel)
            }
            return
        }
        withMutableChannel(channel) { sum in
            source.withChannel(sourceChannel) { samples in
                for frame in frames {
                    let product = samples[frame] * gain.value(at: frame)
                    sum[frame] = replacing ? product : sum[frame] + product
                }
            }
        }
    }
}
