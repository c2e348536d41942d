import ArgumentParser
import ExperimentFiles
import Explore
import Foundation
import LocalFiles
import Rendering
import Reviews
import Runs
import Studies
import TextFormats

struct Explore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Open a page on this machine where assumptions move and the answer follows.",
    discussion: """
      The page has the options as cards and the inputs that matter most as sliders; each change gives a first answer \
      at once, and a precise one as trials arrive. It is an experiment file all the time, to be saved, kept as a run \
      or copied as a command.

      Only programs on this machine reach it, and only with the address that is printed. It needs no network. \
      Ctrl-C ends it.

      Example: att-lab explore news-timing --open
      Example: att-lab explore mine.yaml --port 8080
      """)

  @Argument(
    help: ArgumentHelp(
      "The experiment file, or a name that 'att-lab init --list' knows.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var start = "news-timing"

  @OptionGroup var outside: OutsideSettings

  @Option(
    .within(1...65_535), value: "number", help: "The port to listen on. (default: one that is free)")
  var port: Int?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @OptionGroup var threads: ThreadOptions

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let (written, name, isFile) = try begun()
    // What the page changes is written over a file, and in what comes with the tool.
    let whole = try loadExperiment(text: Array(written.utf8), path: name)
    let path = isFile ? "\(name.folderPath)/\(name.fileStem)-explored.yaml" : name
    let extended = (name: name.fileName, text: whole.text)
    let begin = isFile ? "extends: \"\(extended.name)\"\n" : written
    let settings = outside.overrides().map { TextEdit(.set, $0.path, value: $0.value) }
    let text = try outside.load { () throws(FileProblems) in
      isFile || !settings.isEmpty ? try edited(begin, settings, path: path, file: extended) : begin
    }
    let file = try loadExperiment(text: Array(text.utf8), path: path, extended: extended)
    let store = store.resolved
    let exploration = Exploration(
      text: text, path: path, file: extended, source: name,
      population: file.population.flatMap { population in
        BuiltInPopulation(rawValue: population.name) == nil ? (population.name, population.text) : nil
      },
      store: store,
      document: { document, record, store in
        let run = StoredRun(record, in: store)
        return switch document {
        case .report: try await ReportRun(reading: run).html(maker: Versions.description)
        case .table: RunAnswer(try run.summary()).reviewTable.text
        }
      },
      context: WorkContext(
        threads: threads.count, shouldStop: { Interruption.isRequested },
        whileWriting: { write in try Interruption.whole(write) }))
    let end = ["Stopped: the page no longer answers. Runs that were kept are in \(store)."]
    Interruption.say(end)
    try await serve(ExploreServer(exploration, port: UInt16(port ?? 0)))
    throw Ended(.interrupted, end)
  }

  /// The text that the page begins with: of a file, or of what comes with the tool.
  private func begun() throws -> (text: String, path: String, isFile: Bool) {
    if !FileManager.default.fileExists(atPath: start), let known = StartingPoint(argument: start) {
      return (known.text, "\(known.name).yaml", false)
    }
    let isNamed = start != "-" && !start.hasPrefix("/dev/")
    return (String(decoding: try experimentBytes(start), as: UTF8.self), start, isNamed)
  }

  /// Serves until Ctrl-C or its like.
  private func serve(_ server: ExploreServer) async throws {
    let opens = open
    let waiting = Task {
      while !Interruption.isRequested, !Task.isCancelled { try await Task.sleep(for: .milliseconds(50)) }
      await server.stop()
    }
    defer { waiting.cancel() }
    do {
      try await server.run { address in
        _ = try? StandardStreams.output(address + "\n")
        StandardStreams.message("Open this address in a browser on this machine. Ctrl-C ends it.")
        if opens { Terminal.browse(address) }
      }
    } catch let refusal as PortInUse {
      let (place, fix) =
        port.map { ("port \($0)", "Give another with --port, or leave it out for one that is free") }
        ?? ("any port", "Try again")
      throw Ended(
        .inputOutput, ["Error: the page cannot listen on \(place) of 127.0.0.1: \(refusal.reason). \(fix)."])
    }
  }
}
