internal import KKDSP
public import KKPCM

extension MultiChannelMixer {
    /// What a bus added to one output sample of the last rendered slice, which must not have had scheduled events.
    ///
    /// - Parameter frame: within that slice.
    public func contribution(ofBus bus: Int, toChannel channel: Int, frame: Int) -> Float {
        guard buses.indices.contains(bus), inputs[bus].isSupplied, isHeard(inputs[bus]),
            outputs[0].values[Place.enable] != 0
        else { return 0 }
        return buses[bus].crosspoints.share(ofFrame: frame, of: inputs[bus].buffer, toChannel: channel)
            * outputGain(ofChannel: channel)
    }

    /// Writes what a bus added to the last rendered slice: its frames after matrix, pan and volume, before the output's
    /// volume and pan. The sum of the shares in the order of the buses, in Float32, is the slice (apart from −0 and 0);
    /// the share of a bus that is not heard is silence. The slice must not have had scheduled events.
    ///
    /// - Parameters:
    ///   - frameCount: the number of frames from the slice's first, at most all.
    ///   - buffer: with the output's channels and room for the frames; its length does not change.
    public func writeShare(ofBus bus: Int, frameCount: Int, into buffer: inout PCMBuffer) {
        guard buses.indices.contains(bus), inputs[bus].isSupplied, isHeard(inputs[bus]) else {
            buffer.silence(0..<frameCount)
            return
        }
        mix(0..<frameCount, ofBus: bus, into: &buffer, replacing: true)
    }

    /// Where the parameters are in an element.
    enum Place {
        static let volume = 0, enable = 1, pan = 2
    }

    /// Whether a bus adds anything: one at volume 0 does not, while it does not ramp.
    func isHeard(_ element: Element) -> Bool {
        element.values[Place.enable] != 0 && (element.values[Place.volume] != 0 || element.ramps[Place.volume] != nil)
    }

    /// Works out the gains of a bus after one of its settings has changed.
    func updateGains(ofBus index: Int) {
        let layout = outputs[0].layout
        let pan = layout.channelCount == 1 ? 0 : inputs[index].values[Place.pan]
        buses[index].setGains(volume: inputs[index].values[Place.volume], pan: Pan(pan), layout: layout)
    }

    /// Makes the frames of a bus the next ones, at the output's rate, and says whether they are silence.
    func pull(_ index: Int, _ flags: RenderActionFlags, time: AudioTime, frameCount: Int) throws -> Bool {
        if try buses[index].convert(frameCount, at: time, into: &inputs[index].buffer) { return false }
        return try pullInput(index, flags, time: time, frameCount: frameCount).contains(.outputIsSilence)
    }

    /// Has the meters of a bus hear its frames.
    func meter(_ frames: Range<Int>, ofBus index: Int) {
        guard let meter = inputSettings[index].meter else { return }
        let element = inputs[index]
        meter.addBefore(frames, of: element.buffer)
        let volume = Fader(element, Place.volume)
        if volume.ramp == nil || !isHeard(element) {
            meter.addBehind(frames, of: element.buffer, gain: isHeard(element) ? volume.constant : 0)
        } else {
            for channel in 0..<element.buffer.channelCount {
                meter.addBehind(frames, of: element.buffer, channel: channel) { volume.value(at: $0) }
            }
        }
    }

    /// Mixes the frames of a bus that is heard into `buffer`.
    func mix(_ frames: Range<Int>, ofBus index: Int, into buffer: inout PCMBuffer, replacing: Bool) {
        let element = inputs[index]
        if element.ramps[Place.volume] == nil && element.ramps[Place.pan] == nil {
            buses[index].crosspoints.mix(frames, of: element.buffer, into: &buffer, replacing: replacing, row: &row)
        } else {
            fillFactors(frames, of: element, isPanned: inputSettings[index].levels == nil)
            buses[index].crosspoints.mix(
                frames, of: element.buffer, into: &buffer, replacing: replacing, factors: factors, row: &row)
        }
    }

    /// Sends the sum through the volume, the pan and the enable of the output.
    ///
    /// - Returns: whether anything is left of it.
    func applyOutput(_ frames: Range<Int>, to buffer: inout PCMBuffer) -> Bool {
        let output = outputs[0], meter = outputSettings.meter
        meter?.addBefore(frames, of: buffer)
        defer { meter?.addBehind(frames, of: buffer) }
        if output.values[Place.enable] == 0 {
            buffer.silence(frames)
            return false
        }
        if output.ramps[Place.volume] == nil && output.ramps[Place.pan] == nil {
            for channel in 0..<buffer.channelCount {
                buffer.applyGain(outputGain(ofChannel: channel), to: frames, ofChannel: channel)
            }
            return true
        }
        fillFactors(frames, of: output, isPanned: true)
        for channel in 0..<buffer.channelCount {
            buffer.withMutableChannel(channel) { samples in
                factors.withChannel(channel) { factors in
                    for frame in frames { samples[frame] *= factors[frame] }
                }
            }
        }
        return true
    }

    private func outputGain(ofChannel channel: Int) -> Float {
        let layout = outputs[0].layout
        let pan = layout.channelCount == 1 ? 0 : outputs[0].values[Place.pan]
        return outputs[0].values[Place.volume] * Pan(pan).gain(for: layout.labels[channel])
    }

    /// Volume × pan of an element for every frame and output channel.
    private func fillFactors(_ frames: Range<Int>, of element: Element, isPanned: Bool) {
        let labels = outputs[0].layout.labels
        let volume = Fader(element, Place.volume), pan = Fader(element, Place.pan)
        factors.frameLength = frames.upperBound
        for channel in labels.indices {
            factors.withMutableChannel(channel) { factors in
                for frame in frames {
                    let side = isPanned && labels.count > 1 ? Pan(pan.value(at: frame)).gain(for: labels[channel]) : 1
                    factors[frame] = volume.value(at: frame) * side
                }
            }
        }
    }
}
