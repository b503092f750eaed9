internal import KKAudio

extension AVAudioEngine {
    /// Connects two buses and replaces their former connections.
    ///
    /// - Parameter format: the format of both buses; `nil` is the source's.
    public func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(node1, bus1, to: [(node2, bus2)], format)
    }

    /// Connects the first buses; for a mixer, its next free input bus.
    public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
        connect(node1, 0, to: [(node2, bus)], format)
    }

    /// Connects an output bus to several input buses and replaces its former connections.
    public func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(sourceNode, sourceBus, to: destNodes.compactMap { point in point.node.map { ($0, point.bus) } }, format)
    }

    private func connect(
        _ source: AVAudioNode, _ sourceBus: Int, to destinations: [(node: AVAudioNode, bus: Int)],
        _ format: AVAudioFormat?
    ) {
        lock.lock()
        defer { lock.unlock() }
        AVFAudioError.require(source.engine === self, "node1.engine == this (attach the node first)")
        AVFAudioError.require(source.ports.indices.contains(sourceBus), "bus < node1.numberOfOutputs")
        if let format {
            AVFAudioError.require(
                format.isLinearPCM && format.sampleRate > 0 && format.sampleRate.isFinite && format.channelCount > 0,
                "IsFormatSampleRateAndChannelCountValid(format)")
        }
        for (node, bus) in destinations {
            AVFAudioError.require(node.engine === self, "node2.engine == this (attach the node first)")
            AVFAudioError.require(bus >= 0 && node.takesInput(bus), "bus < node2.numberOfInputs")
            AVFAudioError.require(!isMade(source, of: node), "no circle of connections")
        }
        remove { old in
            old.source === source && old.sourceBus == sourceBus
                || destinations.contains { $0.node === old.destination && $0.bus == old.destinationBus }
        }
        for (node, bus) in destinations { add(Connection(source, sourceBus, node, bus, format)) }
    }

    /// Whether the frames of a node come from another, or are its own.
    private func isMade(_ node: AVAudioNode, of other: AVAudioNode) -> Bool {
        // Once each: in a graph that forks and joins there are far more ways than nodes.
        var found = [node], seen: Set<ObjectIdentifier> = []
        while let node = found.popLast() {
            if node === other { return true }
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            found += connections.filter { $0.destination === node }.map(\.source)
        }
        return false
    }

    public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        remove { $0.destination === node && $0.destinationBus == bus }
    }

    public func disconnectNodeInput(_ node: AVAudioNode) { remove { $0.destination === node } }

    public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        remove { $0.source === node && $0.sourceBus == bus }
    }

    public func disconnectNodeOutput(_ node: AVAudioNode) { remove { $0.source === node } }

    /// The source of an input bus; `nil` if it is not connected.
    public func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        connection(to: node, bus).map { AVAudioConnectionPoint(node: $0.source, bus: $0.sourceBus) }
    }

    /// The destinations of an output bus.
    public func outputConnectionPoints(
        for node: AVAudioNode, outputBus bus: AVAudioNodeBus
    ) -> [AVAudioConnectionPoint] {
        lock.withLock {
            connections.filter { $0.source === node && $0.sourceBus == bus }
                .map { AVAudioConnectionPoint(node: $0.destination, bus: $0.destinationBus) }
        }
    }

    func add(_ connection: Connection) {
        lock.withLock {
            connections.append(connection)
            settleMixing(of: connection)
            isChanged = true
        }
    }

    func remove(_ isGone: (Connection) -> Bool) {
        lock.withLock {
            connections.removeAll(where: isGone)
            isChanged = true
        }
    }

    func connection(to node: AVAudioNode, _ bus: Int) -> Connection? {
        lock.withLock { connections.first { $0.destination === node && $0.destinationBus == bus } }
    }

    /// What a connection says of the format of an output bus.
    func format(from node: AVAudioNode, _ bus: Int) -> AVAudioFormat? {
        lock.withLock { connections.first { $0.source === node && $0.sourceBus == bus && $0.format != nil }?.format }
    }

    /// The rate and the channels that come out.
    var renderFormat: AVAudioFormat { manual?.format.standard ?? .fallback }

    /// Settles formats, takes memory and leads every connection, as far as something has changed.
    ///
    /// - Throws: -10868 for formats that do not go together.
    func compile() throws {
        lock.lock()
        defer { lock.unlock() }
        guard isChanged, let manual else { return }
        // A rate converter asks for 2048 frames at a time.
        let slice = max(manual.maximumFrameCount, 4096)
        for node in nodes {
            for port in node.ports {
                let takers = connections.filter { $0.source === node && $0.sourceBus == port.bus }.count
                let isTail = takers == 0 && port.tap != nil
                port.open(node.outputFormat(forBus: port.bus), takers: takers + (isTail ? 1 : 0), slice: slice)
            }
        }
        for node in nodes {
            var feeds: [Int: Feed] = [:]
            for connection in connections where connection.destination === node {
                let port = connection.source.ports[connection.sourceBus]
                let (rate, layout) = node.wants(port.format)
                let old = node.feeds[connection.destinationBus].flatMap {
                    $0.isStill(port, rate, layout, slice) ? $0 : nil
                }
                feeds[connection.destinationBus] =
                    try old ?? Feed(from: port, toSampleRate: rate, layout: layout, slice: slice, self)
            }
            node.feeds = feeds
        }
        for node in nodes { try node.configure(slice: slice) }
        try manual.openTails(nodes, slice: slice, self)
        isChanged = false
    }
}

extension AVAudioNode {
    /// Whether there is, or can be, such an input bus.
    fileprivate func takesInput(_ bus: Int) -> Bool {
        self is AVAudioMixerNode ? bus < 1024 : bus < numberOfInputs
    }

    /// The rate at which a node takes what comes in, and the channels that it is mixed to.
    fileprivate func wants(_ format: AVAudioFormat) -> (sampleRate: Double, layout: ChannelLayout?) {
        switch self {
        case is AVAudioMixerNode: (outputFormat(forBus: 0).sampleRate, nil)
        case is AVAudioOutputNode: (engine?.renderFormat.sampleRate ?? format.sampleRate, engine?.renderFormat.layout)
        default: (format.sampleRate, nil)
        }
    }
}
