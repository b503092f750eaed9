// What `import KKMixing` gives: all of KKAudio, and what kkmix itself is made of: sessions, mixes, comparisons, tests,
// batches and their reports.
@_exported public import KKAudio
@_exported public import KKJobs
@_exported public import KKSession
@_exported public import KKReport
