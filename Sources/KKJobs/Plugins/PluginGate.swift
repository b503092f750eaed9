public import KKFiles
internal import KKPCM
internal import KKSession
internal import KKUnits

/// What the maker of a plug-in wants to know before others use it: whether it keeps its promises when it is treated as
/// hosts do.
public struct PluginGate {
    /// A thing that was tried.
    public struct Finding: Hashable, Sendable {
        public let name: String
        /// `nil` where all is well.
        public let problem: String?
    }

    public let findings: [Finding]
    public var isPassed: Bool { findings.allSatisfy { $0.problem == nil } }

    /// Tries everything, each thing in a process of its own: one that fails leaves the others alone.
    public init(_ plugin: PluginDescription) {
        var findings: [Finding] = []
        func attempt(_ name: String, _ trial: () throws -> String?) {
            do {
                findings.append(Finding(name: name, problem: try trial()))
            } catch {
                findings.append(Finding(name: name, problem: (error as? any Failure)?.problem ?? "\(error)"))
            }
        }
        /// That it plays, whatever comes out.
        func play(_ name: String, blockLength: Int = PluginProcess.blockLength, _ change: (inout PluginTrial) -> Void) {
            attempt(name) {
                var trial = PluginTrial(plugin, length: 4_096)
                change(&trial)
                _ = try trial.play(blockLength: blockLength)
                return nil
            }
        }
        attempt("the same sound each time") {
            let certificate = PluginCertificate(examining: plugin)
            let isFine = certificate.verdict == .portable || certificate.verdict == .thisMachine
            return isFine ? nil : certificate.reasons.joined(separator: "; ")
        }
        attempt("the latency that it reports") { try Self.latencyProblem(of: plugin) }
        for rate in [8_000, 22_050, 44_100, 96_000, 192_000] { play("\(rate) Hz") { $0.sampleRate = Double(rate) } }
        for length in [1, 17, 333, 4_096] { play("blocks of \(length)", blockLength: length) { _ in } }
        play("silence") { $0.input = $0.input.map { _ in 0 } }
        play("denormal numbers") { $0.input = $0.input.map { $0 * 0x1p-128 } }
        play("beyond full scale") { $0.input = $0.input.map { $0 < 0 ? -4 : 4 } }
        let parameters = plugin.parameters
        for (index, info) in parameters.enumerated() {
            for value in [info.range.lowerBound, info.range.upperBound] {
                play("\(info.keyword)=\(value)") { $0.values[index] = value }
            }
        }
        if parameters.count > 1 {
            play("all parameters at their lower ends") { $0.values = parameters.map(\.range.lowerBound) }
            play("all parameters at their upper ends") { $0.values = parameters.map(\.range.upperBound) }
        }
        for preset in plugin.effectPresets {
            play("preset \(preset.name)") { trial in
                trial.state = preset.state
                for (id, value) in preset.values {
                    if let index = parameters.firstIndex(where: { $0.id == id }) { trial.values[index] = value }
                }
            }
        }
        attempt("state") { try Self.stateProblem(of: plugin) }
        self.findings = findings
    }

    /// A new one that gets the state which a used one has saved has that state, too. It sounds the same, as far as that can be
    /// heard: of one that goes on with earlier sound when it is activated again nobody can tell.
    private static func stateProblem(of plugin: PluginDescription) throws -> String? {
        var trial = PluginTrial(plugin, length: 8_192)
        let isFresh = try isAlike(trial.play(after: [trial.values]).sound, trial.play().sound)
        let sweep = (0...8).map { step in
            plugin.parameters.map { info in
                let (low, high) = (info.range.lowerBound, info.range.upperBound)
                let value = low + (high - low) * Float(step) / 8
                return [.indexed, .boolean].contains(info.unit) ? value.rounded() : value
            }
        }
        let used = try trial.play(after: sweep + [trial.values])
        trial.state = used.state
        let new = try trial.play(after: [])
        if Self.entries(used.state) != Self.entries(new.state) {
            return "a new one that gets the state which a used one has saved saves another one"
        }
        return !isFresh || isAlike(used.sound, new.sound)
            ? nil : "a new one that gets the state which a used one has saved sounds different"
    }

    /// Whether two sounds differ by less than −60 dB of the louder one.
    private static func isAlike(_ sound: [[UInt32]], _ other: [[UInt32]]) -> Bool {
        var (difference, power) = (0.0, 0.0)
        for (one, two) in zip(sound.joined(), other.joined()) {
            let (one, two) = (Double(Float(bitPattern: one)), Double(Float(bitPattern: two)))
            difference += (one - two) * (one - two)
            power += max(one * one, two * two)
        }
        return difference <= 1e-6 * power
    }

    /// The lines of a state, which has them in no order.
    private static func entries(_ state: [UInt8]) -> [String] {
        String(decoding: state, as: UTF8.self).split(separator: "\n").map { line in
            String(line.filter { !" \t;".contains($0) })
        }.sorted()
    }

    /// An impulse that comes through as one is where the latency says. What spreads it tells nothing.
    private static func latencyProblem(of plugin: PluginDescription) throws -> String? {
        var trial = PluginTrial(plugin, length: 1 << 16)
        let place = 1 << 14
        trial.input = trial.input.indices.map { $0 == place ? 0.5 : 0 }
        for bits in try trial.play().sound {
            let energies = bits.map { Float(bitPattern: $0) * Float(bitPattern: $0) }
            let whole = energies.reduce(0, +)
            guard let peak = energies.indices.max(by: { energies[$0] < energies[$1] }), energies[peak] > whole / 2,
                energies[peak] > 0x1p-20, peak != place
            else { continue }
            return "an impulse is \(abs(peak - place)) frames \(peak > place ? "later" : "earlier") than it says"
        }
        return nil
    }
}
