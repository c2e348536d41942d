import FlyingSocks
import Foundation

/// One connection: its request, and what is sent back until the connection ends.
struct PageConnection: Sendable {
  private let socket: AsyncSocket
  /// What came with the head and belongs to the body.
  private var rest: [UInt8] = []

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// Reads the request but for its body.
  ///
  /// - Returns: `nil` where the other side ends before it has asked.
  /// - Throws: `RequestGuard.Refusal`, or what the socket says.
  mutating func request() async throws -> PageRequest? {
    let end: [UInt8] = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    let iterator = socket.bytes.makeAsyncIterator()
    while true {
      guard let more = try await iterator.nextBuffer(suggested: 4096), !more.isEmpty else { return nil }
      let start = max(0, bytes.count - 3)
      bytes += more
      if let found = bytes[start...].firstRange(of: end) {
        rest = Array(bytes[found.upperBound...])
        guard found.lowerBound <= PageRequest.mostHeadBytes else { throw RequestGuard.Refusal.malformed }
        return try PageRequest(String(decoding: bytes[..<found.lowerBound], as: UTF8.self))
      }
      guard bytes.count <= PageRequest.mostHeadBytes else { throw RequestGuard.Refusal.malformed }
    }
  }

  /// Reads the body of a request that was admitted.
  func body(_ length: Int) async throws -> String {
    var bytes = rest
    let iterator = socket.bytes.makeAsyncIterator()
    while bytes.count < length, let more = try await iterator.nextBuffer(suggested: 4096), !more.isEmpty {
      bytes += more
    }
    return String(decoding: bytes.prefix(length), as: UTF8.self)
  }

  /// Sends what stands before a body.
  func begin(_ status: Int, _ headers: [(name: String, value: String)]) async throws {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let reason = Self.reasons[status] ?? "Error"
    try await send(Array("HTTP/1.1 \(status) \(reason)\r\n\(lines)Connection: close\r\n\r\n".utf8))
  }

  func send(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

  /// Ends it; there is nobody to tell when that fails.
  func close() { try? socket.close() }

  private static let reasons = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 411: "Length Required",
    413: "Content Too Large", 422: "Unprocessable Content", 500: "Internal Server Error",
  ]
}
