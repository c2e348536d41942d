import Foundation

/// A request as the page sends it: the part of HTTP/1.1 (RFC 9112) that a browser needs to talk to one program.
///
/// One request comes over a connection. Bodies have a declared length; nothing else of a body's framing is read, so
/// that nobody can disagree about where a request ends.
struct PageRequest: Sendable {
  enum Method: String {
    case get = "GET"
    /// As `get`, without the body of the answer.
    case head = "HEAD"
    case post = "POST"

    /// Those that are answered, as a refusal of another lists them.
    static let allowed = "GET, HEAD, POST"
    /// Those of HTTP that nothing here answers (RFC 9110, RFC 5789).
    static let others = ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT"]
  }

  var method: Method
  /// Without the query; as it was written, quoted.
  var path: String
  /// What stands behind `run=` in the query; `nil` for nothing.
  var run: String?
  /// By their names in small letters; a name that comes twice is refused, since the two could be read differently.
  var headers: [String: String]
  /// Bytes of the body, as the client declares; `nil` where it does not.
  var length: Int?

  /// Bytes of everything before the body at most.
  static let mostHeadBytes = 16 << 10

  /// Reads what stands before the body.
  ///
  /// - Parameter head: without the empty line at its end.
  /// - Throws: ``RequestGuard/Refusal/malformed``, or what else keeps it from being answered.
  init(_ head: String) throws(RequestGuard.Refusal) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { throw .malformed }
    guard !Method.others.contains(String(first[0])) else { throw .otherMethod }
    guard let method = Method(rawValue: String(first[0])), first[1].hasPrefix("/") else { throw .malformed }
    self.method = method
    let target = first[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    run = (target.count > 1 ? target[1] : "").split(separator: "&")
      .first { $0.hasPrefix("run=") }.flatMap { $0.dropFirst(4).removingPercentEncoding }
    headers = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, !line.hasPrefix(" ") else {
        throw .malformed
      }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard headers.updateValue(value, forKey: line[..<colon].lowercased()) == nil else { throw .malformed }
    }
    guard headers["transfer-encoding"] == nil else { throw .lengthRequired }
    length = try headers["content-length"].map { text throws(RequestGuard.Refusal) in
      // A sign would be no length, and one of twenty digits no number.
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
      guard let length = Int(text) else { throw .tooLarge }
      return length
    }
  }

  /// What decides whether it is answered.
  var heading: RequestGuard.Heading {
    RequestGuard.Heading(
      path: path, host: headers["host"], origin: headers["origin"], site: headers["sec-fetch-site"],
      isPost: method == .post, length: length)
  }
}
