/// Where bytes come from: fills the buffer and says how many it filled, 0 at the end.
///
/// The target reads no files itself, so that the same reader serves files, pipes and tests.
public typealias ByteSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// A source of bytes that are in memory already, in pieces of a given size.
public func bytes(_ bytes: [UInt8], pieces: Int = .max) -> ByteSource {
  var position = 0
  return { buffer in
    let count = min(buffer.count, pieces, bytes.count - position)
    guard count > 0 else { return 0 }
    bytes.withUnsafeBytes { all in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[position..<position + count]))
    }
    position += count
    return count
  }
}
