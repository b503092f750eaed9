// The functions that a program gives to nodes. All are called on the thread that renders.

/// Is given frames of a node as they pass: a buffer in the format of the bus, and the node's time of its first frame.
public typealias AVAudioNodeTapBlock = (_ buffer: AVAudioPCMBuffer, _ when: AVAudioTime) -> Void

public typealias AVAudioNodeCompletionHandler = () -> Void

public typealias AVAudioPlayerNodeCompletionHandler = (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Writes so many frames into a list; it may set `isSilence` where they are zero.
public typealias AVAudioSourceNodeRenderBlock = (
    _ isSilence: UnsafeMutablePointer<ObjCBool>, _ timestamp: UnsafePointer<AudioTimeStamp>,
    _ frameCount: AVAudioFrameCount, _ outputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// Is given so many frames in the format of the connection.
public typealias AVAudioSinkNodeReceiverBlock = (
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AVAudioFrameCount,
    _ inputData: UnsafePointer<AudioBufferList>
) -> OSStatus

/// Gives an input node so many frames in its format; `nil` where there are none, and fewer bytes where there are fewer.
public typealias AVAudioIONodeInputBlock = (_ frames: AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// Renders a slice into a list in memory.
public typealias AVAudioEngineManualRenderingBlock = (
    _ numberOfFrames: AVAudioFrameCount, _ outBuffer: UnsafeMutablePointer<AudioBufferList>,
    _ outError: UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus
