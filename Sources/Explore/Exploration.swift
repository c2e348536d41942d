public import ResultStore
public import Runs

/// What a page explores, and what may be done from it: everything that a request can reach.
public struct Exploration: Sendable {
  /// A population that stands in a file of its own: its name as the experiment has it, and its text.
  public typealias Population = (name: String, text: String)

  /// Something of a stored run that stands on a page, or in a file, of its own.
  public enum Document: String, Sendable {
    case report
    /// The table of the run's answer.
    case table
  }

  /// The text that the page begins with.
  let text: String
  /// What the text is called in messages, and the name under which the page saves it.
  let path: String
  /// The file that the text extends: its name beside the text, and all that it says; else what the text began as.
  let file: (name: String, text: String)
  /// The path of that file, as commands name it.
  let source: String
  /// The population file that the text names, the only one that a text from the page may name; `nil` for none.
  let population: Population?
  /// The store's path, the only one that the page reads and writes.
  let store: String
  /// Makes a document of a stored run.
  let document: @Sendable (Document, RunRecord, ResultStore) async throws -> String
  /// How work is done; each answer ends when a newer one is asked for, whatever this says.
  let context: WorkContext

  /// The parts, unchanged.
  public init(
    text: String, path: String, file: (name: String, text: String), source: String, population: Population?,
    store: String, document: @escaping @Sendable (Document, RunRecord, ResultStore) async throws -> String,
    context: WorkContext
  ) {
    self.text = text
    self.path = path
    self.file = file
    self.source = source
    self.population = population
    self.store = store
    self.document = document
    self.context = context
  }
}
