internal import KKUnits

extension AudioGraph {
    /// Leaves every input bus of a unit idle, so that what an earlier initialization connected is gone.
    func disconnectInputs(of member: Member) throws(AudioUnitError) {
        guard let unit = member.unit else { return }
        for bus in 0..<unit.elementCount(.input) { try unit.disconnect(bus: bus) }
    }

    /// Gives a unit the connections and callbacks of its input buses.
    func supplyInputs(of member: Member) throws(AudioUnitError) {
        guard let unit = member.unit else { return }
        for link in links where link.interaction.destination.node == member.node {
            switch link.interaction {
            case .inputCallback(_, let bus):
                try unit.setRenderCallback(link.callback, bus: bus)
            case .connection(let source, let sourceBus, _, let bus):
                guard let upstream = members.first(where: { $0.node == source })?.unit else { continue }
                try unit.makeConnection(from: upstream, sourceBus: sourceBus, to: bus)
            }
        }
    }
}
