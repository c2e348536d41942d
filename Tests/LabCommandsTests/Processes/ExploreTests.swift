#if os(Linux)
  import Foundation
  import Testing

  @testable import LabCommands

  @Suite("att-lab explore")
  struct ExploreTests {
    /// The program with a page of the sample, and its address once it is served.
    private func served(_ lab: Lab) throws -> (process: Process, address: String) {
      let text = sampleExperiment.replacing("trials: 6", with: "trials: 3000")
      try lab.write(text, to: "sample.yaml")
      let process = try lab.start("exec \"$LAB\" explore sample.yaml >output 2>errors")
      var address = ""
      while process.isRunning, !address.hasSuffix("\n") {
        address = (try? lab.read("output")) ?? ""
        sched_yield()
      }
      return (process, address.trimmingCharacters(in: .newlines))
    }

    /// A connection on which the answer to a text is on its way.
    private func stream(_ text: String, from address: String) throws -> Int32 {
      let parts = try #require(address.wholeMatch(of: #/http://127\.0\.0\.1:([0-9]+)(/[0-9a-f]{32}/)/#))
        .output
      let port = try #require(UInt16(parts.1))
      let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      let isConnected = withUnsafePointer(to: &place) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected)
      let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
      let body = "{\"page\": \"p\", \"text\": \(quoted)}"
      let request =
        "POST \(parts.2)answer HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      _ = request.withCString { write(connection, $0, request.utf8.count) }
      return connection
    }

    @Test(
      "it prints its address, and Ctrl-C ends it while an answer is on its way", arguments: [SIGINT, SIGTERM])
    func ended(number: Int32) throws {
      let lab = try Lab()
      let (process, address) = try served(lab)
      let connection = try stream(try lab.read("sample.yaml"), from: address)
      defer { close(connection) }
      // The first bytes say that the answer has begun.
      var byte: UInt8 = 0
      #expect(read(connection, &byte, 1) == 1)
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
    }

    @Test("a port that is taken, one that is none, and a file that is wrong end it before it serves")
    func refused() throws {
      let lab = try Lab()
      let (process, address) = try served(lab)
      defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let port = try #require(address.firstMatch(of: #/:([0-9]+)\//#)).output.1
      let taken = try lab("explore", "sample.yaml", "--port", String(port))
      #expect(taken.status == 74 && taken.output.isEmpty && taken.errors.contains(port))
      #expect(try lab("explore", "newz-timing").status == 65)
      #expect(try lab("explore", "sample.yaml", "--port", "0").status == 64)
      #expect(try lab("explore", "none.yaml").status == 65)
    }
  }
#endif
