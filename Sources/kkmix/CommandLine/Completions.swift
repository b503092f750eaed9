internal import KKMixing

/// Scripts by which a shell completes the words of a command line: commands, options, the words that a value can be,
/// and names of files. They hold every table, and ask the program for nothing.
struct Completions {
    /// `kkmix --generate-completion-script bash`; the shell's name may be behind a sign of equality, and is that of
    /// `SHELL` where there is none.
    static let option = "--generate-completion-script"

    let script: String

    /// - Throws: `SessionError` for a shell that is none of these.
    init(_ words: [String]) throws(SessionError) {
        let joined = words[0].split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        let named = joined ?? words.dropFirst().first
        let usual = Terminal.variable("SHELL")?.split(separator: "/").last.map(String.init)
        switch named ?? usual {
        case "bash": script = Self.bash
        case "zsh": script = Self.zsh
        case "fish": script = Self.fish
        default:
            let problem = named.map { "can't generate completion scripts for '\($0)'" }
            throw SessionError(
                .usage, problem ?? "can't autodetect a supported shell", nextStep: "see kkmix --help")
        }
    }

    private static let commands = Kkmix.commands.map { (name: $0.name, rows: $0.table, abstract: $0.abstract) }

    /// A line for each command, those of two words first; at the end that of a mix, which needs no name.
    private static func cases(_ line: ([Option]) -> String) -> String {
        let rows = commands.map { ($0.name, $0.rows.filter { !$0.isInput }) }
        let named = rows.filter { $0.0.contains(" ") } + rows.filter { !$0.0.contains(" ") }
        return (named.map { ("'\($0) '*", $1) } + [("*", rows[0].1)]).map { "    \($0)) \(line($1)) ;;" }
            .joined(separator: "\n")
    }

    private static let names = Kkmix.names(of: nil).joined(separator: " ")
    private static let batchNames = Kkmix.names(of: Batch.name).joined(separator: " ")

    // MARK: Shells

    private static var bash: String {
        let rows = cases { rows in
            let options = rows.flatMap { [$0.short, $0.name].compactMap(\.self) }.joined(separator: " ")
            let values = rows.filter(\.isChoice).map { "\($0.name)) values='\($0.choices)' ;; " }.joined()
            return "options='\(options)'; case $before in \(values)esac"
        }
        return """
            # Completion of kkmix for bash.
            _kkmix() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= values= names=
                case "${COMP_WORDS[1]} ${COMP_WORDS[2]} " in
            \(rows)
                esac
                case "$COMP_CWORD ${COMP_WORDS[1]}" in
                '1 '*) names='\(names)' ;;
                '2 batch') names='\(batchNames)' ;;
                esac
                if [ -n "$values" ]; then
                    COMPREPLY=($(compgen -W "$values" -- "$word"))
                elif [ "${word:0:1}" = - ]; then
                    COMPREPLY=($(compgen -W "$options" -- "$word"))
                else
                    local IFS=$'\\n'
                    COMPREPLY=($(IFS=' '; compgen -W "$names" -- "$word") $(compgen -f -- "$word"))
                fi
            }
            complete -o filenames -F _kkmix kkmix
            """
    }

    private static var zsh: String {
        let rows = cases { "rows=(\($0.map(zshRow).joined(separator: " ")))" }
        return """
            #compdef kkmix
            # Completion of kkmix for zsh.
            _kkmix() {
                local -a rows names
                case "$words[2] $words[3] " in
            \(rows)
                esac
                case "$CURRENT $words[2]" in
                '2 '*) names=(\(names)) ;;
                '3 batch') names=(\(batchNames)) ;;
                esac
                (( $#names )) && compadd -- $names
                _arguments -s $rows '*:file:_files'
            }
            # Loaded by its name, from a folder of functions, it is called at once.
            if [[ $funcstack[1] == _kkmix ]]; then _kkmix "$@"; else compdef _kkmix kkmix; fi
            """
    }

    private static func zshRow(_ row: Option) -> String {
        let help = row.summary.replacingScalars { ["[", "]", ":"].contains($0) ? "\\\($0)" : nil }
        let value = row.value.map {
            ":\(row.isChoice ? "value:(\(row.choices))" : "\($0.replacingScalars { $0 == ":" ? " " : nil }):_files")"
        }
        let rest = ShellWord.quoted("[\(help)]\(value ?? "")")
        guard let short = row.short else { return row.name + (row.value == nil ? "" : "=") + rest }
        let names = row.value == nil ? "\(short),\(row.name)" : "\(short)\(row.joins ? "+" : ""),\(row.name)="
        return "'(\(short) \(row.name))'{\(names)}\(rest)"
    }

    private static var fish: String {
        let listed = (Kkmix.names(of: nil)).map { name in
            let abstract = commands.first { $0.name == name }?.abstract ?? ""
            return "complete -c kkmix -n __fish_use_subcommand -a \(name) -d \(ShellWord.quoted(abstract))"
        }
        let rows = commands.flatMap { command in
            command.rows.filter { !$0.isInput }.map { row in
                let short = row.short.map { " -s \($0.dropFirst())" } ?? ""
                let value = row.isChoice ? " -x -a '\(row.choices)'" : row.value == nil ? "" : " -r"
                return
                    "complete -c kkmix -n \"__kkmix_is '\(command.name)'\"\(short) -l \(row.name.dropFirst(2))\(value) -d \(ShellWord.quoted(row.summary))"
            }
        }
        return """
            # Completion of kkmix for fish.
            function __kkmix_is
                set -l words (commandline -opc) '' ''
                set -l command mix
                contains -- $words[2] \(names); and set command $words[2]
                test "$command" = batch; and contains -- $words[3] \(batchNames); and test $words[3] != run; and set command "batch $words[3]"
                test "$command" = "$argv[1]"
            end
            complete -c kkmix -n "__fish_seen_subcommand_from batch" -a '\(batchNames)'
            \((listed + rows).joined(separator: "\n"))
            """
    }
}

extension Option {
    fileprivate var choices: String { value?.replacingScalars { $0 == "|" ? " " : nil } ?? "" }

    /// The beginning of its help, up to what explains it.
    fileprivate var summary: String {
        let ends = [". ", ": ", "; ", " ("].compactMap { help.firstRange(of: $0)?.lowerBound }
        let text = help[..<(ends.min() ?? help.endIndex)]
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }
}
