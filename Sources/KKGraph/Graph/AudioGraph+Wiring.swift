internal import KKUnits

// Called with the description held.

extension AudioGraph {
    /// Gives a unit the connections and callbacks of its input buses.
    func supplyInputs(of node: Node) throws(AudioUnitError) {
        guard let unit = unit(of: node) else { return }
        for link in links.into(node) { try supply(unit, by: link) }
    }

    func supply(_ unit: AudioUnit, by link: Link) throws(AudioUnitError) {
        switch link.interaction {
        case .inputCallback(_, let bus):
            try link.setCallback?(unit, bus)
        case .connection(let source, let sourceBus, _, let bus):
            guard let upstream = self.unit(of: source) else { return }
            try unit.makeConnection(from: upstream, sourceBus: sourceBus, to: bus)
        }
    }

    /// Takes the graph's connections and callbacks away from the units; what was set on a unit by hand stays.
    func unsupplyInputs() {
        for link in links.all() {
            let (node, bus) = link.interaction.destination
            // A bus that is not there was refused when it was to be supplied.
            try? unit(of: node)?.disconnect(bus: bus)
        }
    }
}
