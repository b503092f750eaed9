internal import KKMixing

extension Completions {
    static var fish: String {
        let listed = Kkmix.names(of: nil).map { name in
            let abstract = commands.first { $0.name == name }?.abstract ?? ""
            return "complete -c kkmix -n __fish_use_subcommand -a \(name) -d \(ShellWord.quoted(abstract))"
        }
        let seconds = secondNames.map { name, words in
            "complete -c kkmix -n \"__fish_seen_subcommand_from \(name)\" -a '\(words.joined(separator: " "))'"
        }
        let rows = commands.flatMap { command in
            command.rows.filter { !$0.isInput }.map { row in
                let short = row.short.map { " -s \($0.dropFirst())" } ?? ""
                return
                    "complete -c kkmix -n \"__kkmix_is '\(command.name)'\"\(short) -l \(row.name.dropFirst(2))\(fishValue(row)) -d \(ShellWord.quoted(row.summary))"
            }
        }
        let lists = lists.map { "set -g __kkmix_\($0.name) \($0.words.joined(separator: " "))" }.joined(separator: "\n")
        let units = Self.parameters.map {
            "        case \($0.unit)\n            printf '%s\\n' $argv[1]\(Self.braced($0.words))"
        }
        return """
            # Completion of kkmix for fish.
            \(lists)
            function __kkmix_is
                set -l words (commandline -opc) '' ''
                set -l command mix
                contains -- $words[2] \(names); and set command $words[2]
                test "$command" = batch; and contains -- $words[3] \(batchNames); and test $words[3] != run; and set command "batch $words[3]"
                test "$command" = "$argv[1]"
            end
            # A unit, and behind : what can be set of it: what stands before it, and what is written so far
            function __kkmix_unit
                if not string match -q '*:*' -- $argv[2]
                    printf '%s\\n' $argv[1]$__kkmix_units
                    return
                end
                set -l parts (string match -r '^(([^:]+):(?:.*:)?)([^:=]*)$' -- $argv[2]); or return
                set argv[1] $argv[1]$parts[2]
                switch $parts[3]
            \(units.joined(separator: "\n"))
                end
            end
            # The settings of a track, behind a file and ::
            function __kkmix_settings
                set -l word (commandline -ct)
                set -l parts (string match -r '^(.+::(?:.*,)?)([^,]*)$' -- $word); or return
                switch $parts[3]
                    case 'eq=*'
                        printf '%s\\n' $parts[2]eq=$__kkmix_presets
                    case 'unit=*'
                        __kkmix_unit $parts[2]unit= (string replace unit= '' -- $parts[3])
                    case '*=*'
                    case '*'
                        printf '%s\\n' $parts[2]$__kkmix_settings
                end
            end
            complete -c kkmix -f -n "string match -q '*::*' -- (commandline -ct)" -a '(__kkmix_settings)'
            \((seconds + listed + rows).joined(separator: "\n"))
            """
    }

    /// One word, or several in braces.
    private static func braced(_ words: [String]) -> String {
        words.count == 1 ? words[0] : "{\(words.joined(separator: ","))}"
    }

    private static func fishValue(_ row: Option) -> String {
        switch values(of: row) {
        case .list("units"): " -x -a '(__kkmix_unit \"\" (commandline -ct | string replace -r -- \"^--unit=\" \"\"))'"
        case .list(let name): " -x -a '$__kkmix_\(name)'"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case nil: row.value == nil ? "" : " -r"
        }
    }
}
