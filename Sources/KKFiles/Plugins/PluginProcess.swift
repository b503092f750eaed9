internal import KKContainers
public import KKPCM

/// A plug-in at work in a process of its own.
///
/// It gets blocks of one length, counted from the first frame, whatever slices are asked for: so these show in no bit, and
/// the sound comes a block later. It is there as often as its inputs go into the channels. What its controls are when a
/// block is complete holds for all of it.
///
/// A plug-in that crashes, ends its process, goes beyond its blocks, gives what is no number, or does not answer before
/// the deadline fails the call with its name and the frame. What it prints goes nowhere.
///
/// ## Allocation
/// In `init` alone.
public final class PluginProcess {
    public static let blockLength = 1024
    /// Milliseconds for which a plug-in may be silent.
    public static let deadline = 10_000
    /// What the C library may not use of the processor, so that its sines have the same bits on each.
    public static let plainProcessor =
        "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX2_Usable,-FMA_Usable,-FMA4_Usable,-AVX512F_Usable"

    /// Frames by which the output is later than the input: a block, and what the plug-in says.
    public private(set) var latency: Int

    /// Channels of the side chains, as often as the plug-in is there.
    public let keyChannelCount: Int

    private let plugin: PluginDescription
    private let host: PluginHost
    private let channelCount: Int
    private let blockLength: Int
    /// A word and the ports' values, and behind them the blocks of the channels: what is sent, and what came back.
    private var sent: [UInt32], received: [UInt32]
    private let head: Int
    /// Frames of the block that is under way, and the frame with which it begins.
    private var place = 0, start: Int64 = 0

    private static let ready: UInt32 = 0x6B6B_7264, run: UInt32 = 0x6B6B_726E, again: UInt32 = 0x6B6B_7273
    private static let save: UInt32 = 0x6B6B_7376, reactivated: UInt32 = 0x6B6B_7261
    private static let longestState = 1 << 20

    /// Starts the process, and sets the plug-in up.
    ///
    /// - Parameters:
    ///   - values: those of its controls, in the order of ``PluginDescription/controls``.
    ///   - state: what ``savedState()`` gave, or a preset has; empty for that of a new one.
    ///   - processor: what the C library may not use of the processor: a value of `GLIBC_TUNABLES`.
    ///   - program: the `kkmix-plugin-host` that it plays in; `nil` is the one beside this program.
    ///   - deadline: milliseconds for which it may be silent.
    /// - Throws: ``AudioFileError`` of kind `unavailable`.
    public init(
        _ plugin: PluginDescription, sampleRate: Double, channelCount: Int, values: [Float],
        state: [UInt8] = [], blockLength: Int = PluginProcess.blockLength,
        processor: String = PluginProcess.plainProcessor,
        program: FilePath? = nil, deadline: Int = PluginProcess.deadline
    ) throws(AudioFileError) {
        (self.plugin, self.channelCount) = (plugin, channelCount)
        (self.blockLength, latency) = (blockLength, blockLength)
        let copies = channelCount / max(1, plugin.audioInputs.count)
        keyChannelCount = copies * plugin.sideChains.count
        host = try PluginHost(
            [
                "run", plugin.kind.rawValue, plugin.file.absolute.text, plugin.label, "\(sampleRate)", "\(copies)",
                "\(blockLength)", "\(state.count)",
            ],
            plugin: FilePath("\(plugin.file.text), \(plugin.label)"), program: program, processor: processor,
            deadline: deadline)
        head = 1 + plugin.ports.count
        sent = Array(repeating: 0, count: head + (channelCount + keyChannelCount) * blockLength)
        received = Array(repeating: 0, count: head + channelCount * blockLength)
        try host.send(state)
        guard try answer(count: 1) == Self.ready else { throw host.error(at: nil, "answers what nobody asked") }
        guard let port = plugin.latencyPort else { return }
        try turn(values)
        let late = Float(bitPattern: received[1 + port])
        guard (0...0x1p20).contains(late) else {
            throw host.error(at: nil, "states a latency of \(late) frames, which cannot be")
        }
        latency += Int(late.rounded())
        try reset()
    }

    /// Silence behind: the next frame is the first one again.
    public func reset() throws(AudioFileError) { try begin(Self.again) }

    /// The same, of the plug-in that there is, which is to forget what it heard and to keep its state.
    public func reactivate() throws(AudioFileError) { try begin(Self.reactivated) }

    private func begin(_ request: UInt32) throws(AudioFileError) {
        sent[0] = request
        try send(count: 1)
        guard try answer(count: 1) == request else { throw host.error(at: nil, "answers what nobody asked") }
        for index in head..<sent.count { sent[index] = 0 }
        for index in head..<received.count { received[index] = 0 }
        (place, start) = (0, 0)
    }

    /// What it keeps beside its controls, for a new one of the same kind; empty where it keeps nothing.
    ///
    /// ## Allocation
    /// The bytes.
    ///
    /// - Throws: ``AudioFileError`` of kind `unavailable`.
    public func savedState() throws(AudioFileError) -> [UInt8] {
        try host.send([Self.save], count: 1, at: start)
        var words: [UInt32] = [0, 0]
        try host.receive(&words, count: 2, at: start)
        guard words[0] == Self.save else { throw host.error(at: start, "answers what nobody asked") }
        guard words[1] <= Self.longestState else { throw host.error(at: start, "has a state of more than a megabyte") }
        let count = Int(words[1])
        words = Array(repeating: 0, count: (count + 3) / 4)
        try host.receive(&words, count: words.count, at: start)
        return Array(
            words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }.prefix(count))
    }

    /// Puts what comes out in the place of `frames`.
    ///
    /// - Parameters:
    ///   - buffer: the channels of the sound, and behind them those of the side chains, or none: then these are silent.
    ///   - values: those of its controls.
    /// - Throws: ``AudioFileError`` of kind `unavailable`.
    public func process(
        _ frames: Range<Int>, in buffer: inout PCMBuffer, values: [Float]
    ) throws(AudioFileError) {
        let count = buffer.channelCount
        precondition(
            count == channelCount || count == channelCount + keyChannelCount, "a plug-in keeps the number of channels")
        var done = frames.lowerBound
        while done < frames.upperBound {
            let count = min(frames.upperBound - done, blockLength - place)
            for channel in 0..<buffer.channelCount {
                let here = head + channel * blockLength + place
                buffer.withMutableChannel(channel) { samples in
                    for index in 0..<count {
                        sent[here + index] = samples[done + index].bitPattern
                        if channel < channelCount { samples[done + index] = Float(bitPattern: received[here + index]) }
                    }
                }
            }
            (place, done) = (place + count, done + count)
            if place == blockLength { try turn(values) }
        }
    }

    /// A block is complete.
    private func turn(_ values: [Float]) throws(AudioFileError) {
        sent[0] = Self.run
        for (port, value) in zip(plugin.controls, values) { sent[1 + port] = value.bitPattern }
        try send(count: sent.count)
        guard try answer(count: received.count) == Self.run else {
            throw host.error(at: start, "answers what nobody asked")
        }
        for index in head..<received.count where received[index] & 0x7F80_0000 == 0x7F80_0000 {
            let frame = (index - head) % blockLength
            throw host.error(at: start + Int64(frame), "gave a sample that is infinite or no number")
        }
        (place, start) = (0, start + Int64(blockLength))
    }

    private func send(count: Int) throws(AudioFileError) {
        try host.send(sent, count: count, at: start)
    }

    /// - Returns: its first word.
    private func answer(count: Int) throws(AudioFileError) -> UInt32 {
        try host.receive(&received, count: count, at: start)
        return received[0]
    }
}
