internal import KKMixing

/// Options of which a command line has one at most.
struct Exclusion: Sendable {
    let names: [String]
    let problem: String
    let nextStep: String

    init(_ names: [String], _ problem: String, nextStep: String = "keep one") {
        (self.names, self.problem, self.nextStep) = (names, problem, nextStep)
    }

    func check(_ given: Arguments) throws(SessionError) {
        if names.count(where: given.has) > 1 { throw SessionError(.usage, problem, nextStep: nextStep) }
    }
}
