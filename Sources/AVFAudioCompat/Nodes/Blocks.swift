// The functions that a program gives to nodes. All are called on the thread that renders.

/// Receives frames of a node: a buffer in the format of the bus, and the node's time of its first frame.
public typealias AVAudioNodeTapBlock = (_ buffer: AVAudioPCMBuffer, _ when: AVAudioTime) -> Void

public typealias AVAudioNodeCompletionHandler = () -> Void

public typealias AVAudioPlayerNodeCompletionHandler = (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Writes the given number of frames into a list; it may set `isSilence` if they are all zero.
public typealias AVAudioSourceNodeRenderBlock = (
    _ isSilence: UnsafeMutablePointer<ObjCBool>, _ timestamp: UnsafePointer<AudioTimeStamp>,
    _ frameCount: AVAudioFrameCount, _ outputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// Receives the given number of frames in the format of the connection.
public typealias AVAudioSinkNodeReceiverBlock = (
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AVAudioFrameCount,
    _ inputData: UnsafePointer<AudioBufferList>
) -> OSStatus

/// Returns the given number of frames for an input node in its format; `nil` if there are none, fewer bytes if there are fewer.
public typealias AVAudioIONodeInputBlock = (_ frames: AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// Renders a slice into a list in memory.
public typealias AVAudioEngineManualRenderingBlock = (
    _ numberOfFrames: AVAudioFrameCount, _ outBuffer: UnsafeMutablePointer<AudioBufferList>,
    _ outError: UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus
