import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Every unit is asked for what there is not, with the largest and smallest numbers: it answers by an error, or does
/// nothing, and never ends the program.
@Suite struct ImpossibleCallTests {
    private static let values: [Float] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, -1, 0, 1e9,
        .leastNonzeroMagnitude,
    ]
    private static let numbers = [Int.min, -1, 0, 1, 7, 1 << 20, 1 << 40, .max]
    private static let times: [Int64] = [.min, .min + 1, -1, 0, 1 << 53, .max - 1, .max]

    private func tried(_ body: () throws -> Void) { try? body() }

    @Test(arguments: AudioComponent.all.map(\.description))
    func `a unit survives every number`(component: ComponentDescription) throws {
        let unit = try component.makeUnit()
        for scope in Scope.allCases {
            for number in Self.numbers {
                tried { try unit.setElementCount(number, scope: scope) }
                tried { _ = try unit.streamFormat(scope, element: number) }
                tried { try unit.setElementName("a", scope: scope, element: number) }
                tried { try unit.setStreamFormat(.canonical(sampleRate: 44_100, channels: number), scope: scope) }
                tried { try unit.setMaximumFramesPerSlice(number) }
                tried { try unit.disconnect(bus: number) }
                tried { try unit.setRenderCallback({ _, _, _, _, _ in }, bus: number) }
                for value in Self.values {
                    tried { try unit.setParameter(ParameterID(rawValue: 0), value, scope: scope, element: number) }
                }
            }
            for rate in [0, -1, .nan, .infinity, 1e-300, 1e300, 1] as [Double] {
                tried { try unit.setStreamFormat(.canonical(sampleRate: rate, channels: 2), scope: scope) }
            }
            tried { try unit.setChannelLayout(ChannelLayout([]), scope: scope) }
            tried {
                try unit.setStreamFormat(
                    StreamDescription(sampleRate: 0, formatID: .linearPCM, channelsPerFrame: 0), scope: scope)
            }
        }
        if !unit.isInitialized {
            tried { try unit.setElementCount(1, scope: .input) }
            tried { try unit.setElementCount(1, scope: .output) }
            for scope in [Scope.input, .output] {
                tried { try unit.setStreamFormat(.canonical(sampleRate: 44_100, channels: 2), scope: scope) }
            }
        }
        tried { try unit.setMaximumFramesPerSlice(64) }
        tried { try unit.setRenderCallback({ _, _, _, _, _ in }, bus: 0) }
        for scope in Scope.allCases {
            for info in unit.parameters(scope) {
                for value in Self.values { tried { try unit.setParameter(info.id, value, scope: scope) } }
            }
        }
        // Two of them are refused as they are set up now, and are then rendered uninitialized.
        tried { try unit.initialize() }
        for offset in Self.numbers {
            for count in Self.numbers {
                for value in Self.values {
                    let changes: [ParameterEvent.Change] = [
                        .immediate(offset: offset, value: value),
                        .ramped(offset: offset, frameCount: count, from: value, to: -value),
                    ]
                    for change in changes {
                        tried {
                            try unit.scheduleParameters([
                                ParameterEvent(ParameterID(rawValue: 0), scope: .input, change)
                            ])
                        }
                    }
                }
            }
        }
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 64)
        for time in Self.times {
            for count in Self.numbers + [64] {
                for bus in Self.numbers {
                    tried {
                        var flags: RenderActionFlags = []
                        try unit.render(
                            &flags, time: AudioTime(sampleTime: time, sampleRate: 44_100), bus: bus, frameCount: count,
                            into: &buffer)
                    }
                }
            }
            unit.reset()
        }
        unit.uninitialize()
    }

    @Test func `players survive every time`() throws {
        for start in Self.times {
            for length in Self.times {
                let player = FilePlayer(), source = ArraySource([[1, 2, 3], [4, 5, 6]], sampleRate: 48_000)
                tried { try player.setScheduledFiles([source]) }
                tried {
                    try player.scheduleRegion(
                        ScheduledAudioFileRegion(
                            source, startTime: start, startFrame: length, framesToPlay: length, loopCount: .max))
                }
                tried { try player.schedule(ScheduledSource(source, startTime: start)) }
                tried { try player.scheduleStartTime(length) }
                let slice = ScheduledAudioSlice(
                    ScheduledAudioBuffer(PCMBuffer(channelCount: 2, frameCapacity: 4)), startTime: start)
                tried { try player.scheduleSlice(slice) }
                try player.initialize()
                var buffer = PCMBuffer(channelCount: 2, frameCapacity: 64)
                for time in Self.times {
                    tried {
                        var flags: RenderActionFlags = []
                        try player.render(
                            &flags, time: AudioTime(sampleTime: time, sampleRate: 44_100), frameCount: 64, into: &buffer
                        )
                    }
                }
            }
        }
    }
}
