public import KKConvert
public import KKFiles
internal import KKPCM

/// A track after its file has been opened: every number that the mix needs, and the source it plays.
public struct PlannedTrack: Sendable {
    public var spec: TrackSpec
    public var properties: FileProperties
    /// The part that is used, in the file's frames; a `nil` length runs to the end of the file.
    public var regionStart: Int64
    public var regionLength: Int64?
    /// Passes over the part; `nil` is for ever.
    public var passes: Int64?
    /// Where the track starts, in frames of the mix.
    public var start: Int64
    /// The frames the track plays, at the mix's rate; `nil` is for ever.
    public var frameCount: Int64?
    public var fadeIn: Int64?
    public var fadeOut: Int64?
    /// Whether mute and solo let it sound.
    public var isAudible: Bool
    /// How its channels become the mix's.
    public var matrix: ChannelMatrix

    public var sampleRate: Double { properties.dataFormat.sampleRate }

    /// The frame of the mix after the track's last one; `nil` when it plays for ever.
    public var end: Int64? { frameCount.map { start + $0 } }

    /// Whether the whole file is played once, so that no region is needed.
    var isWholeFile: Bool { regionStart == 0 && regionLength == nil && passes == 1 }
}

extension PlannedTrack {
    /// Works out a track's place in a mix of `sampleRate`.
    init(
        _ spec: TrackSpec, properties: FileProperties, sampleRate: Double, layout: ChannelLayout, anySolo: Bool
    ) throws(SessionError) {
        let fileRate = properties.dataFormat.sampleRate
        let inFile = { (time: TimeValue) in time.frames(inFileAt: fileRate, outputRate: sampleRate) }
        self.spec = spec
        self.properties = properties
        regionStart = spec.from.map(inFile) ?? 0
        regionLength = spec.duration.map(inFile)
        if let to = spec.to.map(inFile) {
            guard to >= regionStart else {
                throw SessionError(.usage, "'to' is before 'from'", place: spec.path, nextStep: "the part runs forward: write the earlier time as 'from'")
            }
            regionLength = to - regionStart
        }
        switch spec.loop {
        case .times(let count): passes = count == .max ? nil : count + 1
        case .forever: passes = nil
        }
        start = spec.start?.frames(at: sampleRate) ?? 0
        fadeIn = spec.fadeIn?.length.frames(at: sampleRate)
        fadeOut = spec.fadeOut?.length.frames(at: sampleRate)
        isAudible = !spec.isMuted && (!anySolo || spec.isSolo)
        matrix = ChannelMatrix.mixing(properties.layout, to: layout)

        let rest = max(0, properties.frameCount - regionStart)
        let pass = min(rest, regionLength ?? rest)
        let played = passes.map { pass.multipliedReportingOverflow(by: $0) }
        if pass == 0 {
            frameCount = 0
        } else if let played, !played.overflow {
            frameCount = ResampledSource.outputLength(of: played.partialValue, from: fileRate, to: sampleRate)
        }
    }

    /// What a person should know about how the track is used, beyond damage in the file itself.
    var notices: [String] {
        var notices: [String] = []
        if properties.frameCount == 0 {
            notices.append("\(spec.path): the file holds no audio; the track has length 0")
        } else if regionStart >= properties.frameCount {
            notices.append("\(spec.path): the part begins after the end of the file; the track has length 0")
        } else if let regionLength, regionLength > properties.frameCount - regionStart {
            let missing = Double(regionLength - (properties.frameCount - regionStart)) / sampleRate
            notices.append("\(spec.path): the part ends \(decimalText(missing, digits: 3)) s after the end of the file; what is there is used")
        }
        return notices
    }
}
