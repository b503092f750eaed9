internal import KKUnits

/// An interaction, and what gives a unit's bus its callback.
struct Link {
    let interaction: Interaction
    var setCallback: ((AudioUnit, _ bus: Int) throws(AudioUnitError) -> Void)?
}

/// The links of a graph in the order of making, found by either end without a walk through all.
struct Links {
    /// With gaps where links were removed; never more gaps than links, but for a few.
    private var slots: [Link?] = []
    private var count = 0
    private var byDestination: [Bus: Int] = [:]
    private var bySource: [Bus: Int] = [:]
    /// What feeds a node and what it feeds, in the order of making.
    private var inputs: [Node: [Int]] = [:]
    private var outputs: [Node: [Int]] = [:]
    /// The links that were ever handed out: what finding them has cost.
    private(set) var steps = 0

    struct Bus: Hashable {
        let node: Node
        let number: Int
    }

    mutating func all() -> [Link] { links(Array(slots.indices)) }

    /// What feeds an input bus.
    mutating func into(_ node: Node, _ bus: Int) -> Link? {
        byDestination[Bus(node: node, number: bus)].flatMap { links([$0]).first }
    }

    /// What an output bus feeds.
    mutating func outOf(_ node: Node, _ bus: Int) -> Link? {
        bySource[Bus(node: node, number: bus)].flatMap { links([$0]).first }
    }

    /// What feeds a node.
    mutating func into(_ node: Node) -> [Link] { links(inputs[node] ?? []) }

    /// Whether anything feeds a node.
    func feeds(_ node: Node) -> Bool { inputs[node]?.isEmpty == false }

    /// The connections from a node.
    mutating func outOf(_ node: Node) -> [Link] { links(outputs[node] ?? []) }

    /// What a node takes part in.
    mutating func involving(_ node: Node) -> [Link] {
        links(Set((inputs[node] ?? []) + (outputs[node] ?? [])).sorted())
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
        guard let slot = byDestination.removeValue(forKey: Bus(node: node, number: bus)) else { return }
        slots[slot] = nil
        count -= 1
        inputs[node]?.removeAll { $0 == slot }
        if case .connection(let source, let bus, _, _) = link.interaction {
            bySource[Bus(node: source, number: bus)] = nil
            outputs[source]?.removeAll { $0 == slot }
        }
    }

    private mutating func place(_ link: Link) {
        let (node, bus) = link.interaction.destination
        byDestination[Bus(node: node, number: bus)] = slots.count
        inputs[node, default: []].append(slots.count)
        if case .connection(let source, let bus, _, _) = link.interaction {
            bySource[Bus(node: source, number: bus)] = slots.count
            outputs[source, default: []].append(slots.count)
        }
        slots.append(link)
        count += 1
    }

    private mutating func links(_ numbers: [Int]) -> [Link] {
        steps += numbers.count
        return numbers.compactMap { slots[$0] }
    }
}
