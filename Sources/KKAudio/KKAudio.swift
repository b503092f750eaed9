// What `import KKAudio` gives: graph, units, queue, files, converter and meters.
@_exported public import KKAnalysis
@_exported public import KKCodecs
@_exported public import KKConvert
@_exported public import KKDSP
@_exported public import KKFiles
@_exported public import KKGraph
@_exported public import KKMath
@_exported public import KKPCM
@_exported public import KKQueue
@_exported public import KKUnits
