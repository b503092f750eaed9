internal import KKMath
internal import KKUnits

/// An interaction, and what gives a unit's bus its callback.
struct Link {
    let interaction: Interaction
    var setCallback: ((AudioUnit, _ bus: Int) throws(AudioUnitError) -> Void)?
}

/// The links of a graph in the order of making, found by either end without a walk through all.
///
/// Arrays, and no dictionaries: the first use of a dictionary of a type of ours looks through every conformance in the
/// program, which was a tenth of a short mix.
struct Links {
    /// With gaps where links were removed; never more gaps than links, but for a few.
    private var slots: [Link?] = []
    private var count = 0
    /// What feeds a node and what it feeds, by the node's number.
    private var inputs: [LinkedBuses] = []
    private var outputs: [LinkedBuses] = []
    /// The links that were ever handed out: what finding them has cost.
    private(set) var steps = 0

    mutating func all() -> [Link] { links(Array(slots.indices)) }

    /// What feeds an input bus.
    mutating func into(_ node: Node, _ bus: Int) -> Link? {
        buses(inputs, node)?.slot(of: bus).flatMap { links([$0]).first }
    }

    /// What an output bus feeds.
    mutating func outOf(_ node: Node, _ bus: Int) -> Link? {
        buses(outputs, node)?.slot(of: bus).flatMap { links([$0]).first }
    }

    /// What feeds a node.
    mutating func into(_ node: Node) -> [Link] { links(buses(inputs, node)?.slots ?? []) }

    /// Whether anything feeds a node.
    func feeds(_ node: Node) -> Bool { buses(inputs, node)?.isEmpty == false }

    /// The connections from a node.
    mutating func outOf(_ node: Node) -> [Link] { links(buses(outputs, node)?.slots ?? []) }

    /// What a node takes part in.
    mutating func involving(_ node: Node) -> [Link] {
        let fed = buses(inputs, node)?.slots ?? []
        // A unit may feed itself: the output unit's input element its output.
        let feeding = (buses(outputs, node)?.slots ?? []).filter { slots[$0]?.interaction.destination.node != node }
        return links((fed + feeding).sorted())
    }

    mutating func append(_ link: Link) {
        if slots.count > 2 * count + 16 {
            let kept = all(), steps = steps
            self = Links()
            self.steps = steps
            for link in kept { place(link) }
        }
        place(link)
    }

    mutating func remove(_ link: Link) {
        let (node, bus) = link.interaction.destination
        guard let slot = buses(inputs, node)?.slot(of: bus) else { return }
        slots[slot] = nil
        count -= 1
        inputs[Int(node.id)].remove(bus)
        if case .connection(let source, let bus, _, _) = link.interaction { outputs[Int(source.id)].remove(bus) }
    }

    private mutating func place(_ link: Link) {
        let (node, bus) = link.interaction.destination
        Self.add(bus, of: node, slots.count, to: &inputs)
        if case .connection(let source, let bus, _, _) = link.interaction {
            Self.add(bus, of: source, slots.count, to: &outputs)
        }
        slots.append(link)
        count += 1
    }

    /// The node is one of the graph's, so its number is at most how many were ever added.
    private static func add(_ bus: Int, of node: Node, _ slot: Int, to all: inout [LinkedBuses]) {
        while all.count <= node.id { all.append(LinkedBuses()) }
        all[Int(node.id)].set(bus, to: slot)
    }

    private func buses(_ all: [LinkedBuses], _ node: Node) -> LinkedBuses? {
        all.indices.contains(Int(node.id)) ? all[Int(node.id)] : nil
    }

    private mutating func links(_ numbers: [Int]) -> [Link] {
        steps += numbers.count
        return numbers.compactMap { slots[$0] }
    }
}

/// The buses at one side of a node that are linked, ascending, and the slot of each link.
private struct LinkedBuses {
    private var entries: [(bus: Int, slot: Int)] = []

    var isEmpty: Bool { entries.isEmpty }

    /// In the order of making.
    var slots: [Int] { entries.map(\.slot).sorted() }

    func slot(of bus: Int) -> Int? {
        let place = place(of: bus)
        return isLinked(bus, at: place) ? entries[place].slot : nil
    }

    mutating func set(_ bus: Int, to slot: Int) {
        let place = place(of: bus)
        if isLinked(bus, at: place) {
            entries[place].slot = slot
        } else {
            entries.insert((bus, slot), at: place)
        }
    }

    mutating func remove(_ bus: Int) {
        let place = place(of: bus)
        if isLinked(bus, at: place) { entries.remove(at: place) }
    }

    /// Where a bus stands, or would.
    private func place(of bus: Int) -> Int { entries.partitioningIndex { $0.bus >= bus } }

    private func isLinked(_ bus: Int, at place: Int) -> Bool { place < entries.count && entries[place].bus == bus }
}
