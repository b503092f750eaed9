internal import KKConvert
internal import KKPCM

extension MixPlan {
    /// The tracks that each bus of the mixer plays, by their numbers.
    ///
    /// - Parameter isShared: whether tracks that follow one another may have one bus, or two in turn for crossfades, as
    ///   far as their buses would do nothing of their own: hundreds of files then cost no more than one.
    func lanes(isShared: Bool) -> [[Int]] {
        guard isShared, let joint = session.joint else { return tracks.indices.map { [$0] } }
        let count = if case .crossfade = joint { 2 } else { 1 }
        var shared = [[Int]](repeating: [], count: count), own: [[Int]] = []
        for (number, track) in tracks.enumerated() {
            let isAlone = !track.isAudible || !track.isPassed || keys.contains { $0.source == number }
            if !isAlone { shared[number % count].append(number) } else { own.append([number]) }
        }
        return shared.filter { !$0.isEmpty } + own
    }

    /// The channels of a bus: those of its track, or the mix's, to which several are brought.
    func layout(ofLane lane: [Int]) -> ChannelLayout { lane.count == 1 ? tracks[lane[0]].layout : layout }
}

extension PlannedTrack {
    /// A source of it with the mix's channels.
    func mixed(_ source: any FrameSource) -> any FrameSource {
        matrix.isIdentity ? source : MatrixedSource(source, matrix: matrix)
    }
}
