import FlyingSocks
import Foundation
import Testing

@testable import Explore

@Suite("The page keeps strangers out")
struct SafetyTests {
  @Test("the page and its files are served under the token, and load nothing from elsewhere")
  func served() async throws {
    try await Visitor.visit { page in
      for name in ["", "report.css", "explore.css", "main.js", "icon.svg"] {
        let reply = try await page.request("GET", "/\(Visitor.token)/\(name)")
        #expect(reply.status == 200 && !reply.body.isEmpty)
        #expect(reply.head.contains("default-src 'none'; script-src 'self'"))
        #expect(!reply.body.contains("https://"))
        // A browser cuts a pasted name at such a length, and says nothing.
        #expect(!reply.body.contains("maxlength"))
      }
    }
  }

  @Test("a method that nothing answers is told those that are")
  func methods() async throws {
    try await Visitor.visit { page in
      for method in ["OPTIONS", "PUT", "HEAD", "NONSENSE"] {
        let reply = try await page.request(method, "/\(Visitor.token)/")
        #expect(reply.status == 405 && reply.head.contains("Allow: GET, POST"), "\(reply.head)")
      }
    }
  }

  /// What is sent, and what it is answered with.
  struct Stranger: Sendable {
    var why: String
    var path = "/\(Visitor.token)/start"
    var body: String? = "{}"
    var headers: [String: String] = [:]
    var status: Int
  }

  static let strangers = [
    Stranger(why: "no token", path: "/start", status: 404),
    Stranger(why: "another token", path: "/\(String(repeating: "0", count: 32))/start", status: 404),
    Stranger(why: "nothing behind the name", path: "/\(Visitor.token)/nothing", status: 404),
    Stranger(
      why: "a file beside the page", path: "/\(Visitor.token)/../Package.swift", body: nil, status: 404),
    Stranger(
      why: "the same, quoted", path: "/\(Visitor.token)/%2e%2e%2fPackage.swift", body: nil, status: 404),
    Stranger(why: "a name that was rebound", headers: ["Host": "evil.example:80"], status: 403),
    Stranger(why: "no host", headers: ["Host": ""], status: 403),
    Stranger(why: "another page's origin", headers: ["Origin": "https://evil.example"], status: 403),
    Stranger(why: "no origin", headers: ["Origin": ""], status: 403),
    Stranger(why: "a browser that says so", headers: ["Sec-Fetch-Site": "cross-site"], status: 403),
    Stranger(why: "a line that goes on", headers: ["X": "\r\n folded"], status: 400),
    Stranger(why: "pieces of unknown length", headers: ["Transfer-Encoding": "chunked"], status: 411),
    Stranger(why: "a head without end", headers: ["X": String(repeating: "x", count: 20_000)], status: 400),
    Stranger(why: "two hosts in one", headers: ["HOST": "127.0.0.1"], status: 400),
    Stranger(why: "a negative length", headers: ["Content-Length": "-5"], status: 400),
    Stranger(why: "a length with a sign", headers: ["Content-Length": "+2"], status: 400),
    Stranger(
      why: "a length that no number has", headers: ["Content-Length": "99999999999999999999"], status: 413),
    Stranger(why: "no length", headers: ["Content-Length": ""], status: 411),
    Stranger(why: "too long", headers: ["Content-Length": "99999999"], status: 413),
  ]

  @Test("what does not come from the page is refused", arguments: strangers)
  func refused(stranger: Stranger) async throws {
    try await Visitor.visit { page in
      let reply = try await page.request(
        stranger.body == nil ? "GET" : "POST", stranger.path, body: stranger.body, headers: stranger.headers)
      #expect(reply.status == stranger.status, "\(stranger.why)")
    }
  }

  @Test("a text from the page names no file, but the population that the page began with")
  func files() async throws {
    let named = exploredText.replacing(
      try Regex("population:\\n(  .*\\n)+").dotMatchesNewlines(false), with: "population: ours.yaml\n")
    let ours = (
      name: "ours.yaml",
      text: "onboarding: {first: 0.7, later: 0.4, seconds: {median: 40, sigma: 0.5}}\n"
        + "sessions: {rate: 1, leave: 0.3}\nallow: {rate: 0.3}\n"
    )
    try await Visitor.visit(population: ours) { page in
      #expect(try await page.answer(named).contains("\"whole\":true"))
      for name in ["/etc/passwd.yaml", "../ours.yaml", "./ours.yaml"] {
        let answer = try await page.answer(named.replacing("ours.yaml", with: name))
        #expect(answer.contains("\"kind\":\"problems\""))
      }
    }
  }

  static let names = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "<svg/onload=alert(1)>",
    "\\u202Egnp.exe", String(repeating: "w", count: 60), "&lt;b&gt;", "'; DROP TABLE runs; --",
  ]

  @Test("a hostile name stays text, or is refused at its line", arguments: names)
  func hostile(name: String) async throws {
    let text = exploredText.replacing("later: {ask", with: "\"\(name)\": {ask")
    let answer = try await Visitor.answer(text)
    guard !answer.contains("\"kind\":\"problems\"") else {
      #expect(answer.contains("\"line\":16,"))
      return
    }
    // The pieces are HTML; the options' names are drawn by the page as text.
    let pieces = answer.matches(of: #/"pieces":\{.*?\},"influences"/#)
    #expect(!pieces.isEmpty)
    for tag in ["<img", "<script", "</script", "<svg/", "<b>"] {
      #expect(pieces.allSatisfy { !$0.output.contains(tag) })
    }
  }

  @Test("a visitor who does not come to the end of a request is sent away")
  func slow() async throws {
    try await Visitor.visit(patience: .milliseconds(1)) { page in
      let head = try await page.reply(to: try await page.open("GET /\(Visitor.token)/ HTTP/1.1\r\nHost: "))
      // Where the machine is busy, the words of the refusal are too slow as well.
      #expect([0, 408].contains(head.status))
      let body = try await page.request(
        "POST", "/\(Visitor.token)/start", body: "{}", headers: ["Content-Length": "200"])
      #expect([0, 408].contains(body.status))
    }
  }

  @Test("of those who show no token the oldest gives way, and the page's owner is served")
  func crowd() async throws {
    try await Visitor.visit { page in
      var crowd: [AsyncSocket] = []
      for _ in 0..<ExploreServer.mostStrangers + 20 { crowd.append(try await page.open("GET /")) }
      #expect(try await page.reply(to: crowd[0]).status == 0)
      #expect(try await page.request("GET", "/\(Visitor.token)/").status == 200)
      for socket in crowd.dropFirst() { try? socket.close() }
    }
  }

  @Test("an answer ends when the page that waits for it is closed")
  func closed() async throws {
    let endless = exploredText.replacing("trials: 60", with: "trials: 1_000_000")
    try await Visitor.visit { page in
      let body = "{\"page\": \"p\", \"text\": \(try quoted(endless))}"
      let socket = try await page.open("POST", "/\(Visitor.token)/answer", body: body)
      var begun = ""
      let iterator = socket.bytes.makeAsyncIterator()
      while !begun.contains("\"kind\":\"look\""), let more = try await iterator.nextBuffer(suggested: 4096) {
        begun += String(decoding: more, as: UTF8.self)
      }
      #expect(await page.server.routes.computations.running == 1)
      try socket.close()
      while await page.server.routes.computations.running > 0 { await Task.yield() }
    }
  }

  private static let change = "{\"edit\": \"set\", \"path\": \"a\", \"value\": \"2\"}"

  @Test("what is no JSON, and no question, is told so")
  func unreadable() async throws {
    try await Visitor.visit { page in
      for body in [
        "", "{", "[]", "{\"text\": 1}",
        "{\"text\": \"a: 1\", \"edits\": [{\"edit\": \"drop\", \"path\": \"a\"}]}",
      ] {
        let reply = try await page.ask("edit", body)
        #expect(reply.status == 422 && reply.body.contains("problems"))
      }
    }
  }

  @Test("what is wrong with a text is an answer, so that a browser has nothing to log")
  func unparseable() async throws {
    try await Visitor.visit { page in
      let body = "{\"text\": \"arms\\n  a: 1\", \"edits\": [\(Self.change)]}"
      let reply = try await page.ask("edit", body)
      #expect(reply.status == 200 && reply.body.hasPrefix("{\"kind\":\"problems\""))
    }
  }
}
