/// Why a store could not be opened, read or written.
///
/// Each message says what was expected, what was found, where, and what to do
/// next. None of them holds a stored value: a message may be pasted anywhere.
public enum ResultStoreError: Error, Hashable, Sendable {
  /// What can be in the place of a store.
  public enum Occupant: String, Hashable, Sendable {
    case folder = "a folder"
    case otherFile = "something else"
    case otherDatabase = "the database of another program"
  }

  /// There is no file to read.
  case missing(path: String)
  /// The folder that should hold the file does not exist.
  case missingFolder(path: String, folder: String)
  /// The system does not let the file be opened.
  case cannotOpen(path: String)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  /// The disk has no room; what was stored before is unharmed.
  case full(path: String)
  /// The system could not read or write the file, for a reason other than room; `code` is SQLite's.
  case inputOutput(path: String, code: Int)
  /// Another program kept the file locked for longer than the store waits.
  case busy(path: String, seconds: Double)
  /// The file was removed, or another took its place, while it was in use.
  case gone(path: String)
  /// Somebody removed the run while it was computed or read.
  case runGone(run: String, path: String)
  /// No store can have this name: it means a folder, an open stream as standard output is, or a file that SQLite makes and
  /// removes itself.
  case unfitName(path: String)
  /// What is there is something else.
  case notAStore(path: String, found: Occupant)
  /// The file was written by another version of att-lab.
  case otherVersion(path: String)
  /// The file is damaged: cut off, or with contents that its own rules forbid.
  case damaged(path: String, reason: String)
  /// SQLite refused for a reason not named here; `code` is its extended result code.
  case failed(path: String, code: Int, reason: String)
  /// No run goes by the reference that was given.
  case noRun(reference: String, path: String, runs: Int)
  /// Several runs begin with the prefix that was given: at most five of their ids.
  case ambiguousRun(reference: String, candidates: [String], path: String)
  /// The reference is to a plan, a search, a calibration or a test, and a run is needed.
  case notARun(reference: String, kind: String, path: String)
  /// No run is of the experiment that was given, and a plan, a search, a calibration or a test is.
  case studyAlone(experiment: String, kind: String, id: String, path: String)
  /// Another run has the name.
  case nameTaken(name: String, by: String, path: String)
  /// The name reads as the id of a run, or as the start of one.
  case nameLikeID(name: String, id: String?, path: String)
  /// The name would not find the run again.
  case badName(name: String)
  /// The note of a run is longer than notes are, or holds what a text cannot.
  case badNote(run: String, reason: String)
  /// What was made of the trials does not belong to the run, or trials are missing.
  case unfitAnswer(run: String, reason: String)
}

extension ResultStoreError: CustomStringConvertible {
  /// One sentence or two, ready to follow `error: `.
  public var description: String {
    let elsewhere = "name another file with --db"
    switch self {
    case .missing(let path):
      return "no store at \(quoted(path)); 'att-lab simulate' makes one, or \(elsewhere)"
    case .missingFolder(let path, let folder):
      return
        "cannot make the store \(quoted(path)): there is no folder \(quoted(folder)); make it, or \(elsewhere)"
    case .cannotOpen(let path):
      return
        "cannot open the store \(quoted(path)): the system refuses it; check its permissions, or \(elsewhere)"
    case .readOnly(let path):
      return
        "cannot write the store \(quoted(path)): it or its folder is read-only; allow writing, or \(elsewhere)"
    case .full(let path):
      return
        "cannot write the store \(quoted(path)): the disk is full; make room and run the same command again"
    case .inputOutput(let path, let code):
      return
        "cannot read or write the store \(quoted(path)): the system reports an error (SQLite code \(code)); check "
        + "the disk and 'ulimit -f', then run the same command again"
    case .busy(let path, let seconds):
      return "cannot use the store \(quoted(path)): another program kept it locked for \(plain(seconds)) s; "
        + "close it and run the same command again"
    case .gone(let path):
      return
        "the store \(quoted(path)) was removed or replaced while it was written; run the same command again"
    case .runGone(let run, let path):
      return
        "run \(run) was removed from the store \(quoted(path)) while it was in use; run the same command again"
    case .unfitName(let path):
      return
        "no store can be at \(quoted(path)): the name means a folder, an open stream, or a file that SQLite "
        + "removes; name a file with --db"
    case .notAStore(let path, let found):
      return "\(quoted(path)) is not a store: expected a SQLite file of att-lab, found \(found.rawValue). "
        + "It was left as it is; \(elsewhere)"
    case .otherVersion(let path):
      return
        "the store \(quoted(path)) is of another version of att-lab, whose tables are not these. It was left as it is; "
        + "\(elsewhere) and simulate again"
    case .damaged(let path, let reason):
      return
        "the store \(quoted(path)) is damaged (\(reason)). It was not changed; restore a copy, or save what can "
        + "be read with 'sqlite3 FILE .recover'"
    case .failed(let path, let code, let reason):
      return "the store \(quoted(path)) failed: \(reason) (SQLite code \(code))"
    case .noRun(let reference, let path, let runs):
      let file = [".yaml", ".yml"].contains(where: reference.hasSuffix)
      return
        "no run \(quoted(reference)) among the \(runs) of the store \(quoted(path)); expected an id, the start "
        + "of one, a name, an experiment, last or last~1; 'att-lab runs list' shows them"
        + (file ? ". Of a file, 'att-lab simulate' makes a run" : "")
    case .ambiguousRun(let reference, let candidates, let path):
      return "\(quoted(reference)) is the start of several runs of the store \(quoted(path)): "
        + candidates.joined(separator: ", ") + "; give more of the id"
    case .notARun(let reference, let kind, let path):
      return
        "\(quoted(reference)) is a \(kind) of the store \(quoted(path)), and this takes a run; 'att-lab show' and "
        + "'att-lab report' take it, and 'att-lab runs list' shows the runs"
    case .studyAlone(let experiment, let kind, let id, let path):
      return
        "the store \(quoted(path)) has no run of \(quoted(experiment)), but the \(kind) \(id): 'att-lab show "
        + "\(id)' prints it. 'att-lab simulate' makes a run"
    case .nameTaken(let name, let id, let path):
      return
        "the name \(quoted(name)) belongs to \(id) of the store \(quoted(path)); choose another, or rename or "
        + "remove that one"
    case .nameLikeID(let name, let id, let path):
      return "the name \(quoted(name)) reads as the id of a run"
        + (id.map { " (\($0) of the store \(quoted(path)))" } ?? "")
        + "; choose a name with a letter beyond f, or with a dash"
    case .badName(let name):
      return
        "\(quoted(String(name.prefix(60)))) cannot name a run: expected 1 to 200 characters on one line, "
        + "not last and not last~N"
    case .badNote(let run, let reason): return "the note cannot be written to run \(run): \(reason)"
    case .unfitAnswer(let run, let reason): return "the answer does not fit run \(run): \(reason)"
    }
  }

  /// The text between quotation marks, control characters made visible, so that
  /// a hostile name cannot steer a terminal.
  private func quoted(_ text: String) -> String {
    var shown = "'"
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        shown += scalar.escaped(asASCII: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown + "'"
  }

  private func plain(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
