import Glibc
import Synchronization

/// What went wrong on another thread.
struct Trouble: Error {
    let words: String
}

/// Says when the others have done enough, and what was wrong.
final class Meanwhile: Sendable {
    private let isOver = Atomic(false)
    private let trouble = Mutex<String?>(nil)

    /// Runs `body` again and again until the render is over.
    func repeated(_ body: () throws -> Void) {
        while !isOver.load(ordering: .acquiring) {
            do {
                try body()
            } catch {
                trouble.withLock { $0 = $0 ?? "\(error)" }
                return
            }
            sched_yield()
        }
    }

    fileprivate func end() throws {
        isOver.store(true, ordering: .releasing)
    }

    fileprivate func check() throws {
        if let words = trouble.withLock({ $0 }) { throw Trouble(words: words) }
    }
}

/// Runs `render` here while each of `others` goes on on a thread of its own.
func beside(_ others: [(Meanwhile) -> Void], _ render: () throws -> Void) throws {
    let meanwhile = Meanwhile()
    var threads: [pthread_t] = []
    for other in others {
        let body = Unmanaged.passRetained(Body { other(meanwhile) })
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result == 0 else { throw Trouble(words: "the system gives no thread") }
        threads.append(thread)
    }
    let result = Result { try render() }
    try meanwhile.end()
    for thread in threads { pthread_join(thread, nil) }
    try meanwhile.check()
    try result.get()
}

private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

func require(_ isTrue: Bool, _ words: String) throws {
    if !isTrue { throw Trouble(words: words) }
}
