internal import Synchronization
public import KKUnits

extension AudioGraph {
    /// Access to this graph's parameters from any thread.
    public var parameters: GraphParameters { GraphParameters(self) }
}

/// Sets parameters of a graph's units by node, from any thread, during a render.
///
/// The renderer never waits for a setter: at the start of a slice it applies what was set since the last one, in order.
/// This is also true for callbacks, completions and unit notifications inside a slice, because the order of rendering
/// depends on the workers. A parameter is set at once if the graph is not initialized, between slices
/// (``AudioGraph/betweenSlices(_:)``), and in a notification of the graph around a slice.
///
/// ## Allocation
/// In the thread that sets; none in the renderer.
public struct GraphParameters: @unchecked Sendable {
    /// Of it only what its locks guard is touched.
    private let graph: AudioGraph

    init(_ graph: AudioGraph) {
        self.graph = graph
    }

    /// - Throws: `nodeNotFound`; `cannotDoInCurrentContext` while the graph is closed; what
    ///   ``KKUnits/AudioUnit/setParameter(_:_:scope:element:)`` throws.
    public func set(
        _ id: ParameterID, _ value: Float, of node: Node, scope: Scope = .global, element: Int = 0
    ) throws(GraphError) {
        let unit = try graph.unit(of: node, as: AudioUnit.self)
        try graph.edit { () throws(GraphError) in
            do throws(AudioUnitError) {
                if !graph.life.isInitialized || graph.isBetweenPulls {
                    try unit.setParameter(id, value, scope: scope, element: element)
                } else {
                    let value = try unit.nearestValue(to: value, of: id, scope: scope, element: element)
                    graph.postedParameters.add(
                        PostedParameters.Post(unit: unit, id: id, value: value, scope: scope, element: element))
                }
            } catch {
                throw GraphError(error)
            }
        }
    }
}

/// Parameters that wait for the next slice.
final class PostedParameters {
    /// On its way to the thread that renders the unit.
    struct Post: @unchecked Sendable {
        let unit: AudioUnit
        let id: ParameterID
        let value: Float
        let scope: Scope
        let element: Int
    }

    let posts = Mutex<[Post]>([])

    func add(_ post: Post) {
        posts.withLock { $0.append(post) }
    }

    /// Called by the renderer before a slice. It waits for nobody: while somebody adds, all is left to the next slice.
    func apply() {
        posts.withLockIfAvailable { posts in
            for post in posts {
                // Checked when it was set; a unit that has changed since has no use for it.
                try? post.unit.setParameter(post.id, post.value, scope: post.scope, element: post.element)
            }
            posts.removeAll(keepingCapacity: true)
        }
    }
}
