import AVFAudioCompat
import Testing

/// An engine's slices, connections, taps and blocks.
@Suite struct EngineTests: RenderedByHand {
    /// There are 2³⁹ ways from the first mixer to the last.
    @Test func `a chain of mixers that fork and join is connected without a walk through all its ways`() {
        let engine = AVAudioEngine()
        let mixers = (0..<40).map { _ in AVAudioMixerNode() }
        for mixer in mixers { engine.attach(mixer) }
        for (source, taker) in zip(mixers, mixers.dropFirst()) {
            let points = (0..<2).map { AVAudioConnectionPoint(node: taker, bus: $0) }
            engine.connect(source, to: points, fromBus: 0, format: nil)
        }
        #expect(engine.outputConnectionPoints(for: mixers[38], outputBus: 0).count == 2)
    }

    @Test func `an engine without manual rendering says what to call`() throws {
        let error = #expect(throws: (any Error).self) { try AVAudioEngine().start() }
        let number = try #require(error as NSError?)
        #expect(number.domain == "com.apple.coreaudio.avfaudio" && number.code == 0x2164_6576)
        #expect(number.localizedDescription.contains("enableManualRenderingMode"))
    }

    @Test func `rendering wants a running engine, a slice that is not too long, and its format`() throws {
        let engine = try engine()
        let output = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 1024))
        func code(_ body: () throws -> Void) -> Int {
            do { try body() } catch { return (error as NSError).code }
            return 0
        }
        #expect(code { try engine.renderOffline(1, to: output) } == -80802)
        try engine.start()
        #expect(code { try engine.renderOffline(513, to: output) } == -10874)
        #expect(code { try engine.renderOffline(1, to: AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 1)!) } == -50)
        #expect(code { try engine.enableManualRenderingMode(.offline, format: stereo, maximumFrameCount: 1) } == -80801)
        engine.stop()
        try engine.enableManualRenderingMode(.realtime, format: stereo, maximumFrameCount: 64)
        try engine.start()
        #expect(code { try engine.renderOffline(1, to: output) } == -80800)
        #expect(engine.manualRenderingMaximumFrameCount == 64 && engine.manualRenderingMode == .realtime)
        var status: OSStatus = 1
        #expect(engine.manualRenderingBlock(64, output.mutableAudioBufferList, &status) == .success && status == noErr)
        #expect(engine.manualRenderingBlock(65, output.mutableAudioBufferList, &status) == .error && status == -10874)
        #expect(engine.manualRenderingSampleTime == 64)
        engine.reset()
        #expect(engine.manualRenderingSampleTime == 0)
    }

    @Test func `a mixer adds what has other rates and channels`() throws {
        let engine = try engine()
        let slow = AVAudioFormat(standardFormatWithSampleRate: 22050, channels: 1)!
        let first = player(engine, slow), second = player(engine, stereo)
        first.scheduleBuffer(buffer(slow, 2000) { _ in 0.25 })
        second.scheduleBuffer(buffer(stereo, 4000) { _ in 0.5 })
        try engine.start()
        first.play()
        second.play()
        let heard = try render(engine, 3000)
        #expect(heard[1000..<2500].allSatisfy { abs($0 - 0.75) < 1e-5 })
        #expect(engine.mainMixerNode.nextAvailableInputBus == 2)
        #expect(engine.mainMixerNode.inputFormat(forBus: 0).sampleRate == 22050)
    }

    @Test func `one output feeds several inputs, once each`() throws {
        let engine = try engine()
        let player = AVAudioPlayerNode(), delay = AVAudioUnitDelay(), slow = AVAudioMixerNode()
        for node in [player, delay, slow] { engine.attach(node) }
        let mixer = engine.mainMixerNode
        engine.connect(
            player,
            to: [
                AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: delay, bus: 0),
                AVAudioConnectionPoint(node: slow, bus: 0),
            ], fromBus: 0, format: stereo)
        engine.connect(delay, to: mixer, fromBus: 0, toBus: 1, format: stereo)
        engine.connect(
            slow, to: mixer, fromBus: 0, toBus: 2,
            format: AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
        slow.outputVolume = 0
        (delay.delayTime, delay.feedback, delay.wetDryMix, delay.lowPassCutoff) = (
            TimeInterval(10) / 44100, 0, 100, 22050
        )
        try engine.start()
        player.scheduleBuffer(buffer(stereo, 600) { $0 == 0 ? 1 : 0 })
        player.play()
        let heard = try render(engine, 600, slice: 64)
        #expect(heard.prefix(12) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
        #expect(engine.outputConnectionPoints(for: player, outputBus: 0).count == 3)
        #expect(engine.inputConnectionPoint(for: delay, inputBus: 0)?.node === player)
    }

    @Test func `who was not asked for a while goes on at the engine's time`() throws {
        let engine = try engine()
        let player = AVAudioPlayerNode(), side = AVAudioMixerNode(), mixer = engine.mainMixerNode
        engine.attach(player)
        engine.attach(side)
        let points = [AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: side, bus: 0)]
        engine.connect(player, to: points, fromBus: 0, format: mono)
        engine.connect(side, to: mixer, fromBus: 0, toBus: 1, format: mono)
        try engine.start()
        player.scheduleBuffer(buffer(mono, 40_000) { Float($0) })
        player.play()
        #expect(try render(engine, 3) == [0, 2, 4])
        engine.disconnectNodeOutput(side)
        #expect(try render(engine, 30_000).last == 30_002)
        engine.connect(side, to: mixer, fromBus: 0, toBus: 1, format: mono)
        #expect(try render(engine, 2) == [60_006, 60_008])
    }

    @Test func `connections change between slices`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        try engine.start()
        player.scheduleBuffer(buffer(mono, 100) { Float($0 + 1) })
        player.play()
        #expect(try render(engine, 2) == [1, 2])
        let equalizer = AVAudioUnitEQ(numberOfBands: 2)
        equalizer.globalGain = Float(20 * log10(2.0))
        engine.attach(equalizer)
        engine.connect(player, to: equalizer, format: mono)
        engine.connect(equalizer, to: engine.mainMixerNode, format: nil)
        #expect(try render(engine, 2).map { $0.rounded() } == [6, 8])
        equalizer.bypass = true
        #expect(try render(engine, 1) == [5])
        engine.disconnectNodeInput(equalizer)
        #expect(try render(engine, 1) == [0])
        engine.detach(equalizer)
        engine.connect(player, to: engine.mainMixerNode, format: mono)
        #expect(try render(engine, 1) == [6] && equalizer.engine == nil)
        #expect(engine.attachedNodes.contains(player))
    }

    @Test func `formats that do not go together are an error of start`() throws {
        let engine = try engine()
        let player = AVAudioPlayerNode(), delay = AVAudioUnitDelay()
        engine.attach(player)
        engine.attach(delay)
        engine.connect(player, to: delay, format: mono)
        engine.connect(delay, to: engine.mainMixerNode, format: stereo)
        let error = #expect(throws: (any Error).self) { try engine.start() }
        #expect((error as NSError?)?.code == -10868)
    }

    @Test func `a tap gets buffers of its size, and the node's time`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        var taps: [(AVAudioFramePosition, [Float])] = []
        player.installTap(onBus: 0, bufferSize: 100, format: nil) { buffer, when in
            taps.append((when.sampleTime, (0..<Int(buffer.frameLength)).map { buffer.floatChannelData![0][$0] }))
        }
        try engine.start()
        player.scheduleBuffer(buffer(mono, 250) { Float($0) })
        player.play()
        _ = try render(engine, 250, slice: 64)
        #expect(taps.map(\.0) == [0, 100] && taps[1].1 == (100..<200).map(Float.init))
        player.removeTap(onBus: 0)
        _ = try render(engine, 250)
        #expect(taps.count == 2)
    }

    @Test func `an input block feeds the graph, and may run dry`() throws {
        let engine = try engine()
        var given = 0
        let input = buffer(mono, 64) { Float($0) }
        #expect(
            engine.inputNode.setManualRenderingInputPCMFormat(mono) { frames in
                given += 1
                if given == 3 { return nil }
                input.frameLength = given == 2 ? frames / 2 : frames
                return input.audioBufferList
            })
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: mono)
        var sunk: [Float] = []
        let sink = AVAudioSinkNode { _, frames, list in
            let data = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))[0]
            sunk += UnsafeBufferPointer<Float>(data).prefix(Int(frames))
            return noErr
        }
        engine.attach(sink)
        try engine.start()
        let output = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 64))
        #expect(try engine.renderOffline(4, to: output) == .success && output.floatChannelData![1][3] == 3)
        #expect(try engine.renderOffline(4, to: output) == .insufficientDataFromInputNode)
        #expect((0..<4).map { output.floatChannelData![0][$0] } == [0, 1, 0, 0])
        #expect(try engine.renderOffline(4, to: output) == .insufficientDataFromInputNode)
        engine.connect(
            engine.inputNode,
            to: [
                AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 0), AVAudioConnectionPoint(node: sink, bus: 0),
            ],
            fromBus: 0, format: mono)
        #expect(try engine.renderOffline(4, to: output) == .success && sunk == [0, 1, 2, 3])
    }

    @Test func `input of another format is converted, and asked for in slices`() throws {
        let engine = try engine(slice: 64)
        let shorts = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 22050, channels: 1, interleaved: true))
        let input = try #require(AVAudioPCMBuffer(pcmFormat: shorts, frameCapacity: 64))
        var most: AVAudioFrameCount = 0
        engine.inputNode.setManualRenderingInputPCMFormat(shorts) { frames in
            most = max(most, frames)
            for frame in 0..<Int(frames) { input.int16ChannelData![0][frame] = 16384 }
            input.frameLength = frames
            return input.audioBufferList
        }
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: stereo)
        try engine.start()
        let heard = try render(engine, 1000, slice: 64)
        #expect(heard[500...].allSatisfy { abs($0 - 0.5) < 1e-4 } && most == 64)
    }

    @Test func `the block says in the list how much there is`() throws {
        let engine = try engine()
        try engine.start()
        let output = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 512))
        #expect(engine.manualRenderingBlock(100, output.mutableAudioBufferList, nil) == .success)
        #expect(output.frameLength == 100 && output.audioBufferList.pointee.mBuffers.mDataByteSize == 400)
        #expect(output.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 2048 && output.frameLength == 100)
        output.frameLength = 7
        #expect(output.frameLength == 7)
    }

    @Test func `another thread changes the engine between two slices`() async throws {
        let engine = try engine()
        let player = player(engine, mono)
        try engine.start()
        player.play()
        nonisolated(unsafe) let shared = (engine, player, mono)
        let changing = Task.detached {
            for turn in 0..<200 {
                let delay = AVAudioUnitDelay()
                shared.0.attach(delay)
                shared.0.connect(shared.1, to: delay, format: shared.2)
                shared.0.connect(delay, to: shared.0.mainMixerNode, format: shared.2)
                (delay.wetDryMix, shared.1.volume) = (0, Float(turn) / 200)
                shared.0.detach(delay)
            }
            shared.0.connect(shared.1, to: shared.0.mainMixerNode, format: shared.2)
        }
        for _ in 0..<200 { _ = try render(engine, 64) }
        await changing.value
        player.volume = 1
        player.scheduleBuffer(buffer(mono, 3) { Float($0 + 1) }, completionHandler: nil)
        #expect(try render(engine, 4) == [1, 2, 3, 0])
    }

    @Test func `a rate that is too far away is an error of start`() throws {
        let engine = try engine()
        let slow = try #require(AVAudioFormat(standardFormatWithSampleRate: 1, channels: 1))
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: slow)
        let error = #expect(throws: (any Error).self) { try engine.start() }
        #expect((error as NSError?)?.code == -10868)
    }

    @Test func `a source block is asked once for every frame`() throws {
        let engine = try engine()
        var next: Float = 0
        var times: [Double] = []
        let source = AVAudioSourceNode(format: mono) { _, stamp, frames, list in
            times.append(stamp.pointee.mSampleTime)
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = UnsafeMutableBufferPointer<Float>(buffer)
                for frame in 0..<Int(frames) { samples[frame] = next + Float(frame) }
            }
            next += Float(frames)
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        try engine.start()
        #expect(try render(engine, 10, slice: 4) == (0..<10).map(Float.init) && times == [0, 4, 8])
        source.volume = 0
        #expect(try render(engine, 2) == [0, 0])
    }

    @Test func `a block's own error is that of the slice`() throws {
        let engine = try engine()
        let source = AVAudioSourceNode { _, _, _, _ in -1234 }
        engine.attach(source)
        engine.connect(source, to: engine.outputNode, format: stereo)
        try engine.start()
        let error = #expect(throws: (any Error).self) { _ = try render(engine, 1) }
        #expect((error as NSError?)?.code == -1234 && engine.manualRenderingSampleTime == 0)
    }

    @Test func `a slice within a slice is not done`() throws {
        let engine = try engine()
        let output = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 8))
        var inner: AVAudioEngineManualRenderingStatus?
        let source = AVAudioSourceNode { _, _, _, _ in
            inner = try? engine.renderOffline(1, to: output)
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: stereo)
        try engine.start()
        _ = try render(engine, 1)
        #expect(inner == .cannotDoInCurrentContext)
    }

    @Test func `an effect of kkmix is one by its description, and the C functions know its unit`() throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let limiter = AVAudioUnitEffect(audioComponentDescription: description)
        #expect(limiter.name == "AUPeakLimiter" && limiter.manufacturerName == "Apple")
        #expect(AudioUnitSetParameter(limiter.audioUnit, 2, kAudioUnitScope_Global, 0, 6, 0) == noErr)
        var gain: Float = 0
        #expect(AudioUnitGetParameter(limiter.audioUnit, 2, kAudioUnitScope_Global, 0, &gain) == noErr && gain == 6)
        var made: AVAudioUnit?
        AVAudioUnit.instantiate(with: description, options: []) { unit, _ in made = unit }
        #expect(made is AVAudioUnitEffect)
        AVAudioUnit.instantiate(with: AudioComponentDescription(), options: []) { unit, error in
            #expect(unit == nil && (error as NSError?)?.code == -3000)
        }
    }

    @Test func `bands have Apple's defaults and ranges`() {
        let equalizer = AVAudioUnitEQ(numberOfBands: 3), band = equalizer.bands[2]
        #expect(equalizer.bands.count == 3 && band.bypass && band.filterType == .parametric && band.gain == 0)
        (band.filterType, band.frequency, band.gain, band.bandwidth) = (.highShelf, 1e9, -200, .nan)
        #expect(band.filterType == .highShelf && band.frequency == 22050 && band.gain == -96 && band.bandwidth == 0.5)
        #expect(AVAudioUnitEQ(numberOfBands: 0).bands.isEmpty && AVAudioUnitEQ().bands.count == 1)
        let delay = AVAudioUnitDelay()
        #expect(delay.wetDryMix == 100 && delay.delayTime == 1 && delay.feedback == 50 && delay.lowPassCutoff == 15000)
        // As `setParameter` has it: what is infinite is not a value.
        (delay.feedback, delay.wetDryMix) = (-.infinity, 1000)
        #expect(delay.feedback == 50 && delay.wetDryMix == 100)
    }

    @Test func `classes of a program's own are made and called as Apple's are`() throws {
        final class Peak: AVAudioUnitEffect {
            convenience init(threshold: Float) {
                self.init(
                    audioComponentDescription: AudioComponentDescription(
                        componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
                        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
            }
        }
        final class Counting: AVAudioEngine {
            var starts = 0
            override func start() throws {
                starts += 1
                try super.start()
            }
        }
        #expect(Peak(threshold: 1).name == "AUPeakLimiter")
        let engine = Counting()
        try engine.enableManualRenderingMode(.offline, format: stereo, maximumFrameCount: 512)
        try engine.start()
        #expect(engine.starts == 1 && engine.isRunning)
    }
}
