internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKReport
internal import KKSession

/// A file that is drawn: the part of it that was asked for, as a source.
final class PlottedFile {
    let path: FilePath
    let reader: AudioFileReader
    /// The part's first frame in the file, and its length as the file promises it.
    let start: Int64
    let frameCount: Int64
    /// What gives the part, from its first frame on; or from ``before`` frames before it to ``behind`` it.
    private(set) var source: any FrameSource
    private let deadline: RenderDeadline?
    private(set) var before = 0
    private(set) var behind = 0
    /// That the part has no end in the file, as a mix says it.
    private(set) var warning: String?

    var sampleRate: Double { reader.clientFormat.sampleRate }
    var layout: ChannelLayout { reader.clientLayout }
    var seconds: Double { Double(frameCount) / sampleRate }
    /// The path's last component.
    var name: String { path.name }

    init(_ path: FilePath, _ settings: PlotSettings) throws {
        (self.path, deadline) = (path, settings.deadline)
        reader = try AudioFileReader(
            path: path, options: ReaderOptions(strict: settings.isStrict, stream: settings.stream, raw: settings.raw))
        let rate = reader.clientFormat.sampleRate
        let whole = reader.frameCount ?? 0
        start = settings.from?.frames(at: rate) ?? 0
        guard start == 0 || start < whole else {
            throw SessionError(
                .usage, "--from is after the end of the sound", place: path,
                nextStep: "the file is \(timeText(Double(whole) / rate)) long")
        }
        var end = whole, asked = whole
        if let to = settings.to?.frames(at: rate) {
            guard to > start else {
                throw SessionError(.usage, "--to is not after --from", place: path, nextStep: "name a later time")
            }
            asked = to
        }
        if let length = settings.length?.frames(at: rate) {
            guard length > 0 else {
                throw SessionError(.usage, "--for is too short", place: path, nextStep: "name a longer one")
            }
            // Whatever is asked for, the sum can be counted.
            asked = start + min(length, .max - start)
        }
        end = min(end, asked)
        if whole > 0, asked > whole {
            let missing = decimalText(Double(asked - whole) / rate, digits: 3)
            warning = "\(path): the part ends \(missing) s after the end of the file; the available audio is used"
        }
        frameCount = max(0, end - start)
        source = start == 0 && end == whole ? reader : RegionSource(reader, start: start, length: frameCount)
        source = timed(source)
    }

    /// Has the source begin and end where the part's spectrogram does not see farther; where the picture is of so many
    /// frames.
    func takeSurroundings(_ drawn: Int64? = nil) {
        let reach = Int64(Spectrogram.reach(sampleRate: sampleRate, frameCount: drawn ?? frameCount))
        before = Int(min(start, reach))
        behind = Int(max(0, min((reader.frameCount ?? 0) - start - frameCount, reach)))
        guard before + behind > 0 else { return }
        source = timed(
            RegionSource(reader, start: start - Int64(before), length: frameCount + Int64(before + behind)))
    }

    private func timed(_ source: any FrameSource) -> any FrameSource {
        deadline.map { TimedSource(source, $0) } ?? source
    }

    /// Has workers decode ahead what is decoded in pieces.
    func decodeAhead(on workers: IOWorkers?, byteCount: Int) throws {
        if let workers { _ = try reader.decodeAhead(on: workers, byteCount: byteCount) }
    }

    /// Has workers read ahead of whoever draws this file beside another one.
    func readAhead(on workers: IOWorkers?, byteCount: Int) throws {
        source = try reader.readAhead(
            of: source, on: workers, byteCount: byteCount, frameLimit: frameCount + Int64(before + behind))
    }

    /// In one line: channels, rate, length.
    var facts: String {
        "\(layout.name) · \(shortDecimalText(sampleRate / 1000, digits: 6)) kHz · \(timeText(seconds))"
    }

    /// `−12.3 dBFS` of an amplitude.
    static func levelText(_ amplitude: Float) -> String {
        guard amplitude > 0 else { return "−∞ dBFS" }
        let level = Decibels(linear: Double(amplitude)).value
        return "\(level < -0.05 ? "−" : "")\(decimalText(level.magnitude, digits: 1)) dBFS"
    }
}
