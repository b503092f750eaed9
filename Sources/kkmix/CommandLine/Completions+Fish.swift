internal import KKMixing

extension Completions {
    static var fish: String {
        let listed = Kkmix.names(of: nil).map { name in
            let abstract = commands.first { $0.name == name }?.abstract ?? ""
            return "complete -c kkmix -n __fish_use_subcommand -a \(name) -d \(ShellWord.quoted(abstract))"
        }
        let rows = commands.flatMap { command in
            command.rows.filter { !$0.isInput }.map { row in
                let short = row.short.map { " -s \($0.dropFirst())" } ?? ""
                return
                    "complete -c kkmix -n \"__kkmix_is '\(command.name)'\"\(short) -l \(row.name.dropFirst(2))\(fishValue(row)) -d \(ShellWord.quoted(row.summary))"
            }
        }
        let lists = lists.map { "set -g __kkmix_\($0.name) \($0.words.joined(separator: " "))" }.joined(separator: "\n")
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
            # The settings of a track, behind a file and ::
            function __kkmix_settings
                set -l word (commandline -ct)
                set -l parts (string match -r '^(.+::(?:.*,)?)([^,]*)$' -- $word); or return
                switch $parts[3]
                    case 'eq=*'
                        printf '%s\\n' $parts[2]eq=$__kkmix_presets
                    case 'unit=*'
                        printf '%s\\n' $parts[2]unit=$__kkmix_units
                    case '*=*'
                    case '*'
                        printf '%s\\n' $parts[2]$__kkmix_settings
                end
            end
            complete -c kkmix -f -n "string match -q '*::*' -- (commandline -ct)" -a '(__kkmix_settings)'
            complete -c kkmix -n "__fish_seen_subcommand_from batch" -a '\(batchNames)'
            \((listed + rows).joined(separator: "\n"))
            """
    }

    private static func fishValue(_ row: Option) -> String {
        switch values(of: row) {
        case .list(let name): " -x -a '$__kkmix_\(name)'"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case nil: row.value == nil ? "" : " -r"
        }
    }
}
