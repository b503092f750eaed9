import AVFAudioCompat
import Testing

/// The units of an engine's effect nodes, and their presets.
@Suite struct EffectNodeTests: RenderedByHand {
    /// What a mono sound becomes, as long as it is, in an engine that has nothing but this unit.
    private func played<Unit: AVAudioUnit>(
        _ sound: AVAudioPCMBuffer, through unit: Unit, _ change: (Unit) -> Void = { _ in }
    ) throws -> [Float] {
        let engine = try engine(), player = AVAudioPlayerNode()
        engine.attach(player)
        engine.attach(unit)
        engine.connect(player, to: unit, format: mono)
        engine.connect(unit, to: engine.mainMixerNode, format: mono)
        change(unit)
        player.scheduleBuffer(sound)
        try engine.start()
        player.play()
        return try render(engine, Int(sound.frameLength))
    }

    @Test func `a reverb begins dry, in a medium hall, and a preset is another room`() throws {
        func heard(_ change: (AVAudioUnitReverb) -> Void) throws -> [Float] {
            try played(buffer(mono, 4000) { $0 == 0 ? 1 : 0 }, through: AVAudioUnitReverb(), change)
        }
        let dry = try heard { #expect($0.wetDryMix == 0 && $0.name == "AUReverb2") }
        #expect(dry[0] == 1 && dry[1...].allSatisfy { $0 == 0 })
        let hall = try heard { $0.wetDryMix = 100 }
        let same = try heard {
            $0.wetDryMix = 100
            $0.loadFactoryPreset(.mediumHall)
            #expect($0.wetDryMix == 100)
        }
        let plate = try heard {
            $0.wetDryMix = 100
            $0.loadFactoryPreset(.plate)
        }
        #expect(hall == same && hall != plate && hall[0] == 0 && hall.contains { $0 != 0 })
        #expect(AVAudioUnitReverbPreset.largeHall2.rawValue == 12)
    }

    @Test func `a distortion begins with the bits of drums, and a preset is another sound`() throws {
        func heard(_ change: (AVAudioUnitDistortion) -> Void) throws -> [Float] {
            try played(buffer(mono, 2000) { Float($0 % 100) / 200 }, through: AVAudioUnitDistortion(), change)
        }
        let first = try heard {
            #expect($0.preGain == -6 && $0.wetDryMix == 50 && $0.name == "AUDistortion")
            #expect($0.latency == 119.0 / 44_100)
        }
        let brush = try heard { $0.loadFactoryPreset(.drumsBitBrush) }
        let cubed = try heard {
            ($0.preGain, $0.wetDryMix) = (-3, 80)
            $0.loadFactoryPreset(.multiDistortedCubed)
            #expect($0.preGain == -3 && $0.wetDryMix == 80)
        }
        #expect(first == brush && first != cubed && first.contains { $0 != 0 })
        #expect(AVAudioUnitDistortionPreset.multiDistortedCubed.rawValue == 10)
        #expect(AVAudioUnitDistortionPreset.speechWaves.rawValue == 21)
    }

    /// Every effect unit of Apple's is one of an engine's nodes, by its description at least.
    @Test func `each of Apple's effects and time effects is a node`() throws {
        var found: [String] = []
        for type in [kAudioUnitType_Effect, kAudioUnitType_FormatConverter] {
            var wanted = AudioComponentDescription(), component: AudioComponent?
            (wanted.componentType, wanted.componentManufacturer) = (type, kAudioUnitManufacturer_Apple)
            while let next = AudioComponentFindNext(component, &wanted) {
                component = next
                var description = AudioComponentDescription()
                #expect(AudioComponentGetDescription(next, &description) == noErr)
                let isTime = [
                    kAudioUnitSubType_Varispeed, kAudioUnitSubType_NewTimePitch, kAudioUnitSubType_TimePitch,
                ].contains(description.componentSubType)
                guard type == kAudioUnitType_Effect || isTime else { continue }
                let node: AVAudioUnit =
                    isTime
                    ? AVAudioUnitTimeEffect(audioComponentDescription: description)
                    : AVAudioUnitEffect(audioComponentDescription: description)
                let sound = try played(buffer(mono, 30_000) { _ in 0.25 }, through: node)
                #expect(sound.contains { $0 != 0 }, "\(node.name)")
                found.append(node.name)
            }
        }
        #expect(found.count >= 17 && Set(found).count == found.count)
    }
}
