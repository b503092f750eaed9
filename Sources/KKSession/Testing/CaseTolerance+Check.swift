internal import KKPCM

extension CaseTolerance {
    func check() throws(SessionError) {
        let names = ["exact", "lsb", "default", "lossy", "loose"]
        guard names.contains(name) else {
            throw SessionError(.badSession, "unknown tolerance '\(name)'", nextStep: "the tolerances are \(names.joined(separator: ", "))")
        }
    }
}
