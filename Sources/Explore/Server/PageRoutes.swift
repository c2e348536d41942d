import EmbeddedFiles
import ExperimentFiles
import Foundation
import Rendering
import Reviews
import TextFormats

/// Answers requests: the files of the page, and what it asks for.
struct PageRoutes: Sendable {
  /// The first part of every path: 32 hexadecimal digits.
  let token: String
  let computations = Computations()
  private let questions: PageQuestions

  init(_ exploration: Exploration, token: String) {
    self.token = token
    questions = PageQuestions(exploration)
  }

  /// The page loads nothing from elsewhere, and stands in no other page.
  private static let ownPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// A report has its style in itself, and no script.
  private static let reportPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  private static let plain = "text/plain; charset=utf-8"
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
    "js": "text/javascript; charset=utf-8",
  ]

  /// Reads a request and answers it; a connection that ends early is nobody's fault.
  ///
  /// - Parameter onAdmitted: called once the request has shown the token.
  func serve(_ connection: PageConnection, port: UInt16, onAdmitted: @Sendable () -> Void) async {
    do {
      guard let (request, begun) = try await connection.request() else { return }
      let name = try request.admitted(token: token, port: port)
      onAdmitted()
      guard request.method == .post else { return try await get(name, run: request.run, connection) }
      guard let question = PageQuestions.Question(rawValue: name) else { throw PageRequest.Refusal.notFound }
      try await answer(question, try await connection.body(request.length ?? 0, begun: begun), connection)
    } catch let refusal as PageRequest.Refusal {
      let allowed = refusal == .otherMethod ? [("Allow", PageRequest.Method.allowed)] : []
      try? await send(refusal.rawValue, Self.plain, "\(refusal)\n", connection, also: allowed)
    } catch {
      // The other side has gone.
    }
  }

  private func get(_ name: String, run: String, _ connection: PageConnection) async throws {
    guard let document = Exploration.Document(rawValue: name) else {
      return try await sendFile(name.isEmpty ? "page.html" : name, connection)
    }
    let type = document == .report ? "text/html; charset=utf-8" : "text/csv; charset=utf-8"
    let text: String
    do {
      text = try await questions.document(document, of: run)
    } catch {
      return try await send(422, Self.plain, "\(error)\n", connection)
    }
    try await send(
      200, type, text, connection, policy: document == .report ? Self.reportPolicy : Self.ownPolicy)
  }

  /// Sends a file of the page, embedded in the program: no other can be asked for.
  private func sendFile(_ name: String, _ connection: PageConnection) async throws {
    let text = name == "report.css" ? ReportRun.style : String(cString: embeddedFile("explore/\(name)"))
    guard !text.isEmpty, let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] }) else {
      throw PageRequest.Refusal.notFound
    }
    try await send(200, type, text, connection)
  }

  private func answer(
    _ question: PageQuestions.Question, _ body: Data, _ connection: PageConnection
  ) async throws {
    do {
      let asked = try JSONDecoder().decode(PageQuestions.Asked.self, from: body)
      if question == .answer { return try await stream(asked, connection) }
      try await send(200, try await questions.reply(to: question, asked), connection)
    } catch let lost as ConnectionLost {
      throw lost
    } catch {
      // What is wrong with a text is an answer to it: of another status a browser makes a line on its console.
      let status = question != .answer && error is FileProblems ? 200 : 422
      try await send(status, PageJSON.problems(error), connection)
    }
  }

  /// Sends the answer to a text as server-sent events, while trials arrive and somebody reads.
  private func stream(_ asked: PageQuestions.Asked, _ connection: PageConnection) async throws {
    let text = try asked.needed(asked.text, "text")
    let page = String(try asked.needed(asked.page, "page").prefix(40))
    let (events, continuation) = AsyncStream.makeStream(of: JSONValue.self)
    let computation = await computations.begin(for: page) { [questions] in
      defer { continuation.finish() }
      guard !Task.isCancelled else { return }
      do {
        try await questions.watch(text) { continuation.yield($0) }
      } catch {
        if !Task.isCancelled { continuation.yield(PageJSON.problems(error)) }
      }
    }
    defer { computation.cancel() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      // A page that is closed asks for nothing else, so that its going has to be seen.
      group.addTask {
        await connection.ending()
        computation.cancel()
      }
      try await begin(200, "text/event-stream; charset=utf-8", connection)
      for await event in events {
        // The compact form has no line break.
        try await connection.send("data: \(event.compactText)\n\n")
      }
    }
  }

  private func send(_ status: Int, _ value: JSONValue, _ connection: PageConnection) async throws {
    try await send(status, "application/json; charset=utf-8", value.compactText, connection)
  }

  private func send(
    _ status: Int, _ type: String, _ text: String, _ connection: PageConnection, policy: String = ownPolicy,
    also more: [(name: String, value: String)] = []
  ) async throws {
    try await begin(status, type, connection, length: text.utf8.count, policy: policy, also: more)
    try await connection.send(text)
  }

  /// - Parameter length: of the body; `nil` of one that goes on until the connection ends.
  private func begin(
    _ status: Int, _ type: String, _ connection: PageConnection, length: Int? = nil,
    policy: String = ownPolicy, also more: [(name: String, value: String)] = []
  ) async throws {
    try await connection.begin(
      status,
      [
        ("Content-Type", type), ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-store"),
      ] + (length.map { [("Content-Length", "\($0)")] } ?? []) + more)
  }
}
