/// A function of Core Audio's C API, and what becomes of it here.
package struct Call: Sendable {
    package enum State: Sendable, Equatable {
        /// As the documents say.
        case works
        /// It is there, and something is otherwise.
        case differs(String)
        /// It is not declared, so a program that calls it does not compile; why, and what to do.
        case absent(String)
    }

    package let name: String
    package let state: State

    package static func works(_ names: String...) -> [Call] { names.map { Call(name: $0, state: .works) } }

    package static func differs(_ name: String, _ how: String) -> [Call] { [Call(name: name, state: .differs(how))] }

    package static func absent(_ why: String, _ names: String...) -> [Call] {
        names.map { Call(name: $0, state: .absent(why)) }
    }

    /// A row of the table in docs/core-audio-calls.md.
    package var row: String {
        switch state {
        case .works: "| `\(name)` | works | |"
        case .differs(let how): "| `\(name)` | differs | \(how) |"
        case .absent(let why): "| `\(name)` | absent | \(why) |"
        }
    }
}

/// The calls of a header.
package struct CallHeader: Sendable {
    package let title: String
    /// Where it is below the folder of headers.
    package let path: String
    package let calls: [Call]

    init(_ title: String, _ path: String, _ calls: [Call]...) {
        self.title = title
        self.path = path
        self.calls = calls.flatMap { $0 }
    }

    /// The table of all headers as docs/core-audio-calls.md has it.
    package static var table: String {
        all.map { header in
            "## \(header.title)\n\n| call | here | difference |\n|---|---|---|\n"
                + header.calls.map(\.row).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}
