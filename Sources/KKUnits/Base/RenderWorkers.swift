internal import CThread
internal import KKPCM

/// Workers that render independent buses in parallel. Their number never changes a result.
///
/// Buses are independent if they share no unit, no input callback, and no unit with notifications or listeners.
/// Everything else of a bus, mainly the sources and completions of its players, may be called on any thread while other
/// buses are rendered, and must not be shared with another bus.
///
/// KKUnits has no threads: the host provides them.
public protocol RenderWorkers: AnyObject {
    /// Runs `work` once for each number in 0 ..< `count`, and returns when all are done: number 0 on the calling
    /// thread, the others on any. The calls are independent.
    ///
    /// ## Allocation
    /// None.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void)
}

/// Lets one slice through at a time, and whatever else wants the units to itself.
package protocol RenderGate: AnyObject {
    func pass(_ slice: () throws -> Void) throws
}

/// The input buses of a unit in groups that share nothing: no unit that feeds one group feeds another. Callbacks may
/// know of each other, so all buses that are fed by one, or by a unit with notifications or listeners, are one group.
///
/// What the workers are to do is one closure for all slices, made here: a closure that another thread gets is in memory of
/// its own, and one for each slice would be an allocation for each slice.
final class BusGroups {
    private let workers: any RenderWorkers
    /// Each in rising order.
    private let groups: [[Int]]
    private unowned let unit: AudioUnit
    private var work: (Int) -> Void = { _ in }
    private var flags: RenderActionFlags = []
    private var time = AudioTime(sampleTime: 0, sampleRate: 1)
    private var frameCount = 0
    /// The thread that the workers work for.
    private var thread: UInt = 0

    init(_ groups: [[Int]], of unit: AudioUnit, workers: any RenderWorkers) {
        self.groups = groups
        self.unit = unit
        self.workers = workers
        work = { [unowned self] index in pull(index) }
    }

    /// Makes the next frames of every bus.
    func pull(_ flags: RenderActionFlags, time: AudioTime, frameCount: Int) {
        self.flags = flags
        self.time = time
        self.frameCount = frameCount
        thread = kkmix_served_thread()
        workers.perform(groups.count, work)
    }

    private func pull(_ index: Int) {
        let before = kkmix_serve_thread(thread)
        defer { _ = kkmix_serve_thread(before) }
        for bus in groups[index] {
            do {
                try unit.pullBeside(bus, flags, time: time, frameCount: frameCount)
            } catch {
                unit.inputs[bus].pullError = error
                return
            }
        }
    }
}

extension AudioUnit {
    /// Has this unit pull its inputs by workers, as they are wired now; `nil` pulls them one after the other. After a
    /// change of the wiring anywhere above it is to be said again.
    package func setRenderWorkers(_ workers: (any RenderWorkers)?) {
        guard let workers, inputs.count > 1 else {
            busGroups = nil
            return
        }
        var groups: [(buses: [Int], sources: Set<ObjectIdentifier>)] = []
        for bus in inputs.indices where inputs[bus].isSupplied {
            var merged = (buses: [bus], sources: Set<ObjectIdentifier>())
            collectSources(of: bus, into: &merged.sources)
            groups.removeAll { group in
                if group.sources.isDisjoint(with: merged.sources) { return false }
                merged.buses += group.buses
                merged.sources.formUnion(group.sources)
                return true
            }
            groups.append(merged)
        }
        // Callbacks are called by the thread that renders: their group is number 0.
        if let first = groups.firstIndex(where: { $0.sources.contains(ObjectIdentifier(RenderCallbackMark.self)) }) {
            groups.swapAt(0, first)
        }
        busGroups = groups.count > 1 ? BusGroups(groups.map { $0.buses.sorted() }, of: self, workers: workers) : nil
    }

    /// Has every supplied bus pulled (``pullBeside(_:_:time:frameCount:)``) if workers can do that side by side.
    ///
    /// - Returns: whether it was done; else the buses are to be taken one after the other.
    /// - Throws: the error of the lowest bus that has one.
    ///
    /// ## Allocation
    /// None.
    func pullSideBySide(_ flags: RenderActionFlags, time: AudioTime, frameCount: Int) throws -> Bool {
        guard let busGroups else { return false }
        busGroups.pull(flags, time: time, frameCount: frameCount)
        for element in inputs {
            guard let error = element.pullError else { continue }
            for element in inputs { element.pullError = nil }
            throw error
        }
        return true
    }

    /// The units, this one excepted, whose frames come in at a bus, and what stands for all callbacks.
    private func collectSources(of bus: Int, into sources: inout Set<ObjectIdentifier>) {
        switch inputs[bus].supply {
        case .none: break
        case .callback, .listCallback: sources.insert(ObjectIdentifier(RenderCallbackMark.self))
        case .inputElement(let source, _): source.unit?.collectItself(into: &sources)
        case .connection(let unit, let sourceBus):
            guard unit.collectItself(into: &sources), unit.dependsOnInputs(outputBus: sourceBus) else { return }
            for bus in unit.inputs.indices { unit.collectSources(of: bus, into: &sources) }
        }
    }

    /// - Returns: whether this unit was not there before.
    @discardableResult
    private func collectItself(into sources: inout Set<ObjectIdentifier>) -> Bool {
        if !renderNotifies.isEmpty || !propertyListeners.isEmpty || !parameterListeners.isEmpty {
            sources.insert(ObjectIdentifier(RenderCallbackMark.self))
        }
        return sources.insert(ObjectIdentifier(self)).inserted
    }
}

/// Stands for all callbacks in a set of sources, and for notifications and listeners.
private enum RenderCallbackMark {}
