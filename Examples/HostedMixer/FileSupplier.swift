import KKAudio

/// Gives each bus the frames of a file.
final class FileSupplier: MixerHostDelegate {
    private let readers: [AudioFileReader]

    init(_ readers: [AudioFileReader]) {
        self.readers = readers
    }

    /// The frames of the longest file.
    var frameCount: Int64 { readers.map { $0.frameCount ?? 0 }.max() ?? 0 }

    func format(ofBus bus: Int) -> StreamDescription { readers[bus].format }

    func supply(_ frames: Int, ofBus bus: Int, at time: AudioTime, to buffer: inout PCMBuffer) throws {
        _ = try readers[bus].readFully(into: &buffer, at: 0, frameCount: frames)
    }
}
