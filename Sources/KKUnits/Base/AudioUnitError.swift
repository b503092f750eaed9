public import KKPCM

/// What can go wrong with a unit: a code with Core Audio's number, the unit and bus, and what to do.
public struct AudioUnitError: Failure, Hashable {
    /// `kAudioUnitErr_…` of AUComponent.h, and the two general codes that units use.
    public enum Code: Int32, Sendable, CaseIterable {
        case invalidProperty = -10879
        case invalidParameter = -10878
        case invalidElement = -10877
        case noConnection = -10876
        case failedInitialization = -10875
        case tooManyFramesToProcess = -10874
        case formatNotSupported = -10868
        case uninitialized = -10867
        case invalidScope = -10866
        case propertyNotWritable = -10865
        case cannotDoInCurrentContext = -10863
        case invalidPropertyValue = -10851
        case propertyNotInUse = -10850
        case initialized = -10849
        case invalidParameterValue = -66743
        /// `paramErr` of MacErrors.h.
        case parameter = -50
        /// `invalidComponentID` of MacErrors.h.
        case invalidComponentID = -3000
    }

    public var code: Code
    public var kind: FailureKind
    public var problem: String
    /// The unit and, if there is one, the bus: `node 3 'aumx' 'mcmx' bus 1`.
    public var place: String?
    public var nextStep: String?

    /// - Parameter kind: `nil` means the usual kind for the code: a wrong value from the user, or a wrong connection made by kkmix.
    public init(_ code: Code, kind: FailureKind? = nil, place: String, _ problem: String, nextStep: String? = nil) {
        self.code = code
        self.kind = kind ?? (code == .invalidParameterValue || code == .invalidPropertyValue ? .usage : .defect)
        self.place = place
        self.problem = problem
        self.nextStep = nextStep
    }

    /// Core Audio's number: −10868.
    public var status: Int32 { code.rawValue }
}
