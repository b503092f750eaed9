import KKAnalysis
import Testing

@Suite struct VerdictTests {
    @Test("verdicts are in order from strict to loose, and named as the command line prints them")
    func order() {
        #expect(Verdict.allCases.sorted() == Verdict.allCases)
        #expect(
            Verdict.allCases.map(\.rawValue) == [
                "same-file", "same-pcm", "within-lsb", "within-tolerance", "transformed", "different",
            ])
    }
}
