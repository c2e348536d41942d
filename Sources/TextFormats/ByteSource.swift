/// Where bytes come from: fills the buffer and says how many it filled, 0 at the end.
///
/// The target reads no files itself, so that the same reader serves files, pipes and tests.
public typealias ByteSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// A source of bytes that are in memory already, in pieces of a given size.
public func bytes(_ bytes: [UInt8], pieces: Int = .max) -> ByteSource {
  var rest = bytes[...]
  return { buffer in
    let piece = rest.prefix(min(buffer.count, pieces))
    buffer.copyBytes(from: piece)
    rest = rest[piece.endIndex...]
    return piece.count
  }
}
