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

  /// Reads the request but for its body.
  ///
  /// - Returns: with what came of the body; `nil` where the other side ends before it has asked.
  /// - Throws: `RequestGuard.Refusal`, or what the socket says.
  func request() async throws -> (request: PageRequest, begun: [UInt8])? {
    try await withinPatience { try await readRequest() }
  }

  /// Does what waits for the other side; one that is too slow is refused.
  private func withinPatience<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await within(patience, work)
    } catch is TookTooLong {
      throw RequestGuard.Refusal.tooSlow
    }
  }

  private func readRequest() async throws -> (request: PageRequest, begun: [UInt8])? {
    let end: [UInt8] = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    let iterator = socket.bytes.makeAsyncIterator()
    while true {
      guard let more = try await iterator.nextBuffer(suggested: 4096), !more.isEmpty else { return nil }
      let start = max(0, bytes.count - 3)
      bytes += more
      if let found = bytes[start...].firstRange(of: end) {
        guard found.lowerBound <= PageRequest.mostHeadBytes else { throw RequestGuard.Refusal.malformed }
        let request = try PageRequest(String(decoding: bytes[..<found.lowerBound], as: UTF8.self))
        return (request, Array(bytes[found.upperBound...]))
      }
      guard bytes.count <= PageRequest.mostHeadBytes else { throw RequestGuard.Refusal.malformed }
    }
  }

  /// Reads the body of a request that was admitted.
  ///
  /// - Parameters:
  ///   - length: as the other side declares.
  ///   - begun: what came of it with the head.
  /// - Throws: `RequestGuard.Refusal` where less comes, or what the socket says.
  func body(_ length: Int, begun: [UInt8]) async throws -> String {
    try await withinPatience {
      var bytes = begun
      let iterator = socket.bytes.makeAsyncIterator()
      while bytes.count < length, let more = try await iterator.nextBuffer(suggested: 4096), !more.isEmpty {
        bytes += more
      }
      guard bytes.count >= length else { throw RequestGuard.Refusal.malformed }
      return String(decoding: bytes.prefix(length), as: UTF8.self)
    }
  }

  /// Waits until the other side has gone, or sends what nobody asked for.
  func ending() async { _ = try? await socket.bytes.makeAsyncIterator().nextBuffer(suggested: 1) }

  /// Sends what stands before a body.
  func begin(_ status: Int, _ headers: [(name: String, value: String)]) async throws {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let reason = Self.reasons[status] ?? "Error"
    try await send(Array("HTTP/1.1 \(status) \(reason)\r\n\(lines)Connection: close\r\n\r\n".utf8))
  }

  /// - Throws: ``ConnectionLost``.
  func send(_ bytes: [UInt8]) async throws {
    let data = Data(bytes)
    do {
      try await within(patience) { try await socket.write(data) }
    } catch {
      throw ConnectionLost()
    }
  }

  /// Ends it; there is nobody to tell when that fails.
  func close() { try? socket.close() }

  private static let reasons = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout",
    411: "Length Required",
    413: "Content Too Large", 422: "Unprocessable Content", 500: "Internal Server Error",
  ]
}
