public import ResultStore
public import Runs

/// What a page explores, and what may be done from it: everything that a request can reach.
public struct Exploration: Sendable {
  /// The text that the page begins with.
  public var text: String
  /// What the text is called in messages, and the name under which the page saves it.
  public var path: String
  /// The population file that the text names, the only one that a text from the page may name; `nil` for none.
  public var population: Population?
  /// The store's path, the only one that the page reads and writes.
  public var store: String
  /// Makes the page of a stored run.
  public var report: @Sendable (RunRecord, ResultStore) async throws -> String
  /// Makes the table of a stored run's answer.
  public var table: @Sendable (RunRecord, ResultStore) throws -> String
  /// How work is done; each answer ends when a newer one is asked for, whatever this says.
  public var context: WorkContext

  /// A population that stands in a file of its own.
  public struct Population: Sendable {
    /// As the experiment names it.
    public var name: String
    /// The file's text.
    public var text: String

    /// The parts, unchanged.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The parts, unchanged.
  public init(
    text: String, path: String, population: Population?, store: String,
    report: @escaping @Sendable (RunRecord, ResultStore) async throws -> String,
    table: @escaping @Sendable (RunRecord, ResultStore) throws -> String, context: WorkContext
  ) {
    self.text = text
    self.path = path
    self.population = population
    self.store = store
    self.report = report
    self.table = table
    self.context = context
  }
}
