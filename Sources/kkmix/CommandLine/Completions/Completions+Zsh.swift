internal import KKMixing

extension Completions {
    static var zsh: String {
        let rows = cases { "rows=(\($0.map(zshRow).joined(separator: " ")))" }
        let lists = lists.map { "\($0.name)=(\($0.words.joined(separator: " ")))" }.joined(separator: " ")
        let units = Self.parameters.map { "\($0.unit)) set=(\($0.words.joined(separator: " "))) ;;" }
        return """
            #compdef kkmix
            # Completion of kkmix for zsh.
            _kkmix_lists() { \(lists); }
            # A unit, and behind : what can be set of it.
            _kkmix_unit() {
                local -a set
                [[ $PREFIX == *:* ]] || { compadd -S '' -- $units; return; }
                case ${PREFIX%%:*} in
                \(units.joined(separator: "\n    "))
                esac
                compset -P '*:'
                [[ $PREFIX == *=* ]] || compadd -S '' -- $set
            }
            # A file, and behind :: the settings of a track.
            _kkmix_input() {
                local -a formats encodings layouts presets units settings
                [[ $PREFIX == ?*::* ]] || { _files; return; }
                _kkmix_lists
                compset -P '*::'
                compset -P '*,'
                case $PREFIX in
                eq=*) compset -P 'eq='; compadd -S '' -- $presets ;;
                unit=*) compset -P 'unit='; _kkmix_unit ;;
                *=*) return 1 ;;
                *) compadd -S '' -- $settings ;;
                esac
            }
            _kkmix() {
                local -a rows names formats encodings layouts presets units settings
                _kkmix_lists
                case "$words[2] $words[3] " in
            \(rows)
                esac
                case "$CURRENT $words[2]" in
                '2 '*) names=(\(names)) ;;
            \(secondNames.map { "    '3 \($0.name)') names=(\($0.words.joined(separator: " "))) ;;" }.joined(separator: "\n"))
                esac
                (( $#names )) && compadd -- $names
                _arguments -s $rows '*:input:_kkmix_input'
            }
            # Loaded by its name, from a folder of functions, it is called at once.
            if [[ $funcstack[1] == _kkmix ]]; then _kkmix "$@"; else compdef _kkmix kkmix; fi
            """
    }

    private static func zshRow(_ row: Option) -> String {
        let help = row.summary.replacingScalars { ["[", "]", ":"].contains($0) ? "\\\($0)" : nil }
        let value = row.value.map { name in
            switch values(of: row) {
            case .list("units"): ":unit:_kkmix_unit"
            case .list(let list): ":\(name.replacingScalars { $0 == ":" ? " " : nil }):compadd -a \(list)"
            case .words(let words):
                ":value:(\(words.joined(separator: " ").replacingScalars { $0 == ":" ? "\\:" : nil }))"
            case nil: ":\(name.replacingScalars { $0 == ":" ? " " : nil }):_files"
            }
        }
        let rest = ShellWord.quoted("[\(help)]\(value ?? "")")
        let again = row.repeats ? "'*'" : ""
        guard let short = row.short else { return again + row.name + (row.value == nil ? "" : "=") + rest }
        let names = row.value == nil ? "\(short),\(row.name)" : "\(short)\(row.joins ? "+" : ""),\(row.name)="
        return "'(\(short) \(row.name))'{\(names)}\(rest)"
    }
}
