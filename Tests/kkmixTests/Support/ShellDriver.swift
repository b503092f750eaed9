import KKTestSupport

/// A shell at a terminal, in which words are typed and completed.
enum ShellDriver {
    /// The line of commands that a shell makes of each text when its key for completion is struck.
    ///
    /// - Parameter folder: has the completions' script, `script.SHELL`.
    static func lines(_ shell: String, _ texts: [String], in folder: ScratchFolder) throws -> CommandRun {
        try folder.write(Array(program.utf8), to: "drive.py")
        let words = texts.map { "'\($0)'" }.joined(separator: " ")
        return try CommandRun.shell("python3 drive.py \(shell) \(words)", in: folder.root)
    }

    /// bash inserts all that it offers (C-o), zsh what is left when there is one (tab), and each then prints its line
    /// (C-t). fish says what it offers without a terminal.
    private static let program = #"""
        import os, pty, select, subprocess, sys, time
        shell, texts = sys.argv[1], sys.argv[2:]
        variables = {"PATH": os.environ["PATH"], "HOME": os.getcwd(), "TERM": "dumb", "INPUTRC": "/dev/null", "LC_ALL": "C.UTF-8"}
        if shell == "fish":
            program = ". script.fish; for text in $argv; echo (complete -C $text | string replace -r '\t.*' ''); end; true"
            sys.exit(subprocess.run(["fish", "--no-config", "-c", program, *texts], env=variables).returncode)
        setup = {
            "bash": r"""stty -echo; PS1=; . ./script.bash; show() { printf '\001%s\002' "$READLINE_LINE"; READLINE_LINE=; }; bind -x '"\C-t": show'; bind '"\C-o": insert-completions'""",
            "zsh": r"""PS1=; autoload -U compinit; compinit -u -d ./dump; . ./script.zsh; show() { printf '\001%s\002' "$BUFFER"; BUFFER=; }; zle -N show; bindkey '^T' show; setopt no_beep""",
        }
        pid, terminal = pty.fork()
        if pid == 0: os.execvpe(shell, {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}[shell], variables)
        seen = b""
        def until(mark):
            global seen
            end = time.monotonic() + 30
            while mark not in seen:
                if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]: sys.exit(f"no answer: {seen!r}")
                seen += os.read(terminal, 65536)
            place = seen.index(mark) + len(mark)
            found, seen = seen[:place], seen[place:]
            return found
        os.write(terminal, (setup[shell] + "; printf 'rea''dy\\n'\n").encode())
        until(b"ready\r\n")
        for text in texts:
            os.write(terminal, text.encode() + (b"\x0f" if shell == "bash" else b"\t") + b"\x14")
            found = until(b"\x02")
            print(found[found.rindex(b"\x01") + 1:-1].decode().rstrip())
        """#
}
