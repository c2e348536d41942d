import FlyingSocks
import Foundation

@testable import Explore

/// The tests' own page: two options, few installs.
let exploredText = """
  # What the page begins with.
  experiment: explored
  question: Now or later?
  seed: 5
  trials: 60
  installs: 50
  horizon_days: 5
  population:
    onboarding: {first: 0.7, later: 0.4, seconds: {median: 40, sigma: 0.5}}
    sessions: {rate: 1, leave: 0.3}
    allow: {rate: {beta: [6, 14]}, cold_odds_ratio: {lognormal: [0.7, 0.3]}}
  usage_strings:
    plain: {text: "Shows you ads for topics you read about."}
  arms:
    launch: {ask: launch, usage_string: plain}
    later: {ask: onboarding, usage_string: plain}
  """

/// A page that is served while a test runs, and who asks it.
struct Visitor {
  static let token = "0123456789abcdef0123456789abcdef"

  let port: UInt16
  let server: ExploreServer

  /// An answer as it came over the wire.
  struct Reply {
    var status: Int
    var head: String
    var body: String
  }

  /// Serves a page, lets the body ask, and ends it.
  static func visit(
    _ text: String = exploredText, population: Exploration.Population? = nil, store: String = "none.sqlite",
    patience: Duration = .seconds(3_600), _ body: @Sendable (Visitor) async throws -> Void
  ) async throws {
    let exploration = Exploration(
      text: text, path: "explored.yaml", file: ("explored.yaml", text), source: "explored.yaml",
      population: population, store: store,
      document: { document, record, _ in
        document == .report ? "<!DOCTYPE html><title>\(record.id)</title>" : "run\n\(record.id)\n"
      }, context: .init(threads: 2))
    let server = ExploreServer(exploration, token: token, patience: patience)
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    let serving = Task {
      // A server that cannot begin has no address.
      defer { continuation.finish() }
      try await server.run { continuation.yield($0) }
    }
    for await address in addresses {
      let port = address.split(separator: ":").last?.prefix { $0 != "/" }
      try await body(Visitor(port: port.flatMap { UInt16($0) } ?? 0, server: server))
      break
    }
    await server.stop()
    try await serving.value
  }

  /// Sends a request as it is written and reads until the other side ends.
  ///
  /// - Parameter headers: in place of those that the page would send; an empty value leaves one out.
  func request(
    _ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:]
  ) async throws -> Reply {
    try await reply(to: try await open(method, path, body: body, headers: headers))
  }

  /// Reads until the other side ends.
  func reply(to socket: AsyncSocket) async throws -> Reply {
    var bytes: [UInt8] = []
    let iterator = socket.bytes.makeAsyncIterator()
    while let more = try? await iterator.nextBuffer(suggested: 4096) { bytes += more }
    try? socket.close()
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Reply(status: status, head: String(parts[0]), body: parts.count > 1 ? String(parts[1]) : "")
  }

  /// The connection of a request whose answer nobody has read yet.
  func open(
    _ method: String, _ path: String, body: String?, headers: [String: String] = [:]
  ) async throws -> AsyncSocket {
    var sent = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if let body {
      sent["Origin"] = "http://127.0.0.1:\(port)"
      sent["Content-Length"] = "\(body.utf8.count)"
    }
    sent.merge(headers) { $1 }
    let lines = sent.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value)\r\n"
    }
    return try await open("\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body ?? "")")
  }

  /// A connection over which this was sent, whatever it is.
  func open(_ text: String) async throws -> AsyncSocket {
    // A machine that runs all tests together lets a connection wait.
    let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 3_600)
    try await socket.write(Data(text.utf8))
    return socket
  }

  /// Serves a page, and has what it answers to a text.
  static func answer(_ text: String = exploredText) async throws -> String {
    let (answers, continuation) = AsyncStream.makeStream(of: String.self)
    try await visit { page in
      continuation.yield(try await page.answer(text))
      continuation.finish()
    }
    for await answer in answers { return answer }
    return ""
  }

  /// What the page answers to a text.
  func answer(_ text: String = exploredText) async throws -> String {
    try await ask("answer", "{\"page\": \"p\", \"text\": \(try quoted(text))}").body
  }

  /// Asks what the page asks.
  func ask(_ question: String, _ body: String) async throws -> Reply {
    try await request("POST", "/\(Self.token)/\(question)", body: body)
  }
}

/// A text as JSON has it.
func quoted(_ text: String) throws -> String {
  String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
}
