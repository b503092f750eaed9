internal import KKAnalysis
internal import KKFiles
internal import KKPCM

/// A render, measured as far as its case asks.
struct CaseSound {
    let path: String
    let clippedCount: Int64
    private(set) var assertions: [SoundAssertion.Outcome] = []
    private(set) var fingerprint: Fingerprint?

    init(_ item: GoldenCase, path: String, clippedCount: Int64) throws {
        self.path = path
        self.clippedCount = clippedCount
        let wantsFingerprint = item.golden?.kind == .fingerprint
        guard wantsFingerprint || !item.assertions.isEmpty else { return }
        let measured = try SoundFacts.measure(path, withFingerprint: wantsFingerprint)
        fingerprint = measured.fingerprint
        assertions = try item.assertions.map { try $0.check(measured.facts, path: path, clippedCount: clippedCount) }
    }
}
