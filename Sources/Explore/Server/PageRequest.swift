import Foundation

/// A request as the page sends it: the part of HTTP/1.1 (RFC 9112) that a browser needs to talk to one program.
///
/// One request comes over a connection. Bodies have a declared length; nothing else of a body's framing is read, so
/// that nobody can disagree about where a request ends.
struct PageRequest: Sendable {
  enum Method: String {
    case get = "GET"
    case post = "POST"

    /// Those that are answered, as a refusal of another lists them.
    static let allowed = "GET, POST"
  }

  /// Why a request is refused, by the status of the answer.
  enum Refusal: Int, Error {
    /// It is no request that a browser sends.
    case malformed = 400
    /// There is nothing without the token.
    case notFound = 404
    /// Another host or another origin.
    case forbidden = 403
    /// A method that nothing here answers.
    case otherMethod = 405
    /// It does not come to its end.
    case tooSlow = 408
    /// A body of unknown size.
    case lengthRequired = 411
    /// A body of more than ``mostBytes``.
    case tooLarge = 413
  }

  var method: Method
  /// Without the query; as it was written, quoted.
  var path: String
  /// What stands behind `run=` in the query; empty for nothing.
  var run: String
  /// By their names in small letters; a name that comes twice is refused, since the two could be read differently.
  var headers: [String: String]
  /// Bytes of the body, as the client declares; `nil` where it does not.
  var length: Int?

  /// Bytes of everything before the body at most.
  static let mostHeadBytes = 16 << 10
  /// Bytes of the body at most: an experiment file of the largest size, quoted.
  static let mostBytes = 3 << 20

  /// Reads what stands before the body.
  ///
  /// - Parameter head: without the empty line at its end.
  init(_ head: String) throws(Refusal) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2].hasPrefix("HTTP/1."), first[1].hasPrefix("/") else { throw .malformed }
    guard let method = Method(rawValue: String(first[0])) else { throw .otherMethod }
    self.method = method
    let target = first[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    run =
      (target.count > 1 ? target[1] : "").split(separator: "&").first { $0.hasPrefix("run=") }
      .flatMap { $0.dropFirst(4).removingPercentEncoding } ?? ""
    headers = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, !line.hasPrefix(" ") else {
        throw .malformed
      }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard headers.updateValue(value, forKey: line[..<colon].lowercased()) == nil else { throw .malformed }
    }
    guard headers["transfer-encoding"] == nil else { throw .lengthRequired }
    if let text = headers["content-length"] {
      // A sign would be no length, and one of twenty digits no number.
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
      guard let length = Int(text) else { throw .tooLarge }
      self.length = length
    }
  }

  /// The part of the path behind the token, of a request of the page itself.
  ///
  /// A browser sends any page's requests to the loopback interface, also under a name of that page's (DNS rebinding). So
  /// the host has to be the loopback's own, the origin the page's own, and the path has to begin with the token.
  ///
  /// - Parameters:
  ///   - token: the first part of every path.
  ///   - port: where the server listens.
  func admitted(token: String, port: UInt16) throws(Refusal) -> String {
    guard let host = headers["host"]?.lowercased(), ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host)
    else { throw .forbidden }
    // What computes or changes something says where it comes from.
    guard headers["origin"].map({ $0.lowercased() == "http://\(host)" }) ?? (method != .post) else {
      throw .forbidden
    }
    if let site = headers["sec-fetch-site"], site != "same-origin", site != "none" { throw .forbidden }
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    // Compared in a time that does not tell how much of the token is right.
    let (own, other) = (Array(token.utf8), parts.count > 1 ? Array(parts[1].utf8) : [])
    guard own.count == other.count, zip(own, other).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else {
      throw .notFound
    }
    if method == .post {
      guard let length else { throw .lengthRequired }
      guard length <= Self.mostBytes else { throw .tooLarge }
    }
    return parts.count > 2 ? String(parts[2]) : ""
  }

  /// A token that nobody guesses: 128 bits of the system's, the only use of which is to be unknown.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int(generator.next() & 15)] })
  }
}
