public import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession
internal import KKUnits

/// How far the sound of a plug-in can be relied on, by what it makes of half a second of noise and as much silence when
/// it is rendered in several ways.
///
/// It tells what was seen: a plug-in that varies once in a thousand times is taken for one that does not.
public struct PluginCertificate: Hashable, Sendable, Codable {
    public enum Verdict: String, Hashable, Sendable, Codable {
        /// The same bits each time, whatever of the processor the C library uses.
        case portable
        /// The same bits each time, which may be others on another machine.
        case thisMachine = "this machine"
        /// Other bits the next time.
        case varies
        /// It cannot be rendered.
        case fails
    }

    public private(set) var verdict = Verdict.portable
    /// What was seen, in words.
    public private(set) var reasons: [String] = []
    /// Frames by which it says that its output is late.
    public private(set) var latency = 0

    /// Renders it in several ways, each in a process of its own.
    ///
    /// - Parameter program: the `kkmix-plugin-host`; `nil` is the one beside this program.
    public init(examining plugin: PluginDescription, program: FilePath? = nil) {
        do {
            let trial = PluginTrial(plugin, program: program), first = try trial.play()
            latency = first.latency
            func see(_ isSame: Bool, _ reason: String, _ worse: Verdict = .portable) {
                if isSame { return }
                if !reasons.contains(reason) { reasons.append(reason) }
                if worse == .varies || verdict == .portable { verdict = worse }
            }
            for _ in 0..<2 { see(try trial.play() == first, "another process makes another sound", .varies) }
            for processor in [
                "", "glibc.cpu.hwcaps=-AVX512F,-AVX512VL", "\(PluginProcess.plainProcessor),-SSE4_1,-SSSE3",
            ] where verdict == .portable {
                see(
                    try trial.play(processor: processor) == first,
                    "the C library of another processor makes another sound", .thisMachine)
            }
            see(try !Self.asksForProcessor(plugin.file), "its code asks which processor this is", .thisMachine)
            // kkmix has a process for each and blocks of one length, so the rest shows in no mix.
            see(try trial.play(isReset: true) == first, "a second sound in one process is another one")
            let pair = try trial.play(copies: 2).sound, count = first.sound.count
            see(
                Array(pair[..<count]) == first.sound && Array(pair[count...]) == first.sound,
                "two instances in one process make other sounds")
            for length in [64, 4_096] {
                see(
                    try trial.play(blockLength: length).sound == first.sound,
                    "blocks of \(length) frames make another sound")
            }
        } catch {
            verdict = .fails
            reasons = [(error as? any Failure)?.problem ?? "\(error)"]
        }
    }

    /// Whether a library has x86's instruction `cpuid` in it, by its two bytes.
    private static func asksForProcessor(_ library: FilePath) throws -> Bool {
        var last: UInt8 = 0, isFound = false
        try SmallFile.read(library) { bytes in
            for byte in bytes {
                if last == 0x0F, byte == 0xA2 { isFound = true }
                last = byte
            }
        }
        return isFound
    }
}

/// A plug-in that is tried: what it makes of a sound.
struct PluginTrial {
    struct Result: Hashable {
        /// Bits of the samples, behind the latency.
        var sound: [[UInt32]]
        var latency: Int
    }

    private let plugin: PluginDescription
    private let program: FilePath?
    /// What is played, at which rate, and with which values of the parameters.
    var input: [Float]
    var sampleRate = 48_000.0
    var values: [Float]
    var state: [UInt8] = []

    /// - Parameter length: frames of noise, and of silence behind it.
    init(_ plugin: PluginDescription, program: FilePath? = nil, length: Int = 24_576) {
        (self.plugin, self.program) = (plugin, program)
        input = Self.noise(length) + Array(repeating: 0, count: length)
        values = plugin.parameters.map(\.defaultValue)
    }

    /// Noise of three quarters of full scale.
    private static func noise(_ count: Int) -> [Float] {
        var state: UInt32 = 1
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(Int32(bitPattern: state)) * 0x1.8p-32
        }
    }

    /// - Parameters:
    ///   - copies: instances side by side, of which each gets the same.
    ///   - isReset: whether it plays once before.
    /// - Throws: what ``PluginProcess`` throws.
    func play(
        copies: Int = 1, isReset: Bool = false, blockLength: Int = PluginProcess.blockLength,
        processor: String = PluginProcess.plainProcessor
    ) throws -> Result {
        let channelCount = copies * plugin.audioInputs.count
        let process = try PluginProcess(
            plugin, sampleRate: sampleRate, channelCount: channelCount, values: values, state: state,
            blockLength: blockLength, processor: processor, program: program)
        if isReset {
            _ = try play(in: process, channelCount, values)
            try process.reset()
        }
        return Result(
            sound: try play(in: process, channelCount, values), latency: process.latency - blockLength)
    }

    /// Plays it with other values first, and then when it has been activated again.
    ///
    /// - Returns: what it makes of the sound then, and the state that it had saved before that.
    /// - Throws: what ``PluginProcess`` throws.
    func play(after sweep: [[Float]]) throws -> (sound: [[UInt32]], state: [UInt8]) {
        let channelCount = plugin.audioInputs.count
        let process = try PluginProcess(
            plugin, sampleRate: sampleRate, channelCount: channelCount, values: values, state: state, program: program)
        for values in sweep { _ = try play(in: process, channelCount, values) }
        let saved = try process.savedState()
        try process.reactivate()
        return (try play(in: process, channelCount, values), saved)
    }

    private func play(in process: PluginProcess, _ channelCount: Int, _ values: [Float]) throws -> [[UInt32]] {
        let count = input.count + process.latency
        var buffer = PCMBuffer(channelCount: channelCount, frameCapacity: count)
        buffer.frameLength = count
        for channel in 0..<channelCount {
            buffer.withMutableChannel(channel) { samples in
                for frame in 0..<count { samples[frame] = frame < input.count ? input[frame] : 0 }
            }
        }
        try process.process(0..<count, in: &buffer, values: values)
        return (0..<channelCount).map { channel in
            buffer.withMutableChannel(channel) { samples in
                (process.latency..<count).map { samples[$0].bitPattern }
            }
        }
    }
}
