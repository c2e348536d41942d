import FlyingSocks
import Foundation

/// What is sent is taken in by nobody: the other side has gone, or does not read.
struct ConnectionLost: Error {}

/// One connection: its request, and what is sent back until the connection ends.
struct PageConnection: Sendable {
  private let socket: AsyncSocket
  /// How long the other side may take to send what it asks, and to take in a piece of the answer.
  private let patience: Duration

  init(_ socket: AsyncSocket, patience: Duration) {
    self.socket = socket
    self.patience = patience
  }

  /// Does what waits for the other side; one that is too slow is refused.
  private func withinPatience<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask { [patience] in
        try await Task.sleep(for: patience)
        throw PageRequest.Refusal.tooSlow
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw PageRequest.Refusal.tooSlow }
      return first
    }
  }

  /// Reads the request but for its body.
  ///
  /// - Returns: with what came of the body; `nil` where the other side ends before it has asked.
  /// - Throws: `PageRequest.Refusal`, or what the socket says.
  func request() async throws -> (request: PageRequest, begun: [UInt8])? {
    try await withinPatience {
      var bytes: [UInt8] = []
      let iterator = socket.bytes.makeAsyncIterator()
      while bytes.count <= PageRequest.mostHeadBytes {
        guard let more = try await iterator.nextBuffer(suggested: 4096), !more.isEmpty else { return nil }
        let start = max(0, bytes.count - 3)
        bytes += more
        guard let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
        guard end.lowerBound <= PageRequest.mostHeadBytes else { break }
        let request = try PageRequest(String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
        return (request, Array(bytes[end.upperBound...]))
      }
      throw PageRequest.Refusal.malformed
    }
  }

  /// Reads the body of a request that was admitted.
  ///
  /// - Parameters:
  ///   - length: as the other side declares.
  ///   - begun: what came of it with the head.
  /// - Throws: `PageRequest.Refusal` where less comes, or what the socket says.
  func body(_ length: Int, begun: [UInt8]) async throws -> Data {
    try await withinPatience {
      var bytes = begun
      let iterator = socket.bytes.makeAsyncIterator()
      while bytes.count < length, let more = try await iterator.nextBuffer(suggested: 4096), !more.isEmpty {
        bytes += more
      }
      guard bytes.count >= length else { throw PageRequest.Refusal.malformed }
      return Data(bytes.prefix(length))
    }
  }

  /// Waits until the other side has gone, or sends what nobody asked for.
  func ending() async { _ = try? await socket.bytes.makeAsyncIterator().nextBuffer(suggested: 1) }

  /// Sends what stands before a body, the status without words (RFC 9112, section 4).
  func begin(_ status: Int, _ headers: [(name: String, value: String)]) async throws {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    try await send("HTTP/1.1 \(status) \r\n\(lines)Connection: close\r\n\r\n")
  }

  /// - Throws: ``ConnectionLost``.
  func send(_ text: String) async throws {
    do {
      try await withinPatience { try await socket.write(Data(text.utf8)) }
    } catch {
      throw ConnectionLost()
    }
  }

  /// Ends it; there is nobody to tell when that fails.
  func close() { try? socket.close() }
}
