internal import KKFiles
internal import KKMath
internal import KKPCM

/// That one track's sound controls something of another one.
struct TrackKey: Hashable {
    /// The track whose sound it is, and the one that is changed, by their numbers from 0 on.
    var source: Int
    var taker: Int
    /// The unit of the taker whose side chain it is, by its number; `nil` for its ducker.
    var unit: Int?
}

extension Session {
    /// All that tracks control of one another: first the ducker of a track, then its units.
    ///
    /// - Throws: `usage` for a name that no other track has or several have, for a circle, and for a side chain of the
    ///   mix.
    func keys() throws(SessionError) -> [TrackKey] {
        for unit in units where unit.sideChain != nil {
            throw SessionError(
                .usage, "'sidechain' of the unit '\(unit.name)' is for a track: the whole mix has none beside it",
                nextStep: "put the unit on a track: PATH::unit=\(unit)")
        }
        var keys: [TrackKey] = []
        for (number, track) in tracks.enumerated() {
            do throws(SessionError) {
                if let duck = track.duck {
                    keys.append(TrackKey(source: try key(duck.track, of: number, "duck"), taker: number))
                }
                for (index, unit) in track.units.enumerated() {
                    guard let name = unit.sideChain else { continue }
                    let source = try key(name, of: number, UnitSpec.sideChainWord)
                    keys.append(TrackKey(source: source, taker: number, unit: index))
                }
            } catch {
                throw SessionError(error.kind, error.problem, place: track.path, nextStep: error.nextStep)
            }
        }
        let takers = Dictionary(grouping: keys, by: \.taker)
        for number in tracks.indices {
            guard let own = takers[number], Self.reaches(number, by: takers) else { continue }
            let problem =
                own[0].unit == nil
                ? "'duck' makes a circle: the track would be turned down by itself"
                : "'sidechain' makes a circle: the track would control itself"
            throw SessionError(
                .usage, problem, place: tracks[number].path, nextStep: "remove it from one of the tracks")
        }
        return keys
    }

    /// Whether what controls a track is controlled by it.
    ///
    /// - Parameter takers: what controls each track.
    private static func reaches(_ number: Int, by takers: [Int: [TrackKey]]) -> Bool {
        var waiting = [number], seen: Set<Int> = []
        while let taker = waiting.popLast() {
            for key in takers[taker] ?? [] {
                if key.source == number { return true }
                if seen.insert(key.source).inserted { waiting.append(key.source) }
            }
        }
        return false
    }

    /// The track that is meant by a file's name, or else by a number.
    ///
    /// - Parameter word: the setting that has the name.
    private func key(_ name: String, of number: Int, _ word: String) throws(SessionError) -> Int {
        let named = tracks.indices.filter { [tracks[$0].path.stem, tracks[$0].path.name].contains(name) }
        guard named.count < 2 else {
            let numbers = named.filter { $0 != number }.map { "\(word)=\($0 + 1)" }
            throw SessionError(
                .usage, "'\(word)' may mean several tracks: '\(name)' is the name of \(named.count)",
                nextStep: "name one by its number: \(numbers.joined(separator: " or "))")
        }
        let counted = Int(name).flatMap { (1...tracks.count).contains($0) ? $0 - 1 : nil }
        guard let key = named.first ?? counted else {
            let others = tracks.indices.filter { $0 != number }
            let all = others.prefix(8).map { "\($0 + 1) (\(tracks[$0].path.stem))" }.joined(separator: ", ")
            throw SessionError(
                .usage, "'\(word)' names no track of this mix: '\(name)'",
                nextStep: NearMiss.of(name, among: others.map { tracks[$0].path.stem }).map { "did you mean '\($0)'?" }
                    ?? (others.isEmpty
                        ? "name the voice as an input, too" : "the others are \(all)\(others.count > 8 ? ", …" : "")"))
        }
        guard key != number else {
            throw SessionError(
                .usage, "'\(word)' names the track itself",
                nextStep: "name the track that \(word == "duck" ? "turns it down" : "controls it")")
        }
        return key
    }
}
