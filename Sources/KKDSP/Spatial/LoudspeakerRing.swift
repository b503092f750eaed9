internal import KKMath
public import KKPCM

/// Loudspeakers around a listener, of which the two that a source is between share it.
///
/// In the plane the two gains are those with which the loudspeakers' directions add up to the source's, scaled to a power of
/// one: sin(β − θ) and sin(θ − α) for a source at θ between loudspeakers at α and β. In a loudspeaker's direction it is alone.
///
/// Where a channel's loudspeaker is follows from its label: left and right 30° to the side, the centre in front, surrounds at
/// 110°, or at 90° where there are rear ones, these at 135°; the others of a layout, the LFE among them, get nothing.
///
/// Source: V. Pulkki, *Virtual Sound Source Positioning Using Vector Base Amplitude Panning*, J. Audio Eng. Soc. 45-6, 1997;
/// angles of ITU-R BS.775 and BS.2051.
public struct LoudspeakerRing: Sendable {
    /// By angle, from 0 up to 360° to the right.
    let speakers: [(channel: Int, azimuth: Double)]

    /// `nil` where the loudspeakers are not all around: where a half of the plane has none.
    public init?(_ layout: ChannelLayout) {
        let labels = layout.withPlainSurrounds.labels, hasRear = labels.contains(.rearSurroundLeft)
        speakers = labels.enumerated().compactMap { channel, label in
            Self.azimuth(of: label, hasRear: hasRear).map { (channel, $0 < 0 ? $0 + 360 : $0) }
        }.sorted { $0.1 < $1.1 }
        // Two of one label are no ring, either.
        if speakers.count < 3 || speakers.indices.contains(where: { !(1..<180).contains(gap(from: $0)) }) { return nil }
    }

    private static func azimuth(of label: ChannelLabel, hasRear: Bool) -> Double? {
        switch label {
        case .center: 0
        case .leftCenter: -15
        case .rightCenter: 15
        case .left: -30
        case .right: 30
        case .leftSurround: hasRear ? -90 : -110
        case .rightSurround: hasRear ? 90 : 110
        case .rearSurroundLeft: -135
        case .rearSurroundRight: 135
        case .centerSurround: 180
        default: nil
        }
    }

    /// Degrees from a loudspeaker to the next one.
    private func gap(from index: Int) -> Double {
        let isLast = index + 1 == speakers.count
        return speakers[isLast ? 0 : index + 1].azimuth + (isLast ? 360 : 0) - speakers[index].azimuth
    }

    /// The two channels that share a source, and what each gets.
    ///
    /// - Parameter azimuth: degrees, −180 … 180.
    func shares(azimuth: Double) -> (first: (channel: Int, gain: Double), second: (channel: Int, gain: Double)) {
        let place = azimuth < 0 ? azimuth + 360 : azimuth
        // Before the first loudspeaker it is between the last one and that.
        let index = speakers.lastIndex { $0.azimuth <= place } ?? speakers.count - 1
        let from = speakers[index].azimuth, behind = place < from ? place + 360 - from : place - from
        let near = PortableMath.sin((gap(from: index) - behind) * .pi / 180)
        let far = PortableMath.sin(behind * .pi / 180), size = (near * near + far * far).squareRoot()
        let next = speakers[index + 1 == speakers.count ? 0 : index + 1].channel
        return ((speakers[index].channel, near / size), (next, far / size))
    }
}
