internal import KKConvert
internal import KKPCM

/// Linear PCM, µ-law and A-law in any container: a header, the quantised samples, padding, and the header again with
/// its true sizes.
///
/// ## Allocation
/// In `init`; where the container has another order of channels, also for a buffer that is longer than all before it.
final class PCMEncoder: FileEncoder {
    private let file: OutputFile
    private let header: any PCMHeader
    private let headerSize: Int64
    private let bytesPerFrame: Int
    private let maximumByteCount: Int64
    private var packer: PCMPacker
    private var order: ChannelOrder
    private var frameCount: Int64 = 0

    init(file: OutputFile, header: any PCMHeader, dither: Dither, seed: UInt64) throws(AudioFileError) {
        self.file = file
        self.header = header
        do throws(ConvertError) {
            packer = try PCMPacker(format: header.dataFormat, dither: dither, seed: seed)
        } catch {
            throw AudioFileError(.unsupportedDataFormat, kind: .defect, path: file.name, error.problem)
        }
        order = ChannelOrder(header.channelOrder)
        bytesPerFrame = Int(header.dataFormat.bytesPerFrame)
        maximumByteCount = header.maximumByteCount
        let bytes = header.bytes(byteCount: file.isStream ? nil : 0)
        headerSize = Int64(bytes.count)
        try file.append(bytes)
    }

    var overloads: OverloadTally { order.fromFile(packer.overloads) }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        let (count, overflow) = buffer.frameLength.multipliedReportingOverflow(by: bytesPerFrame)
        guard !overflow, Int64(count) <= maximumByteCount - frameCount * Int64(bytesPerFrame) else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .cannotCreate, path: file.name, at: .frame(frameCount),
                "this container is limited to \(headerSize + maximumByteCount) bytes, but the audio is longer",
                nextStep: "write WAV or CAF instead")
        }
        try file.append(count) { bytes in
            order.arranging(buffer) { arranged in _ = packer.pack(arranged, firstFrame: frameCount, into: &bytes) }
        }
        frameCount += Int64(buffer.frameLength)
    }

    func finish() throws(AudioFileError) {
        let byteCount = frameCount * Int64(bytesPerFrame)
        guard !file.isStream else { return }
        try file.append([UInt8](repeating: 0, count: header.padding(byteCount: byteCount)))
        try file.patch(header.bytes(byteCount: byteCount), at: 0)
    }
}
