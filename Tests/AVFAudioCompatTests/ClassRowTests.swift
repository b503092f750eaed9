import AVFAudioCompat
import KKCallTables
import Testing

/// The page says of some members what is otherwise; each is held by a test.
@Suite struct ClassRowTests {
    /// The test that holds each row of the page that is otherwise.
    static let held: [String: [String: String]] = [
        "AVAudioChannelLayout": ["init(layoutTag:)": "a layout whose order kkmix does not know is none"],
        "AVAudioTime": [
            "hostTime(forSeconds:)": "a host time is nanoseconds since frame 0 of the engine",
            "seconds(forHostTime:)": "a time with a host time tells that of another",
        ],
        "AVAudioFile": [
            "read(into:)": "integers of 32 bits are read through Float32",
            "read(into:frameCount:)": "a file is read from its frame position to its end",
            "init(forWriting:settings:)": "what is written is read again",
            "init(forWriting:settings:commonFormat:interleaved:)":
                "a file that nobody has closed is complete when the program ends",
            "write(from:)": "what is infinite or not a number is not written",
        ],
        "AVAudioConverter": [
            "init(from:to:)": "packets are those of KKAudio's converter, and are decoded back",
            "convert(to:error:withInputFrom:)": "an empty buffer that comes with data is the end of a conversion",
            "sampleRateConverterAlgorithm": "a setting that is impossible is an error of the next conversion",
            "bitRate": bitRates, "bitRateStrategy": bitRates, "applicableEncodeBitRates": bitRates,
            "availableEncodeBitRates": bitRates, "availableEncodeSampleRates": bitRates,
            "applicableEncodeSampleRates": bitRates, "availableEncodeChannelLayoutTags": bitRates,
        ],
        "AVAudioPlayer": [
            "play()": unheard, "play(atTime:)": unheard, "prepareToPlay()": unheard,
            "deviceCurrentTime": "a player begins at a time of its device",
            "updateMeters()": "meters tell of what was rendered since the last time",
            "averagePower(forChannel:)": meter, "peakPower(forChannel:)": meter,
            "enableManualRendering(format:maximumFrameCount:)": "another rate is the file, converted",
            "renderOffline(_:to:)": "a sound is played to its end, and its delegate is told",
        ],
        "AVAudioEngine": [
            "start()": "formats that do not go together are an error of start",
            "renderOffline(_:to:)": "rendering wants a running engine, a slice that is not too long, and its format",
            "isAutoShutdownEnabled": members,
        ],
        "AVAudioNode": [
            "lastRenderTime": "a host time is nanoseconds since frame 0 of the engine",
            "latency": "a node's latency is that of its unit alone", "outputPresentationLatency": members,
            "installTap(onBus:bufferSize:format:block:)": "a tap gets buffers of its size, and the node's time",
        ],
        "AVAudioIONode": ["presentationLatency": members],
        "AVAudioMixing": ["pan": pan], "AVAudioStereoMixing": ["pan": pan], "AVAudioMixingDestination": ["pan": pan],
        "AVAudioSinkNode": [
            "init(receiverBlock:)": "a sink's block is called behind the slice's output, on the same thread"
        ],
        "AVAudioPlayerNode": [
            "scheduleBuffer": completions, "scheduleFile": "a mono file goes to both sides of a stereo player",
            "scheduleSegment": "a mono file goes to both sides of a stereo player",
            "play()": "a player plays before the engine does, and is heard when it does",
            "play(at:)": "a host time is nanoseconds since frame 0 of the engine", "stop()": completions,
            "prepare(withFrameCount:)": "a player plays before the engine does, and is heard when it does",
        ],
        "AVAudioUnit": [
            "audioUnit": "an effect of kkmix is one by its description, and the C functions know its unit",
            "version": members, "instantiate(with:options:completionHandler:)": instantiated,
            "instantiate(with:options:)": instantiated,
        ],
        "AVAudioUnitEffect": [
            "init(audioComponentDescription:)":
                "an effect of kkmix is one by its description, and the C functions know its unit"
        ],
        "AVAudioUnitReverb": [
            "loadFactoryPreset(_:)": "a reverb begins dry, in a medium hall, and a preset is another room"
        ],
        "AVAudioUnitDistortion": [
            "loadFactoryPreset(_:)": "a distortion begins with the bits of drums, and a preset is another sound"
        ],
        "AVAudioUnitTimeEffect": [
            "init(audioComponentDescription:)":
                "a time effect takes what it needs, and a player's end is heard where it is due"
        ],
        "AVAudioUnitTimePitch": [
            "rate": "a rate that changes is heard from the next window on, and the tone goes on",
            "overlap": "a time effect takes what it needs, and a player's end is heard where it is due",
        ],
        "AVAudioUnitEQ": [
            "init(numberOfBands:)": "an equaliser has 64 bands, and a program that wants one more ends"
        ],
    ]
    private static let bitRates = "a bit rate is one of the encoder's, and so is its strategy"
    private static let unheard = "nobody hears a player that nobody asks for its sound"
    private static let meter =
        "a player's meter has the mean of a tenth of a second, and a peak for one, before the volume"
    private static let members = "an engine is taken out of manual rendering, and nodes tell their buses"
    private static let pan = "a node's own pan, and that of its place at a mixer, is a balance"
    private static let completions = "completions come when the slice with the last frame is done, in order"
    private static let instantiated = "a unit is made before its handler's call is over, and is an effect"

    @Test func `every row that differs is held by a test, and no other`() throws {
        let tests = try ClassTableTests.tests()
        for list in CallClass.all {
            let rows = list.calls.filter { if case .differs = $0.state { true } else { false } }.map(\.name)
            // The forms of a call are one row.
            let names = Set(rows.map { $0.hasPrefix("schedule") ? String($0.prefix { $0 != "(" }) : $0 })
            let held = Self.held[list.title] ?? [:]
            #expect(names == Set(held.keys), "\(list.title)")
            for test in held.values { #expect(tests.contains("func `\(test)`"), "\(list.title): \(test)") }
        }
        #expect(Set(Self.held.keys).isSubset(of: CallClass.all.map(\.title)))
    }
}
