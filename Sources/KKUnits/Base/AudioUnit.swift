package import KKDSP
public import KKPCM

/// Gives `frames` frames for bus `bus`, of which the first is at `time`, by writing all channels of `buffer` from frame
/// 0 on.
///
/// The buffer has the format of the bus and is silent at first. A callback that leaves it silent may add
/// `outputIsSilence`. A callback whose sound has ended adds `offlineComplete`, and is not called again; the buffer's
/// `frameLength`, all frames unless it is set, says how many frames are still part of the sound. An error stops the
/// render and reaches the caller unchanged.
///
/// `time` has everything of an `AudioTimeStamp`, and depends only on the frame, not on the slices.
public typealias RenderCallback = (
    _ flags: inout RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int, _ buffer: inout PCMBuffer
) throws -> Void

/// A notification of a unit's renders: called before (`preRender`) and after (`postRender`) each, with the bus, the
/// frames and the buffer.
public typealias RenderNotify = (
    _ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int, _ buffer: borrowing PCMBuffer
) -> Void

/// An Audio Unit, with input and output buses in a pull model: Core Audio's `AUBase`.
///
/// Set up a unit while it is uninitialized (formats, layouts, slice size). ``initialize()`` allocates its memory, and
/// ``render(_:time:bus:frameCount:into:)`` then renders one slice after another. For a slice it pulls its inputs, each
/// from a connected unit or a callback, directly into the memory of that bus. Parameters may be changed between slices.
///
/// Every format is canonical (deinterleaved Float32), so only rate and channels differ. A unit that does not support a
/// combination throws when it is initialized, and names the bus.
///
/// Subclasses state their elements and parameters and override the few functions at the end of this class. Each
/// property of `AudioUnitGetProperty` is a method here and, by number, an ``AudioUnitProperty``.
///
/// Only one thread may use a unit at a time: the rendering thread, or between slices a thread that sets something.
///
/// ## Allocation
/// During setup and in ``initialize()``. Rendering allocates only to describe an error.
///
/// Source: the behavior of AUBase in Apple's Audio Unit SDK; numbers and names of AUComponent.h and
/// AudioUnitProperties.h.
public class AudioUnit {
    /// The largest number of channels of a bus, so that a file header cannot make a unit allocate without limit.
    public static let maximumChannelCount = 1024
    /// The largest `maximumFramesPerSlice`.
    public static let largestSlice = 1 << 20
    /// The largest number of elements in a scope.
    public static let maximumElementCount = 1 << 16

    public let component: ComponentDescription
    /// The name of this unit in errors: `'aumx' 'mcmx'`; in a graph preceded by the node.
    public var name: String

    let global: Element
    var inputs: [Element]
    var outputs: [Element]
    let inputParameters: [ParameterInfo]
    let outputParameters: [ParameterInfo]

    public internal(set) var isInitialized = false
    /// The largest number of frames in one render call. The default is 1156, as in AUBase.
    public internal(set) var maximumFramesPerSlice = 1156
    /// The first frame of the last rendered slice (`kAudioUnitProperty_LastRenderSampleTime`); `nil` before the first
    /// slice.
    public internal(set) var lastRenderTime: AudioTime?
    /// A name that the host gives to this use of the unit (`kAudioUnitProperty_ContextName`).
    public var contextName = ""

    var firstRenderError: (any Error)?
    var renderNotifies: [(token: Int, notify: RenderNotify)] = [] {
        didSet { wiringDidChange?() }
    }
    var propertyListeners: [(token: Int, id: PropertyID, listener: PropertyListener)] = [] {
        didSet { wiringDidChange?() }
    }
    var parameterListeners: [HeldParameterListener] = [] {
        didSet { wiringDidChange?() }
    }
    /// Called when the unit gets another supply, notification or listener: what its host knows of who shares what with
    /// whom is old then.
    package var wiringDidChange: (() -> Void)?
    var nextToken = 1
    /// What was scheduled for the next render call, by the frame where it begins.
    var events: [ParameterEvent] = []
    var preset: FactoryPreset?
    /// What a slice goes through as a whole; `nil` lets everything through.
    package var renderGate: (any RenderGate)?
    /// Whether the notifications before a slice of this unit are being called.
    package internal(set) var isAboutToRender = false
    /// Whether the unit is uninitialized as soon as its slice is done.
    var isLeaving = false
    /// At least as many as there are connections from this unit: what feeds nobody is in no circle.
    var takerCount = 0
    /// Which buses workers may pull side by side; `nil` pulls them one after the other.
    var busGroups: BusGroups?

    init(
        _ component: ComponentDescription, inputCount: Int, outputCount: Int,
        globalParameters: [ParameterInfo] = [], inputParameters: [ParameterInfo] = [],
        outputParameters: [ParameterInfo] = []
    ) {
        self.component = component
        name = "\(component.type) \(component.subType)"
        global = Element(parameters: globalParameters)
        inputs = (0..<inputCount).map { _ in Element(parameters: inputParameters) }
        outputs = (0..<outputCount).map { _ in Element(parameters: outputParameters) }
        self.inputParameters = inputParameters
        self.outputParameters = outputParameters
    }

    deinit {
        // One after the other: a chain of units may be longer than the call stack is deep.
        var leaving = takeSources()
        while var unit = leaving.popLast() {
            if isKnownUniquelyReferenced(&unit) { leaving += unit.takeSources() }
        }
    }

    /// Takes the connections off the inputs, and hands over the units at their other ends.
    private func takeSources() -> [AudioUnit] {
        inputs.compactMap { element in
            guard case .connection(let unit, _) = element.supply else { return nil }
            element.supply = .none
            return unit
        }
    }

    // What a kind of unit overrides.

    /// How late the output is, in seconds (`kAudioUnitProperty_Latency`). A whole number of frames.
    public var latency: Double { 0 }

    /// How long the output goes on after the end of the input, in seconds (`kAudioUnitProperty_TailTime`); infinite if
    /// it never ends.
    public var tailTime: Double { 0 }

    /// The supported combinations of channel counts; empty if the unit decides by itself
    /// (`kAudioUnitProperty_SupportedNumChannels`).
    public var supportedChannelPairs: [ChannelPair] { [] }

    /// The settings that come with the unit, by number (`kAudioUnitProperty_FactoryPresets`).
    public var factoryPresets: [FactoryPreset] { [] }

    /// The amplitude response at a frequency, as a factor; `nil` for a unit that is not a filter
    /// (`kAudioUnitProperty_FrequencyResponse`).
    public func magnitude(atFrequency frequency: Double) -> Double? { nil }

    /// The same for many frequencies; empty for a unit that is not a filter.
    func magnitudes(atFrequencies frequencies: [Double]) -> [Double] { [] }

    /// Whether the number of elements of a scope can be set.
    func isElementCountWritable(_ scope: Scope) -> Bool { false }

    /// Where the parameters of an element of a scope are: in the element itself, but for units whose parameters belong
    /// to channels.
    func parameterElement(_ scope: Scope, _ element: Int) throws(AudioUnitError) -> Element {
        try anyElement(scope, element)
    }

    /// All elements of a scope that have parameters, by number.
    func parameterElements(_ scope: Scope) -> [(number: Int, element: Element)] {
        let elements = scope == .global ? [global] : scope == .input ? inputs : outputs
        return elements.enumerated().map { ($0.offset, $0.element) }
    }

    /// The value of a parameter that the unit alone sets.
    func readOnlyValue(of info: ParameterInfo, _ scope: Scope, _ element: Int) -> Float { info.defaultValue }

    /// Sets the parameters as a factory preset says.
    func apply(_ preset: FactoryPreset) {}

    /// Whether an output bus is made of the inputs. A unit that is a source and a taker at once may be connected with
    /// itself.
    func dependsOnInputs(outputBus: Int) -> Bool { true }

    /// The frame after the last one of an output bus that has just been rendered from `time` on, with its tail; `nil`
    /// as long as there is more to come.
    func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? { endOfInputs }

    /// Called when a scope got another number of elements.
    func elementCountDidChange(_ scope: Scope) {}

    /// Called when a bus got another format or layout.
    func formatDidChange(_ scope: Scope, _ element: Int) {}

    /// Called when a parameter got another value, at any time.
    func parameterDidChange(_ scope: Scope, _ element: Int) {}

    /// The same, for units to which it matters that a parameter was set, even to the value that it had.
    func parameterDidChange(_ id: ParameterID, _ scope: Scope, _ element: Int) { parameterDidChange(scope, element) }

    /// Called when somebody began to listen to a property.
    func listenerWasAdded() {}

    /// A unit of the same kind, as it is when it is new.
    func makeAnother() throws(AudioUnitError) -> AudioUnit { try component.makeUnit() }

    /// Called when an input bus got another supply while the unit is initialized. The bus is then as it was before when
    /// this throws.
    func supplyDidChange(_ bus: Int) throws(AudioUnitError) {}

    /// The settings that are whole numbers and no parameters, for the class info.
    var numberSettings: [ClassInfo.Setting] { elementCountSettings }

    /// Checks whether the unit can take such a setting over as it is now; whether the value is possible is known by
    /// taking it over.
    func check(_ setting: ClassInfo.Setting) throws(AudioUnitError) { try checkElementCount(setting) }

    /// Takes such a setting over; it has been checked.
    func apply(_ setting: ClassInfo.Setting) throws(AudioUnitError) {
        if setting.value != elementCount(setting.scope) { try setElementCount(setting.value, scope: setting.scope) }
    }

    /// The settings that are lists of numbers and no parameters, for the class info.
    var listedSettings: [ClassInfo.List] { [] }

    /// Checks such a setting without taking it over.
    func check(_ list: ClassInfo.List) throws(AudioUnitError) {
        throw AudioUnitError(
            .invalidPropertyValue, place: place(list.scope, list.element),
            "property \(list.property.rawValue) is not a list of this unit's settings")
    }

    /// Takes such a setting over; it has been checked.
    func apply(_ list: ClassInfo.List) {}

    /// What the unit keeps beside all these, for the class info; `nil` for nothing.
    var data: [UInt8]? { nil }

    /// Checks such data without taking them over.
    func check(_ data: [UInt8]) throws(AudioUnitError) {
        throw AudioUnitError(.invalidPropertyValue, place: name, "the settings have data that this unit does not know")
    }

    /// Takes such data over; they have been checked.
    func apply(_ data: [UInt8]) {}

    /// Checks whether the unit, as it is now, can take over what a twin has.
    func checkBecoming(_ other: AudioUnit) throws(AudioUnitError) {}

    /// Checks that the formats go together. The first thing that ``initialize()`` does.
    func validate() throws(AudioUnitError) {}

    /// Takes the memory and computes the tables for rendering. The last thing that ``initialize()`` does.
    func prepare() throws(AudioUnitError) {}

    /// The bytes that ``prepare()`` takes with the formats and settings as they are, as far as they may be many.
    var workByteCount: Int { 0 }

    /// Gives the unit threads for what it has to have done only later; `nil` has it do that itself. Nothing, of most.
    package func setKernelWorkers(_ workers: (any KernelWorkers)?) {}

    /// Gives back what ``prepare()`` took.
    func unprepare() {}

    /// Forgets everything heard so far.
    func resetState() {}

    /// Makes the next frames of an input bus while other threads make those of other buses: it touches nothing but what
    /// belongs to its bus and what is above it. Of a unit that asks for that (``pullSideBySide(_:time:frameCount:)``).
    func pullBeside(_ bus: Int, _ flags: RenderActionFlags, time: AudioTime, frameCount: Int) throws {}

    /// Renders `frameCount` frames to frames 0 and on of `buffer`, whose length is set. The arguments have been
    /// checked. `flags` come without `outputIsSilence`; a unit adds it when all it wrote is zero.
    func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        buffer.silence(0..<frameCount)
        flags.insert(.outputIsSilence)
    }
}
