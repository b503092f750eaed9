internal import KKMixing

// Keys that mean something of their own in one document.

extension ErrorFacts: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "status": "the exit status that goes with it",
            "path": "the file that it is about; null where it is about none",
        ]
    }
}

extension JobFailure: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "status": "the exit status that goes with it",
            "path": "the file that it is about; null where it is about none",
            "problem": "what went wrong alone", "place": "where alone, and what within it",
            "next_step": "what to do next alone",
        ]
    }
}

extension FailedFile: ExplainsKeys {
    static var meanings: [String: String] { ["error": "why it failed"] }
}

extension FailureDocument: ExplainsKeys {
    static var meanings: [String: String] { ["error": "why it failed"] }
}

extension InfoPackets.Failure: ExplainsKeys {
    static var meanings: [String: String] { ["error": "why it failed"] }
}

extension InfoPackets.Total: ExplainsKeys {
    static var meanings: [String: String] { ["count": "packets"] }
}

extension InfoFacts.Marker: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "channel": "the channel, from 1; 0 is all of them",
            "type": "the kind, as the file has it; null where it says none",
        ]
    }
}

extension InfoFacts.Region: ExplainsKeys {
    static var meanings: [String: String] { ["id": "the region's number"] }
}

extension MeasuredFile.Judgement.Limit: ExplainsKeys {
    static var meanings: [String: String] { ["passed": "whether it is kept"] }
}

extension CompareDocument.Case: ExplainsKeys {
    static var meanings: [String: String] { ["limits": "the tolerance's limits, by the names of their options"] }
}

extension CompareDocument.Place: ExplainsKeys {
    static var meanings: [String: String] { ["frame": "the frame of the reference"] }
}

extension TolerancesDocument.Row: ExplainsKeys {
    static var meanings: [String: String] { ["limits": "its limits, by the names of their options"] }
}

extension TestDocument: ExplainsKeys {
    static var meanings: [String: String] { ["passed": "cases that passed", "failed": "cases that differ"] }
}

extension TestDocument.Case: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "actual": "the render that was kept, where it failed",
            "place": "`FILE:LINE:COLUMN`, where it is declared",
            "assertions": "what was asserted",
        ]
    }
}

extension SoundAssertion.Outcome: ExplainsKeys {
    static var meanings: [String: String] {
        ["text": "as the manifest has it", "measured": "what was found, in words", "passed": "whether it holds"]
    }
}

extension TestListDocument.Entry: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "place": "`FILE:LINE:COLUMN`, where it is declared",
            "assertions": "what is asserted, as the manifest has it",
        ]
    }
}

extension MixDocument.Loudness: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "gain_db": "the gain that brought it there, in front of the limiter, dB",
            "integrated_lufs": "integrated loudness as it is written, LUFS",
        ]
    }
}

extension MixDocument.Clipping: ExplainsKeys {
    static var meanings: [String: String] { ["clipped_samples": "samples that could not be held"] }
}

extension MixDocument.Clipping.Contribution: ExplainsKeys {
    static var meanings: [String: String] { ["path": "the track's file"] }
}

extension JobClipping: ExplainsKeys {
    static var meanings: [String: String] {
        ["clipped_samples": "samples that could not be held", "text": "the line for people"]
    }
}

extension JobRecord: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "id": "the job's id; empty in a cache", "facts": "what is told of the output, as a report's `result`",
            "seal": "in a cache a hash of key and facts, by which the two belong to each other; null elsewhere",
        ]
    }
}

extension BatchPlan.Row: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "sha256": "SHA-256 of each input's bytes; null of a stimulus, and where it cannot be read",
            "error": "why the job will fail; null where nothing is in its way",
        ]
    }
}

extension BatchPlanDocument: ExplainsKeys {
    static var meanings: [String: String] { ["output": "the plan's file; null where none was written"] }
}

extension BatchPlanDocument.Job: ExplainsKeys {
    static var meanings: [String: String] { ["error": "why the job will fail; null where nothing is in its way"] }
}

extension PlotDocument.File: ExplainsKeys {
    static var meanings: [String: String] {
        ["inputs": "the files that are drawn", "output": "the picture", "format": "`png` or `svg`"]
    }
}

extension GraphDocument.Node: ExplainsKeys {
    static var meanings: [String: String] {
        ["id": "the node's number", "path": "the file that a file player plays; null for other nodes"]
    }
}

extension GraphDocument.Connection: ExplainsKeys {
    static var meanings: [String: String] { ["source": "the node whose output it is"] }
}

extension UnitsDocument.Property: ExplainsKeys {
    static var meanings: [String: String] { ["id": "the property's number"] }
}

extension UnitsDocument.Parameter: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "id": "the parameter's number",
            "minimum": "the start of its range",
            "maximum": "the end of its range, at 44,100 Hz where that follows the rate",
        ]
    }
}

extension OutputFormat.Row: ExplainsKeys {
    static var meanings: [String: String] { ["container": "the word of `--format`"] }
}

extension FormatsDocument: ExplainsKeys {
    static var meanings: [String: String] { ["written": "what can be written"] }
}

extension FormatsDocument.Read: ExplainsKeys {
    static var meanings: [String: String] { ["encodings": "what can be read in it, in words"] }
}

extension SettingsDocument.Setting: ExplainsKeys {
    static var meanings: [String: String] {
        ["key": "the word before the `=`", "value": "what stands behind it; null where nothing does"]
    }
}

extension StimuliDocument.Row: ExplainsKeys {
    static var meanings: [String: String] { ["keys": "the settings that are its own; the others belong to all"] }
}

extension StimuliDocument.Key: ExplainsKeys {
    static var meanings: [String: String] { ["key": "the word before the `=`", "value": "what stands behind it"] }
}

extension LayoutsDocument.Pair: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "from": "the input's layout",
            "to": "the output's layout",
            "inputs": "the labels of the input's channels",
        ]
    }
}

extension DocumentsDocument.Document: ExplainsKeys {
    static var meanings: [String: String] { ["source": "the command that prints it, or where it lies"] }
}

extension ExitStatus.Row: ExplainsKeys {
    static var meanings: [String: String] { ["status": "the number"] }
}

extension ConversionFacts: ExplainsKeys {
    static var meanings: [String: String] {
        [
            "output": "the file that would be written; null without `-o`",
            "channel_map": "the channel map, as it is written: `2,-`; null without one",
        ]
    }
}
