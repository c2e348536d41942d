import ArgumentParser
import ExperimentDesign
import Foundation
import ResultStore
import Reviews

struct RunsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "List, show, name and remove the runs of a store.",
    discussion: "Example: att-lab runs list --format csv",
    subcommands: [List.self, Show.self, Rename.self, Note.self, Remove.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the runs, newest first, then plans, searches, calibrations and tests.",
      discussion: """
        With each its experiment and what was set beside it, when it was begun, and the advice. Plans, searches and \
        calibrations follow, with what came out of each. The CSV has the runs alone.

        Example: att-lab runs list --format json
        """)

    @OptionGroup var output: OutputOptions

    @OptionGroup var store: StoreOptions

    func run() throws {
      do {
        try output.write(RunList(of: try store.open(.reading)))
      } catch ResultStoreError.missing where !store.isChosen {
        // Nobody chose a store, and there is none yet.
        try output.write(RunList(runs: [], store: store.resolved))
      }
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Give a run, a plan, a search, a calibration or a test a name, or take it away.",
      discussion: "Example: att-lab runs rename last before-onboarding-change")

    @Argument(help: ArgumentHelp("The run.", valueName: "run"))
    var reference: String

    @Argument(help: "The name; none takes the run's name away.")
    var name: String?

    @OptionGroup var store: StoreOptions

    func run() throws {
      let store = try store.openExisting()
      try store.rename(try store.item(reference).id, to: name)
    }
  }

  struct Note: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "note",
      abstract: "Write a note about a run, a plan, a search, a calibration or a test, or remove it.",
      discussion: "Example: att-lab runs note last 'with the retention of June'")

    @Argument(help: ArgumentHelp("The run.", valueName: "run"))
    var reference: String

    @Argument(help: "The note; none, or an empty one, removes it.")
    var text: String?

    @OptionGroup var store: StoreOptions

    func run() throws {
      let store = try store.openExisting()
      try store.annotate(try store.item(reference).id, with: text.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a run and all that belongs to it, or a plan, search or calibration, for good.",
      discussion: """
        Plans and searches that were made of a run go with it. Asks first. Where nobody can be asked, as in a script, nothing is removed without --yes.

        Example: att-lab runs remove last~1 --yes
        """)

    @Argument(help: ArgumentHelp("The run.", valueName: "run"))
    var reference: String

    @Flag(name: .shortAndLong, help: "Remove it without asking.")
    var yes = false

    @OptionGroup var store: StoreOptions

    func run() throws {
      let store = try store.openExisting()
      let found = try store.item(reference)
      let (kind, more) = try words(found, store)
      if !yes {
        let question = "\(kind) \(found.id)\(more) of \(store.path)"
        guard Terminal.canAsk else {
          throw ValidationError("removing \(question) is for good; add --yes to do it.")
        }
        guard Terminal.asks("Remove \(question) for good? [y/N] ") else {
          StandardStreams.message("Nothing was removed.")
          throw Ended(.failed)
        }
      }
      try store.remove(found.id)
      StandardStreams.message("Removed \(kind) \(found.id).")
    }

    /// What would be removed: its kind, and what goes with it.
    private func words(_ found: StoredItem, _ store: ResultStore) throws -> (kind: String, more: String) {
      switch found {
      case .run(let record):
        let studies = try store.studyCount(of: record.id)
        let also =
          studies == 0
          ? "" : ", with \(studies) \(studies == 1 ? "plan or search" : "plans or searches") of it"
        return ("run", " (\(record.inputs.experiment), \(record.storedTrials) trials\(also))")
      case .study(let record):
        return (record.inputs.kind.rawValue, record.inputs.experiment.map { " (\($0))" } ?? "")
      }
    }
  }
}
