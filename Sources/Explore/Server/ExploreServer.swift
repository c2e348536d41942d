import FlyingSocks
import Foundation
import Synchronization

/// The page of an exploration, served on the loopback interface until it is stopped.
public final class ExploreServer: Sendable {
  let routes: PageRoutes
  private let port: UInt16
  private let patience: Duration
  /// Those who have not shown the token yet, the oldest first, by their numbers.
  private let strangers = Mutex<[(number: Int, task: Task<Void, Never>)]>([])
  /// Strangers at most: the oldest gives way, so that they leave room for the page's owner.
  static let mostStrangers = 100
  /// Ends when the page is to end.
  private let ending = AsyncStream.makeStream(of: Void.self)

  /// - Parameters:
  ///   - port: where to listen; 0 for any that is free.
  ///   - token: what every address begins with; `nil` for a new one.
  ///   - patience: how long the other side may take to send what it asks, and to take in a piece of the answer.
  public init(
    _ exploration: Exploration, port: UInt16 = 0, token: String? = nil, patience: Duration = .seconds(20)
  ) {
    routes = PageRoutes(exploration, token: token ?? PageRequest.makeToken())
    self.port = port
    self.patience = patience
  }

  /// Serves the page until ``stop()``.
  ///
  /// - Parameter onReady: given the page's address, once it answers.
  /// - Throws: ``PortInUse``, or what the socket says later.
  public func run(_ onReady: (String) -> Void) async throws {
    let pool = SocketPool<Poll>.make()
    let (listening, port) = try listen()
    try await pool.prepare()
    let socket = try AsyncSocket(socket: listening, pool: pool)
    defer { try? socket.close() }
    onReady("http://127.0.0.1:\(port)/\(routes.token)/")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { [self] in try await accept(socket, port: port) }
      group.addTask { [ending] in for await _ in ending.stream {} }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Ends the page: what is computed for it, and the connections that are open.
  public func stop() async {
    await routes.computations.cancelAll()
    ending.continuation.finish()
  }

  /// A socket of this machine's own interface, and the port that it has.
  private func listen() throws(PortInUse) -> (socket: Socket, port: UInt16) {
    do {
      let socket = try Socket(domain: Int32(AF_INET))
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      guard case .ip4(_, let port) = try socket.sockname() else { return (socket, port) }
      return (socket, port)
    } catch SocketError.failed(_, _, let message) {
      throw PortInUse(reason: message.prefix(1).lowercased() + message.dropFirst())
    } catch {
      throw PortInUse(reason: "the system offers no socket")
    }
  }

  private func accept(_ socket: AsyncSocket, port: UInt16) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for number in 0... {
        let connection: PageConnection
        do {
          connection = PageConnection(try await socket.accept(), patience: patience)
        } catch is SocketError {
          // The visitor has gone before it came in, or the system has no room for it now.
          try await Task.sleep(for: .milliseconds(20))
          continue
        }
        let (task, oldest) = strangers.withLock { strangers in
          let task = Task { [self] in
            await routes.serve(connection, port: port) { leave(number) }
            leave(number)
            connection.close()
          }
          strangers.append((number, task))
          return (task, strangers.count > Self.mostStrangers ? strangers.removeFirst().task : nil)
        }
        oldest?.cancel()
        await oldest?.value
        group.addTask {
          await withTaskCancellationHandler(operation: { await task.value }, onCancel: { task.cancel() })
        }
      }
    }
  }

  /// Counts one no longer among the strangers.
  private func leave(_ number: Int) { strangers.withLock { $0.removeAll { $0.number == number } } }
}

/// A server that could not begin to listen.
public struct PortInUse: Error, Hashable {
  /// What the system says.
  public var reason: String
}
