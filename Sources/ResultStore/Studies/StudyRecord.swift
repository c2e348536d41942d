public import Foundation

/// What was asked of a plan, a search, a calibration or a test, and what came out.
public struct StudyInputs: Hashable, Sendable {
  /// What kind of study it is.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A real test that is planned.
    case plan
    /// A search among strategies.
    case search
    /// Numbers learnt from data.
    case calibration
    /// A real test that was analysed.
    case test
  }

  /// What kind it is.
  public var kind: Kind
  /// The experiment's name; `nil` for a plan from rates alone.
  public var experiment: String?
  /// The stored run whose trials it is by, or that its numbers come from; `nil` for none.
  public var run: RunRecord.ID?
  /// The words of the command that asked for it last, without the program's.
  public var arguments: [String]
  /// The version of the engine.
  public var engine: String
  /// What finds it again: ``ContentKey/of(study:engine:asked:)``.
  public var contentKey: String
  /// The document, a JSON object that names its schema: `att-lab/plan/1`.
  public var document: String

  /// The parts, unchanged.
  public init(
    kind: Kind, experiment: String?, run: RunRecord.ID?, arguments: [String], engine: String,
    contentKey: String, document: String
  ) {
    self.kind = kind
    self.experiment = experiment
    self.run = run
    self.arguments = arguments
    self.engine = engine
    self.contentKey = contentKey
    self.document = document
  }
}

/// A stored plan, search or calibration.
public struct StudyRecord: Hashable, Sendable {
  /// Ten hexadecimal digits, the first a letter; no run has the same.
  public var id: String
  /// The name somebody gave it.
  public var name: String?
  /// What somebody wrote about it.
  public var note: String?
  /// What was asked, and what came out.
  public var inputs: StudyInputs
  /// When it was first stored.
  public var createdAt: Date
}

/// What a reference to something stored means.
public enum StoredItem: Sendable {
  case run(RunRecord)
  case study(StudyRecord)

  /// Its id.
  public var id: String {
    switch self {
    case .run(let record): record.id
    case .study(let record): record.id
    }
  }
}
