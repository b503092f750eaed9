/// Hands that render independent buses at the same time. How many there are never shows in a result.
///
/// Buses are independent that share no unit, no input callback and no unit that notifies or listens. What else belongs to a bus, the sources and
/// completions of its players in the first place, may be called on any thread while other buses are rendered, and must not be another bus's, too.
///
/// KKUnits knows no threads: whoever hosts units brings them, as with the threads at the doors.
public protocol RenderCrew: AnyObject {
    /// Runs `work` for the numbers 0 ..< `count`, each once, on any thread, and returns when all are done. The numbers have nothing to do with one
    /// another.
    ///
    /// ## Allocation
    /// None.
    func perform(_ count: Int, _ work: (Int) -> Void)
}

/// Lets one slice through at a time, and whatever else wants the units to itself.
package protocol RenderGate: AnyObject {
    func pass(_ slice: () throws -> Void) throws
}

/// The input buses of a unit in groups that share nothing: no unit that feeds one group feeds another. Callbacks may know of each other, so
/// all buses that are fed by one, or by a unit with notifications or listeners, are one group.
struct BusGroups {
    let crew: any RenderCrew
    /// Each in rising order.
    let groups: [[Int]]
}

extension AudioUnit {
    /// Has this unit pull its inputs by a crew, as they are wired now; `nil` pulls them one after the other. After a change of the wiring
    /// anywhere above it is to be said again.
    package func setRenderCrew(_ crew: (any RenderCrew)?) {
        guard let crew, inputs.count > 1 else {
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
        busGroups = groups.count > 1 ? BusGroups(crew: crew, groups: groups.map { $0.buses.sorted() }) : nil
    }

    /// Runs `work` for every supplied bus if a crew can do that side by side.
    ///
    /// - Parameter work: touches nothing but what belongs to its bus and what is above it.
    /// - Returns: whether it was done; else the buses are to be taken one after the other.
    /// - Throws: the error of the lowest bus that has one.
    func pullSideBySide(_ work: (Int) throws -> Void) throws -> Bool {
        guard let busGroups else { return false }
        busGroups.crew.perform(busGroups.groups.count) { index in
            for bus in busGroups.groups[index] {
                do {
                    try work(bus)
                } catch {
                    inputs[bus].pullError = error
                    return
                }
            }
        }
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
        case .callback: sources.insert(ObjectIdentifier(RenderCallbackMark.self))
        case .inputElement(let source, _):
            if let unit = source.unit { sources.insert(ObjectIdentifier(unit)) }
        case .connection(let unit, let sourceBus):
            guard sources.insert(ObjectIdentifier(unit)).inserted, unit.dependsOnInputs(outputBus: sourceBus) else { return }
            if !unit.renderNotifies.isEmpty || !unit.propertyListeners.isEmpty { sources.insert(ObjectIdentifier(RenderCallbackMark.self)) }
            for bus in unit.inputs.indices { unit.collectSources(of: bus, into: &sources) }
        }
    }
}

/// Stands for all callbacks in a set of sources, and for notifications and listeners.
private enum RenderCallbackMark {}
