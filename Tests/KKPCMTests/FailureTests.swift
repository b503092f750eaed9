import KKPCM
import Testing

@Suite struct FailureTests {
    private struct Plain: Failure {
        let kind: FailureKind
        let problem = "a problem"
        let place: String? = nil
        let nextStep: String? = nil
    }

    @Test func `an error without a code of its own has the number that Core Audio has for its kind`() {
        let numbers = FailureKind.allCases.map { Plain(kind: $0).status }
        #expect(Plain(kind: .usage).status == -50 && Plain(kind: .noInput).status == -43)
        #expect(FourCharCode(rawValue: UInt32(bitPattern: Plain(kind: .badData).status)) == "dta?")
        #expect(FourCharCode(rawValue: UInt32(bitPattern: Plain(kind: .defect).status)) == "what")
        #expect(!numbers.contains(0))
    }
}
