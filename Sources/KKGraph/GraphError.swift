public import KKPCM
public import KKUnits

/// What can go wrong with a graph: a code with Core Audio's number, the node and bus, and what to do.
public struct GraphError: Failure, Hashable {
    /// `kAUGraphErr_…` of AUGraph.h, and errors of the graph's units.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// −10860
        case nodeNotFound
        /// −10861
        case invalidConnection
        /// −10862: no output unit, a second one, or one that is running.
        case outputNode
        /// −10863
        case cannotDoInCurrentContext
        /// −10864
        case invalidAudioUnit
        case unit(AudioUnitError.Code)

        /// The graph's own, then those of units.
        public static var allCases: [Self] {
            [.nodeNotFound, .invalidConnection, .outputNode, .cannotDoInCurrentContext, .invalidAudioUnit]
                + AudioUnitError.Code.allCases.map(Self.unit)
        }

        /// Core Audio's number.
        public var status: Int32 {
            switch self {
            case .nodeNotFound: -10860
            case .invalidConnection: -10861
            case .outputNode: -10862
            case .cannotDoInCurrentContext: -10863
            case .invalidAudioUnit: -10864
            case .unit(let code): code.rawValue
            }
        }
    }

    public var code: Code
    public var kind: FailureKind
    public var problem: String
    /// The node and bus: `node 3 'aumx' 'mcmx' bus 1`.
    public var place: String?
    public var nextStep: String?

    public init(_ code: Code, kind: FailureKind = .defect, place: String, _ problem: String, nextStep: String? = nil) {
        self.code = code
        self.kind = kind
        self.place = place
        self.problem = problem
        self.nextStep = nextStep
    }

    /// An error of a unit; its place is already the node.
    init(_ error: AudioUnitError) {
        code = .unit(error.code)
        kind = error.kind
        problem = error.problem
        place = error.place
        nextStep = error.nextStep
    }

    public var status: Int32 { code.status }
}
