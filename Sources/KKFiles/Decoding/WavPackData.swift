internal import KKCodecs
internal import KKMath
internal import KKPCM

/// The samples of a WavPack file as linear data of 32 bits: each stretch is decoded when a frame of it is wanted. What
/// is damaged or missing is silent.
final class WavPackData: LinearData {
    /// That of the first sound stretch.
    let format: WavPackHandle.Format
    private(set) var warnings: [FileWarning] = []

    var name: String { source.name }
    /// The headers have told it.
    var byteCount: Int64? { nil }

    private let source: ByteSource
    private let stretches: [WavPackScan.Stretch]
    private let handle: WavPackHandle
    /// The stretch that was decoded last, and whether it could be.
    private var current: (index: Int, isSound: Bool)

    /// The stretches among which one must be sound.
    private static let mostTries = 64

    init(_ source: ByteSource, _ scan: WavPackScan, start: Int64) throws(AudioFileError) {
        guard !scan.isDSD else { throw source.unavailable("DSD", in: .wavpack) }
        guard !scan.stretches.isEmpty else {
            throw source.damage(.invalidFile, at: start, "this WavPack file has no complete block of audio")
        }
        do {
            handle = try WavPackHandle()
        } catch {
            throw AudioFileError(
                .codecUnavailable, kind: .unavailable, path: source.name, error.problem, nextStep: error.nextStep)
        }
        (self.source, stretches) = (source, scan.stretches)
        var refusal: CodecError?
        for index in stretches.indices.prefix(Self.mostTries) {
            switch try Self.decode(stretches[index], of: source, handle) {
            case .success(let format):
                (self.format, current) = (format, (index, true))
                return
            case .failure(let error): refusal = refusal ?? error
            }
        }
        throw source.damage(
            .invalidFile, at: start, refusal?.problem ?? "this WavPack file has no complete block of audio")
    }

    private static func decode(
        _ stretch: WavPackScan.Stretch, of source: ByteSource, _ handle: WavPackHandle
    ) throws(AudioFileError) -> Result<WavPackHandle.Format, CodecError> {
        var bytes = try source.bytes(at: stretch.offset, count: stretch.byteCount)
        return Result { () throws(CodecError) in
            try handle.decode(&bytes, frameCount: stretch.frameCount, channelCount: stretch.channelCount)
        }
    }

    func read(at offset: Int64, into bytes: inout [UInt8], count: Int) throws(AudioFileError) -> Int {
        let frameBytes = 4 * format.channelCount
        let frame = offset / Int64(frameBytes)
        // Of a stretch in each turn, or of the silence before it.
        let index = stretches.partitioningIndex { $0.endFrame > frame }
        guard index < stretches.count else { return 0 }
        let stretch = stretches[index]
        let isMissing = frame < stretch.firstFrame
        let left = (isMissing ? stretch.firstFrame : stretch.endFrame) - frame
        let frameCount = Int(min(Int64(count / frameBytes), left))
        if !isMissing { try open(index) }
        if isMissing || !current.isSound {
            for place in 0..<frameCount * frameBytes { bytes[place] = 0 }
        } else {
            let first = Int(frame - stretch.firstFrame)
            handle.copy(first..<first + frameCount, to: &bytes)
        }
        return frameCount * frameBytes
    }

    private func open(_ index: Int) throws(AudioFileError) {
        guard current.index != index else { return }
        let stretch = stretches[index]
        var refusal: CodecError?
        switch try Self.decode(stretch, of: source, handle) {
        case .failure(let error): refusal = error
        case .success(let format):
            let isSame = format.channelCount == self.format.channelCount && format.isFloat == self.format.isFloat
            if isSame { break }
            refusal = CodecError(
                format: .wavPack, "a block has other channels or another sample format than the first one")
        }
        current = (index, refusal == nil)
        let place = AudioFileError.Position.frame(stretch.firstFrame)
        if let refusal, !warnings.contains(where: { $0.position == place }) {
            let damage = DamagedPacket(number: Int64(index), frameCount: stretch.frameCount, error: refusal)
            warnings.addPlace(FileWarning(damage, at: place, path: name, isNumbered: false))
        }
    }
}
