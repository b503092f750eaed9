internal import KKConvert
internal import KKPCM

/// Decodes linear PCM, µ-law and A-law: bytes of a container's data into canonical frames in the WAVE order of
/// channels.
///
/// Float samples that are not a number or infinite are an error that names the channel and the frame, unless somebody
/// wants them; samples above full scale are legal.
///
/// ## Allocation
/// One buffer of bytes at opening, and one of frames when channels must change places. None while reading or seeking.
final class LinearPCMDecoder: FileDecoder {
    let properties: FileProperties
    var warnings: [FileWarning] { data.warnings }

    private let data: any LinearData
    private let unpacker: PCMUnpacker
    private let isFloat: Bool
    /// Whether a sample that is not a number or infinite is an error.
    var checksNumbers = true
    /// The stored channel for each delivered one; `nil` if they are the same.
    private let channelOrder: [Int]?
    /// Frames in the order of the file, on their way to another one.
    private var stored: PCMBuffer

    /// Bytes from the file, and the frames that they hold.
    private var bytes: [UInt8]
    private var buffered: Range<Int64> = 0..<0
    private let bufferFrames: Int
    /// The next frame to be read.
    private var position: Int64 = 0

    private static let bufferByteCount = 1 << 16

    /// - Parameter container: of linear data (`codec` is `.linear`).
    convenience init(
        _ source: ByteSource, _ container: Container, _ properties: FileProperties
    ) throws(AudioFileError) {
        try self.init(
            StoredLinearData(source, offset: container.dataOffset), container: container, properties: properties)
    }

    /// - Parameters:
    ///   - data: the container's.
    ///   - properties: with the number of frames that are read at most.
    init(_ data: any LinearData, container: Container, properties: FileProperties) throws(AudioFileError) {
        self.data = data
        self.properties = properties
        do {
            unpacker = try PCMUnpacker(format: container.dataFormat)
        } catch {
            throw AudioFileError(
                .unsupportedDataFormat, kind: error.kind, path: data.name, error.problem,
                nextStep: error.nextStep ?? "convert the file to 16-, 24- or 32-bit WAV with a program that reads it")
        }
        isFloat = container.dataFormat.isFloat
        let order = container.storedLayout.waveOrder
        channelOrder = order == Array(order.indices) ? nil : order
        let frameBytes = max(1, Int(container.dataFormat.bytesPerFrame))
        bufferFrames = max(1, Int(min(Int64(Self.bufferByteCount / frameBytes), properties.frameCount)))
        bytes = [UInt8](repeating: 0, count: bufferFrames * frameBytes)
        stored = PCMBuffer(channelCount: order.count, frameCapacity: channelOrder == nil ? 0 : bufferFrames)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0, position < properties.frameCount else { return 0 }
        if !buffered.contains(position) { try fill() }
        let count = Int(min(Int64(frameCount), buffered.upperBound - position))
        guard count > 0 else { return 0 }
        unpack(count, into: &buffer, at: offset)
        if isFloat && checksNumbers { try checkNumbers(in: buffer, frames: offset..<offset + count) }
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = max(0, frame)
    }

    var countedFrames: Int64? { data.byteCount.map { $0 / Int64(unpacker.bytesPerFrame) } }

    /// Reads the bytes of the next frames. Leaves fewer than it should, down to none, when the file has become shorter.
    private func fill() throws(AudioFileError) {
        let frameBytes = unpacker.bytesPerFrame
        let wanted = Int(min(Int64(bufferFrames), properties.frameCount - position))
        let done = try data.read(at: position * Int64(frameBytes), into: &bytes, count: wanted * frameBytes)
        buffered = position..<position + Int64(done / frameBytes)
    }

    private func unpack(_ count: Int, into buffer: inout PCMBuffer, at offset: Int) {
        let first = Int(position - buffered.lowerBound) * unpacker.bytesPerFrame
        // The span needs a name that outlives it; the array behind it is not copied.
        let bytes = bytes
        let slice = unsafe bytes.span.bytes.extracting(first..<first + count * unpacker.bytesPerFrame)
        guard let channelOrder else {
            unpacker.unpack(slice, frameCount: count, into: &buffer, at: offset)
            return
        }
        unpacker.unpack(slice, frameCount: count, into: &stored, at: 0)
        stored.frameLength = count
        for (channel, origin) in channelOrder.enumerated() {
            stored.withChannel(origin) { from in
                buffer.withMutableChannel(channel) { to in
                    for index in 0..<count { to[offset + index] = from[index] }
                }
            }
        }
    }

    private func checkNumbers(in buffer: borrowing PCMBuffer, frames: Range<Int>) throws(AudioFileError) {
        guard let found = firstNonFinite(in: buffer, frames: frames) else { return }
        let frame = position + Int64(found.frame - frames.lowerBound)
        let place = AudioFileError.Position.channel(found.channel, frame: frame)
        if let value = storedDouble(frame, channel: found.channel), value.isFinite {
            throw AudioFileError(
                .invalidFile, path: data.name, at: place, "a sample of \(value) is beyond the range of 32-bit float",
                nextStep: "lower its level to the usual full scale of 1")
        }
        throw AudioFileError(
            .invalidFile, path: data.name, at: place, "a sample is infinite or not a number",
            nextStep: "export the file again; the program that made it divided by zero or overflowed")
    }

    /// A buffered sample as the file has it, where that is wider than what it is decoded to.
    private func storedDouble(_ frame: Int64, channel: Int) -> Double? {
        guard properties.dataFormat.bitsPerChannel == 64, buffered.contains(frame) else { return nil }
        let start = Int(frame - buffered.lowerBound) * unpacker.bytesPerFrame + (channelOrder?[channel] ?? channel) * 8
        let isBigEndian = properties.dataFormat.formatFlags.contains(.isBigEndian)
        let stored = bytes[start..<start + 8]
        let bits = (isBigEndian ? Array(stored) : stored.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bitPattern: bits)
    }
}

/// The bytes of linear audio.
protocol LinearData: AnyObject {
    /// The file, for messages.
    var name: String { get }

    /// The damage met while reading.
    var warnings: [FileWarning] { get }

    /// All bytes, where their end came before it was promised; `nil` before, and where they are known without.
    var byteCount: Int64? { get }

    /// Reads to the front of `bytes`, or replaces them, with at most `count` bytes of the data from `offset` on, whole
    /// frames where it gives fewer.
    ///
    /// - Returns: how many; 0 at the end.
    func read(at offset: Int64, into bytes: inout [UInt8], count: Int) throws(AudioFileError) -> Int
}

/// Those of a file.
private final class StoredLinearData: LinearData {
    var name: String { source.name }
    var warnings: [FileWarning] { [] }
    var byteCount: Int64? { nil }

    private let source: ByteSource
    private let start: Int64

    init(_ source: ByteSource, offset: Int64) {
        self.source = source
        start = offset
    }

    func read(at offset: Int64, into bytes: inout [UInt8], count: Int) throws(AudioFileError) -> Int {
        try source.read(at: start + offset, into: &bytes, count: count)
    }
}
