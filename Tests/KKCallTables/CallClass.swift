/// The calls of a class of AVFAudio, and what becomes of each here.
package struct CallClass: Sendable {
    package let title: String
    package let calls: [Call]

    init(_ title: String, _ calls: [Call]...) {
        self.title = title
        self.calls = calls.flatMap { $0 }
    }

    /// The table of all classes as docs/avfaudio.md has it. What works of a class is one row, and what is absent for
    /// the same reason.
    package static var table: String {
        all.map {
            "### \($0.title)\n\n| call | here | difference |\n|---|---|---|\n" + $0.rows.joined(separator: "\n")
        }
        .joined(separator: "\n\n")
    }

    private var rows: [String] {
        var rows: [(names: [String], state: Call.State)] = []
        for call in calls {
            if let index = rows.firstIndex(where: { $0.state == call.state }) {
                rows[index].names.append("`\(call.name)`")
            } else {
                rows.append((["`\(call.name)`"], call.state))
            }
        }
        return rows.map { names, state in
            let names = names.joined(separator: ", ")
            return switch state {
            case .works: "| \(names) | works | |"
            case .differs(let how): "| \(names) | differs | \(how) |"
            case .absent(let why): "| \(names) | absent | \(why) |"
            }
        }
    }
}
