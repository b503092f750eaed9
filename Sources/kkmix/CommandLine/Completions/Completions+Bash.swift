internal import KKMixing

extension Completions {
    /// For bash 4 and later, with or without the package bash-completion.
    static var bash: String {
        let rows = cases { rows in
            let options = rows.flatMap { [$0.short, $0.name].compactMap(\.self) }.joined(separator: " ")
            let values = rows.compactMap { row in
                Self.values(of: row).map {
                    "\([row.short, row.name].compactMap(\.self).joined(separator: "|"))) \(assignment($0)) ;; "
                }
            }.joined()
            return "options='\(options)'; case $before in \(values)esac"
        }
        let lists = lists.map { "\($0.name)='\($0.words.joined(separator: " "))'" }.joined(separator: " ")
        let units = Self.parameters.map { "\($0.unit)) values='\($0.words.joined(separator: " "))' ;;" }
        return """
            # Completion of kkmix for bash.
            # What can be set of the unit that is written so far, as values and rest of the caller: NAME:parameter=value:…
            _kkmix_unit() {
                [[ $rest == *:* ]] || return 0
                ends= values=
                [[ ${rest##*:} == *=* ]] && return 1
                case ${rest%%:*} in
                \(units.joined(separator: "\n    "))
                *) return 1 ;;
                esac
                rest=${rest##*:}
            }
            _kkmix() {
                local \(lists)
                # bash cuts words at : and =. Here they are whole, up to the cursor.
                local line=${COMP_LINE:0:COMP_POINT} part rest words=() last=-1
                for part in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
                    rest=${line#"${line%%[![:space:]]*}"}
                    if ((last < 0)) || [[ $rest != "$line" ]]; then words[++last]=; fi
                    words[last]+=${rest:0:${#part}}
                    line=${rest:${#part}}
                done
                local word=${words[last]} before= head= options= values= names= ends=' '
                ((last)) && before=${words[last-1]}
                if [[ $word == --*=* ]]; then before=${word%%=*} head=${word%%=*}=; fi
                case "${words[1]} ${words[2]} " in
            \(rows)
                esac
                case "$last ${words[1]}" in
                '1 '*) names='\(names)' ;;
            \(secondNames.map { "    '2 \($0.name)') names='\($0.words.joined(separator: " "))' ;;" }.joined(separator: "\n"))
                esac
                if [[ -z $values && $word == ?*::* ]]; then
                    ends= values=$settings rest=${word##*::}
                    rest=${rest##*,}
                    case $rest in
                    eq=*) values=$presets rest=${rest#eq=} ;;
                    unit=*)
                        values=$units rest=${rest#unit=}
                        _kkmix_unit || return
                        ;;
                    *=*) return ;;
                    esac
                    head=${word%"$rest"}
                elif [[ $before == --unit ]]; then
                    rest=${word#"$head"}
                    _kkmix_unit || return
                    head=${word%"$rest"}
                elif [[ -z $values && -z $head && $word == -* ]]; then
                    values=$options
                fi
                local files=1
                [[ -n $values ]] && files=
                COMPREPLY=()
                while IFS= read -r part; do
                    COMPREPLY+=("$head$part")
                done < <(compgen -W "${values:-$names}" -- "${word#"$head"}"; [[ -n $files ]] && compgen -f -- "${word#"$head"}")
                # What stands in front of the cursor's part of the word stays as it is.
                local breaks=${COMP_WORDBREAKS//[^:=]/}
                if [[ -n $breaks ]]; then part=${word%"${word##*[$breaks]}"} COMPREPLY=("${COMPREPLY[@]#"$part"}"); fi
                [[ -z $files ]] && compopt +o filenames 2>/dev/null
                [[ -z $ends ]] && compopt -o nospace 2>/dev/null
                return 0
            }
            complete -o filenames -F _kkmix kkmix
            """
    }

    private static func assignment(_ values: Option.Completion) -> String {
        switch values {
        case .list(let name): "values=$\(name)"
        case .words(let words): "values='\(words.joined(separator: " "))'"
        }
    }
}
