// Graphs of connected units, with an output unit as their head.
#ifndef KK_AUGRAPH_H
#define KK_AUGRAPH_H

#include <AudioToolbox/AudioUnitProperties.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct OpaqueAUGraph *AUGraph;
typedef SInt32 AUNode;

KK_CONSTANTS(OSStatus) {
    kAUGraphErr_NodeNotFound = -10860,
    kAUGraphErr_InvalidConnection = -10861,
    kAUGraphErr_OutputNodeErr = -10862,
    kAUGraphErr_CannotDoInCurrentContext = -10863,
    kAUGraphErr_InvalidAudioUnit = -10864
};

KK_CONSTANTS(UInt32) {
    kAUNodeInteraction_Connection = 1,
    kAUNodeInteraction_InputCallback = 2
};

struct AudioUnitNodeConnection {
    AUNode sourceNode;
    UInt32 sourceOutputNumber;
    AUNode destNode;
    UInt32 destInputNumber;
};
typedef struct AudioUnitNodeConnection AudioUnitNodeConnection;
typedef struct AudioUnitNodeConnection AUNodeConnection;

struct AUNodeRenderCallback {
    AUNode destNode;
    AudioUnitElement destInputNumber;
    AURenderCallbackStruct cback;
};
typedef struct AUNodeRenderCallback AUNodeRenderCallback;

struct AUNodeInteraction {
    UInt32 nodeInteractionType;
    union {
        AUNodeConnection connection;
        AUNodeRenderCallback inputCallback;
    } nodeInteraction;
};
typedef struct AUNodeInteraction AUNodeInteraction;

extern OSStatus NewAUGraph(AUGraph _Nullable *_Nonnull outGraph);
extern OSStatus DisposeAUGraph(AUGraph inGraph);

extern OSStatus AUGraphAddNode(AUGraph inGraph, const AudioComponentDescription *inDescription, AUNode *outNode);
extern OSStatus AUGraphRemoveNode(AUGraph inGraph, AUNode inNode);
extern OSStatus AUGraphGetNodeCount(AUGraph inGraph, UInt32 *outNumberOfNodes);
extern OSStatus AUGraphGetIndNode(AUGraph inGraph, UInt32 inIndex, AUNode *outNode);
extern OSStatus AUGraphNodeInfo(AUGraph inGraph, AUNode inNode, AudioComponentDescription *_Nullable outDescription,
                                AudioUnit _Nullable *_Nullable outAudioUnit);

extern OSStatus AUGraphConnectNodeInput(AUGraph inGraph, AUNode inSourceNode, UInt32 inSourceOutputNumber, AUNode inDestNode,
                                        UInt32 inDestInputNumber);
extern OSStatus AUGraphSetNodeInputCallback(AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber,
                                            const AURenderCallbackStruct *inInputCallback);
extern OSStatus AUGraphDisconnectNodeInput(AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber);
extern OSStatus AUGraphClearConnections(AUGraph inGraph);
extern OSStatus AUGraphGetNumberOfInteractions(AUGraph inGraph, UInt32 *outNumInteractions);
extern OSStatus AUGraphGetInteractionInfo(AUGraph inGraph, UInt32 inInteractionIndex, AUNodeInteraction *outInteraction);
extern OSStatus AUGraphCountNodeInteractions(AUGraph inGraph, AUNode inNode, UInt32 *outNumInteractions);
extern OSStatus AUGraphGetNodeInteractions(AUGraph inGraph, AUNode inNode, UInt32 *ioNumInteractions, AUNodeInteraction *outInteractions);
extern OSStatus AUGraphUpdate(AUGraph inGraph, Boolean *_Nullable outIsUpdated);

extern OSStatus AUGraphOpen(AUGraph inGraph);
extern OSStatus AUGraphClose(AUGraph inGraph);
extern OSStatus AUGraphInitialize(AUGraph inGraph);
extern OSStatus AUGraphUninitialize(AUGraph inGraph);
extern OSStatus AUGraphStart(AUGraph inGraph);
extern OSStatus AUGraphStop(AUGraph inGraph);
extern OSStatus AUGraphIsOpen(AUGraph inGraph, Boolean *outIsOpen);
extern OSStatus AUGraphIsInitialized(AUGraph inGraph, Boolean *outIsInitialized);
extern OSStatus AUGraphIsRunning(AUGraph inGraph, Boolean *outIsRunning);

extern OSStatus AUGraphAddRenderNotify(AUGraph inGraph, AURenderCallback inCallback, void *_Nullable inRefCon);
extern OSStatus AUGraphRemoveRenderNotify(AUGraph inGraph, AURenderCallback inCallback, void *_Nullable inRefCon);

// Prints a graph.
extern void CAShow(void *inObject);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
