internal import KKAudio

/// The files of a run beside its reports: none of them may be a report's.
struct RunFiles {
    var reads: [String] = []
    var writes: [String] = []
    /// Reports of the command's own, by their options.
    var reports: [(option: String, path: String?)] = []

    /// Of the whole manifests: a case that is left out today has its golden nevertheless.
    init(_ manifests: [CaseManifest], results: String) {
        let cases = manifests.flatMap(\.cases)
        reads = manifests.map(\.path) + cases.map(\.file)
        for item in cases {
            if let golden = item.golden { reads += [golden.path, golden.tracePath] }
            // A case that is wrong is told with the others, and reads nothing.
            reads += (try? CaseWords.mix(of: item).inputPaths(of: item)) ?? []
        }
        writes = [results]
    }

    init(reads: [String], writes: [String] = [], reports: [(option: String, path: String?)] = []) {
        (self.reads, self.writes, self.reports) = (reads, writes, reports)
    }

    /// - Throws: `usage` for two reports that are one file.
    static func checkApart(_ reports: [(option: String, path: String)]) throws(SessionError) {
        for (index, report) in reports.enumerated() {
            guard let place = FileSystem.futurePlace(of: report.path) else { continue }
            for other in reports[..<index] where other.option != report.option && FileSystem.futurePlace(of: other.path) == place {
                throw SessionError(.usage, "\(other.option) and \(report.option) write one file", place: report.path, nextStep: "name two")
            }
        }
    }

    /// - Throws: `cannotCreate` for a report that is a file of the run, links followed.
    func check(_ path: String, of option: String) throws(SessionError) {
        let place = FileSystem.futurePlace(of: path), identity = FileSystem.identity(of: path, standard: 1)
        for (names, verb) in [(reads, "reads"), (writes, "writes")] {
            for name in names {
                let isSame = identity.map { FileSystem.identity(of: name, standard: 0) == $0 } ?? false
                guard isSame || place.map({ FileSystem.futurePlace(of: name) == $0 }) ?? false else { continue }
                let which = name == path ? "it" : name
                throw SessionError(.cannotCreate, "the run \(verb) \(which)", place: path, nextStep: "name another file with \(option)")
            }
        }
    }
}
