// A player with an audio queue, written as a Core Audio programmer writes it: the packets of a stream fill the queue's
// buffers one after the other, from its output callback, until the running listener says that it has stopped. The queue
// is an offline one, so a loop asks it for the sound.
//
//   curl … | swift run queue-player - OUT.wav
import KKAudio

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2 else { leave("usage: queue-player IN.mp3|- OUT.wav", status: 64) }

func run(input: String, output: String) throws {
    let supplier = try PacketSupplier(ByteStream(path: input))
    guard case .format(let description) = supplier.property(.dataFormat) else {
        leave("queue-player: no packets in \(input)", status: 65)
    }

    // The output callback: the buffer has been played, and is filled again. Behind the last packet the queue stops when
    // all is played.
    func refill(_ queue: AudioQueue, _ buffer: AudioQueue.Buffer) throws {
        let (packets, isFirst, isLast) = try supplier.fill(buffer)
        guard !packets.isEmpty else { return }
        try queue.enqueue(
            buffer, packets: packets, trimFramesAtStart: isFirst ? supplier.trimAtStart : 0,
            trimFramesAtEnd: isLast ? supplier.trimAtEnd : 0)
        if isLast { try queue.stop(immediately: false) }
    }

    // AudioQueueNewOutput, kAudioQueueProperty_MagicCookie, AudioQueueAddPropertyListener,
    // AudioQueueSetOfflineRenderFormat
    let queue = try AudioQueue(output: description, callback: refill)
    if case .bytes(let cookie) = supplier.property(.magicCookieData) { try queue.setMagicCookie(cookie) }
    var hasStopped = false
    try queue.addPropertyListener(.isRunning) { queue, _ in hasStopped = !queue.isRunning }
    let format = StreamDescription.linearPCM(
        sampleRate: description.sampleRate, channels: description.channelCount, bits: 32, flags: .isFloat)
    try queue.setOfflineRenderFormat(format)

    // AudioQueueStart, then AudioQueueAllocateBuffer and the first filling of each.
    try queue.start()
    for _ in 0..<3 where queue.isRunning {
        let buffer = try queue.allocateBuffer(byteCapacity: supplier.bufferByteCount)
        try refill(queue, buffer)
    }

    // AudioQueueOfflineRender, until the listener has heard that the queue runs no more.
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24), layout: .standard(format.channelCount),
        sampleRate: format.sampleRate)
    let rendered = try queue.allocateBuffer(byteCapacity: 4096 * Int(format.bytesPerFrame))
    var slice = PCMBuffer(channelCount: format.channelCount, frameCapacity: 4096)
    while !hasStopped {
        let count = try queue.offlineRender(at: writer.framesWritten, into: rendered, frameCount: 4096)
        let samples = rendered.samples(as: Float.self)
        for channel in 0..<format.channelCount {
            slice.fill(channel: channel, with: (0..<count).map { samples[$0 * format.channelCount + channel] })
        }
        slice.frameLength = count
        try writer.write(slice)
    }
    try writer.finalize()
}

do {
    try run(input: words[0], output: words[1])
} catch {
    leave("queue-player: \(error)", status: 65)
}
