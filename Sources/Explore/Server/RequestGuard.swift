/// Which requests are answered: those of the page itself, which knows the token and comes from this machine.
///
/// A browser sends any page's requests to the loopback interface, also under a name of that page's (DNS rebinding). So
/// the host has to be the loopback's own, the origin the page's own, and the path has to begin with the token.
struct RequestGuard: Sendable {
  /// The first part of every path: 32 hexadecimal digits.
  var token: String
  /// Where the server listens.
  var port: UInt16

  /// Bytes of a request's body at most: an experiment file of the largest size, quoted.
  static let mostBytes = 3 << 20

  /// What of a request decides whether it is answered.
  struct Heading: Sendable {
    var path: String
    var host: String?
    var origin: String?
    /// `Sec-Fetch-Site`, which browsers send.
    var site: String?
    /// Whether it changes or computes something.
    var isPost: Bool
    /// As the client declares; `nil` where it does not.
    var length: Int?
  }

  /// Why a request is refused.
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
    /// A body of more than ``RequestGuard/mostBytes``.
    case tooLarge = 413
  }

  /// The part of the path behind the token.
  func admitted(_ heading: Heading) throws(Refusal) -> String {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = heading.host?.lowercased(), hosts.contains(host) else { throw .forbidden }
    if let origin = heading.origin {
      guard origin.lowercased() == "http://\(host)" else { throw .forbidden }
    } else if heading.isPost {
      throw .forbidden
    }
    if let site = heading.site, site != "same-origin", site != "none" { throw .forbidden }
    let parts = heading.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .dropFirst().flatMap { $0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) }
    guard let first = parts.first, isToken(String(first)) else { throw .notFound }
    if heading.isPost {
      guard let length = heading.length else { throw .lengthRequired }
      guard length <= Self.mostBytes else { throw .tooLarge }
    }
    return parts.count > 1 ? String(parts[1]) : ""
  }

  /// Compares in a time that does not tell how much of the token is right.
  private func isToken(_ text: String) -> Bool {
    let (own, other) = (Array(token.utf8), Array(text.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A token that nobody guesses: 128 bits of the system's, the only use of which is to be unknown.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int(generator.next() & 15)] })
  }
}
