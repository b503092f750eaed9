internal import KKFiles
internal import KKMath
internal import KKPCM

extension Session {
    /// For each track the number, from 0 on, of the one under which it is turned down; `nil` for none.
    ///
    /// - Throws: `usage` for a name that no other track has or several have, and for a circle.
    func keys() throws(SessionError) -> [Int?] {
        var keys: [Int?] = []
        for (number, track) in tracks.enumerated() {
            guard let duck = track.duck else {
                keys.append(nil)
                continue
            }
            do throws(SessionError) {
                keys.append(try key(duck.track, of: number))
            } catch {
                throw SessionError(error.kind, error.problem, place: track.path, nextStep: error.nextStep)
            }
        }
        for (number, track) in tracks.enumerated() {
            var (place, steps) = (keys[number], 0)
            while let key = place, steps < tracks.count {
                guard key != number else {
                    throw SessionError(
                        .usage, "'duck' makes a circle: the track would be turned down by itself",
                        place: track.path, nextStep: "remove it from one of the tracks")
                }
                (place, steps) = (keys[key], steps + 1)
            }
        }
        return keys
    }

    /// The track that is meant by a file's name, or else by a number.
    private func key(_ name: String, of number: Int) throws(SessionError) -> Int {
        let named = tracks.indices.filter { [tracks[$0].path.stem, tracks[$0].path.name].contains(name) }
        guard named.count < 2 else {
            let numbers = named.filter { $0 != number }.map { "duck=\($0 + 1)" }
            throw SessionError(
                .usage, "'duck' may mean several tracks: '\(name)' is the name of \(named.count)",
                nextStep: "name one by its number: \(numbers.joined(separator: " or "))")
        }
        let counted = Int(name).flatMap { (1...tracks.count).contains($0) ? $0 - 1 : nil }
        guard let key = named.first ?? counted else {
            let others = tracks.indices.filter { $0 != number }
            let all = others.prefix(8).map { "\($0 + 1) (\(tracks[$0].path.stem))" }.joined(separator: ", ")
            throw SessionError(
                .usage, "'duck' names no track of this mix: '\(name)'",
                nextStep: NearMiss.of(name, among: others.map { tracks[$0].path.stem }).map { "did you mean '\($0)'?" }
                    ?? (others.isEmpty
                        ? "name the voice as an input, too" : "the others are \(all)\(others.count > 8 ? ", …" : "")"))
        }
        guard key != number else {
            throw SessionError(
                .usage, "'duck' names the track itself", nextStep: "name the track that turns it down")
        }
        return key
    }
}
