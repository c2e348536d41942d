import TextFormats

/// Answers requests: the files of the page, and what it asks for.
struct PageRoutes: Sendable {
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

  /// Reads a request and answers it; a connection that ends early is nobody's fault.
  func serve(_ connection: PageConnection, port: UInt16) async {
    do {
      guard let (request, begun) = try await connection.request() else { return }
      let heading = request.heading
      let name = try RequestGuard(token: token, port: port).admitted(heading)
      switch request.method {
      case .get, .head: try await get(name, request, connection)
      case .post:
        guard let question = PageQuestions.Question(rawValue: name) else {
          throw RequestGuard.Refusal.notFound
        }
        try await answer(question, try await connection.body(heading.length ?? 0, begun: begun), connection)
      }
    } catch let refusal as RequestGuard.Refusal {
      let allowed = refusal == .otherMethod ? [("Allow", PageRequest.Method.allowed)] : []
      try? await send(refusal.rawValue, Self.plain, "\(refusal)\n", connection, also: allowed)
    } catch {
      // The other side has gone.
    }
  }

  private func get(_ name: String, _ request: PageRequest, _ connection: PageConnection) async throws {
    guard let document = PageQuestions.Document(rawValue: name) else {
      guard let file = PageFile(name) else { throw RequestGuard.Refusal.notFound }
      try await begin(200, file.type, connection, length: file.bytes.count)
      if request.method == .get { try await connection.send(file.bytes) }
      return
    }
    // What a document holds is worked out for who reads it.
    guard request.method == .get else { return try await begin(200, document.type, connection) }
    let text: String
    do {
      text = try await questions.document(document, of: request.run ?? "")
    } catch {
      return try await send(422, Self.plain, "\(error)\n", connection)
    }
    try await send(
      200, document.type, text, connection, policy: document == .report ? Self.reportPolicy : Self.ownPolicy)
  }

  private func answer(
    _ question: PageQuestions.Question, _ body: String, _ connection: PageConnection
  ) async throws {
    do {
      let asked = JSONMember(try JSONValue(reading: body))
      if question == .answer {
        let (page, text) = (try asked.member("page").text(), try asked.member("text").text())
        return try await stream(text, page: String(page.prefix(40)), connection)
      }
      try await send(200, try await questions.reply(to: question, asked), connection)
    } catch let lost as ConnectionLost {
      throw lost
    } catch {
      try await send(question.status(of: error), PageProblem.json(of: error), connection)
    }
  }

  /// Sends the answer to a text as server-sent events, while trials arrive and somebody reads.
  private func stream(_ text: String, page: String, _ connection: PageConnection) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: JSONValue.self)
    let computation = Computation()
    defer { computation.cancel() }
    await computations.begin(for: page, computation) { [questions] computation in
      do {
        try await questions.watch(text, while: { !computation.isCancelled }) { continuation.yield($0) }
      } catch {
        if !computation.isCancelled { continuation.yield(PageProblem.json(of: error)) }
      }
    } onEnd: {
      continuation.finish()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      // A page that is closed asks for nothing else, so that its going has to be seen.
      group.addTask {
        await connection.ending()
        computation.cancel()
      }
      try await begin(200, "text/event-stream; charset=utf-8", connection)
      for await event in events {
        // The canonical layout has no line break.
        try await connection.send(Array("data: \(event.text(.canonical))\n\n".utf8))
      }
    }
  }

  private static let plain = "text/plain; charset=utf-8"

  private func send(_ status: Int, _ value: JSONValue, _ connection: PageConnection) async throws {
    try await send(status, "application/json; charset=utf-8", value.text(.canonical), connection)
  }

  private func send(
    _ status: Int, _ type: String, _ text: String, _ connection: PageConnection, policy: String = ownPolicy,
    also more: [(name: String, value: String)] = []
  ) async throws {
    let bytes = Array(text.utf8)
    try await begin(status, type, connection, length: bytes.count, policy: policy, also: more)
    try await connection.send(bytes)
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

extension PageQuestions.Document {
  /// Its type, as a browser reads it.
  fileprivate var type: String {
    switch self {
    case .table: "text/csv; charset=utf-8"
    case .report: "text/html; charset=utf-8"
    }
  }
}
