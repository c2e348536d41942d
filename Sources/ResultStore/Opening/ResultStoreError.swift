/// Why a store could not be opened, read or written.
///
/// Each message says what was expected, what was found, where, and what to do
/// next. None of them holds a stored value: a message may be pasted anywhere.
public enum ResultStoreError: Error, Hashable, Sendable {
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
  /// Another program removed the run, or simulates it again, while it was read.
  case changing(run: String, path: String)
  /// A new store cannot have this name: it means a folder, or a file that SQLite makes and removes itself.
  case unfitName(path: String)
  /// The path means standard input or output, or another open stream, which no store can be.
  case noFile(path: String)
  /// The name, or a folder's in it, is longer than the system allows; SQLite needs eight characters more for its own
  /// files.
  case longName(path: String)
  /// There is a folder in the place of the file.
  case folder(path: String)
  /// The file is some other kind of file.
  case notADatabase(path: String)
  /// The file is a SQLite database of another program.
  case notAStore(path: String)
  /// The file was written by a newer att-lab.
  case newer(path: String, found: Int, known: Int)
  /// The file is damaged: cut off, or with contents that its own rules forbid.
  case damaged(path: String, reason: String)
  /// SQLite refused for a reason not named here; `code` is its extended result code.
  case failed(path: String, code: Int, reason: String)
  /// No run goes by the reference that was given.
  case noRun(reference: String, path: String, runs: Int)
  /// Several runs begin with the prefix that was given: at most five of their ids.
  case ambiguousRun(reference: String, candidates: [String], path: String)
  /// The reference is to a plan, a search or a calibration, and a run is needed.
  case notARun(reference: String, kind: String, path: String)
  /// No run is of the experiment that was given, and a plan, a search or a calibration is.
  case studyAlone(experiment: String, kind: String, id: String, path: String)
  /// Another run has the name.
  case nameTaken(name: String, by: String, path: String)
  /// The name reads as the id of a run, or as the start of one.
  case nameLikeID(name: String, id: String?, path: String)
  /// The name would not find the run again.
  case badName(name: String)
  /// The note of a run is longer than notes are, or holds what a text cannot.
  case badNote(run: String, reason: String)
  /// A result does not belong to the run: another shape, or sums that do not add up.
  case unfit(run: String, trial: Int, reason: String)
  /// What was made of the trials does not belong to the run, or trials are missing.
  case unfitAnswer(run: String, reason: String)
  /// A plan, search or calibration is not what it says of itself.
  case unfitStudy(reason: String)
}

extension ResultStoreError: CustomStringConvertible {
  /// One sentence or two, ready to follow `error: `.
  public var description: String {
    switch self {
    case .missing(let path):
      "no store at \(quoted(path)); 'att-lab simulate' makes one, or name another file with --db"
    case .missingFolder(let path, let folder):
      "cannot make the store \(quoted(path)): the folder \(quoted(folder)) does not exist; "
        + "make the folder or name another file with --db"
    case .cannotOpen(let path):
      "cannot open the store \(quoted(path)): the system refuses the file or those beside it; "
        + "check the permissions of file and folder or name another file with --db"
    case .readOnly(let path):
      "cannot write the store \(quoted(path)): it or its folder is read-only; what is stored is unharmed; "
        + "allow writing or name another file with --db"
    case .full(let path):
      "cannot write the store \(quoted(path)): the disk is full; what was stored before is unharmed; "
        + "make room and run the same command again to go on"
    case .inputOutput(let path, let code):
      "cannot read or write the store \(quoted(path)): the system reports an error of input or output "
        + "(SQLite code \(code)). The stored runs are unharmed. Check the disk and the limit of "
        + "file sizes ('ulimit -f'), then run the same command again to go on"
    case .busy(let path, let seconds):
      "cannot use the store \(quoted(path)): another program kept it locked for \(plain(seconds)) s; "
        + "close it and run the same command again"
    case .gone(let path):
      "the store \(quoted(path)) was removed or replaced while it was written, and what was computed since is "
        + "lost; run the same command again"
    case .changing(let run, let path):
      "run \(run) of the store \(quoted(path)) was changed by another program while it was read; "
        + "run the same command again once that has ended"
    case .unfitName(let path):
      "no store can be made at \(quoted(path)): the name means a folder, or ends in -wal, -shm or -journal as "
        + "files do that SQLite removes; name another file with --db"
    case .noFile(let path):
      "no store can be at \(quoted(path)): a store is a file that is read and written at any place of it, and this is "
        + "a stream, as standard output is; name a file with --db"
        + (path == "-" ? " (./- is one called -)" : "")
    case .longName(let path):
      "no store can be at \(quoted(String(path.prefix(80)) + (path.count > 80 ? "…" : ""))): the name is too long for the "
        + "system, which also has to take SQLite's own files beside it (8 characters more); name another file with --db"
    case .folder(let path):
      "\(quoted(path)) is not a store: expected a SQLite file, found a folder; "
        + "name a file in it with --db, such as \(quoted(path.hasSuffix("/") ? path + "att-lab.sqlite" : path + "/att-lab.sqlite"))"
    case .notADatabase(let path):
      "\(quoted(path)) is not a store: expected a SQLite file, found something else; "
        + "it was left as it is; name another file with --db"
    case .notAStore(let path):
      "\(quoted(path)) is not a store: it is the SQLite database of another program; "
        + "it was left as it is; name another file with --db"
    case .newer(let path, let found, let known):
      "the store \(quoted(path)) is of version \(found), expected at most version \(known). "
        + "It was not changed; use a newer att-lab or name another file with --db"
    case .damaged(let path, let reason):
      "the store \(quoted(path)) is damaged (\(reason)). It was not changed; "
        + "restore a copy, or save what can be read with 'sqlite3 FILE .recover'"
    case .failed(let path, let code, let reason):
      "the store \(quoted(path)) failed: \(reason) (SQLite code \(code))"
    case .noRun(let reference, let path, let runs):
      runs == 0
        ? "no run \(quoted(reference)): the store \(quoted(path)) holds no runs yet"
        : "no run \(quoted(reference)) among the \(runs == 1 ? "one run" : "\(runs) runs") of the store \(quoted(path)); expected an id, "
          + "the start of one, a name, an experiment, last or last~1; 'att-lab runs list' shows them"
          + ([".yaml", ".yml"].contains(where: reference.hasSuffix)
            ? ". Of a file, 'att-lab simulate' makes a run, and last is then that run" : "")
    case .ambiguousRun(let reference, let candidates, let path):
      "\(quoted(reference)) is the start of several runs of the store \(quoted(path)): "
        + candidates.joined(separator: ", ") + "; give more of the id"
    case .notARun(let reference, let kind, let path):
      "\(quoted(reference)) is a \(kind) of the store \(quoted(path)), and this takes a run; 'att-lab show' and "
        + "'att-lab report' take it, and 'att-lab runs list' shows the runs"
    case .studyAlone(let experiment, let kind, let id, let path):
      "the store \(quoted(path)) has no run of \(quoted(experiment)), but the \(kind) \(id): 'att-lab show \(id)' prints it. "
        + "'att-lab simulate' makes a run, and 'att-lab runs list' shows all"
    case .nameTaken(let name, let id, let path):
      "the name \(quoted(name)) belongs to \(id) of the store \(quoted(path)); "
        + "choose another, or rename or remove that one"
    case .nameLikeID(let name, let id, let path):
      "the name \(quoted(name)) reads as "
        + (id.map { "\(name == $0 ? "" : "the start of ")the id of run \($0) of the store \(quoted(path))" }
          ?? "the id of a run")
        + ", and would find one run in place of another; choose a name with a letter beyond f, or with a dash"
    case .badName(let name):
      "\(quoted(String(name.prefix(60)))) cannot name a run: expected 1 to 200 characters on one line, "
        + "not last and not last~N"
    case .badNote(let run, let reason):
      "the note cannot be written to run \(run): \(reason)"
    case .unfit(let run, let trial, let reason):
      "trial \(trial) does not fit run \(run): \(reason)"
    case .unfitAnswer(let run, let reason):
      "the answer does not fit run \(run): \(reason)"
    case .unfitStudy(let reason):
      "the result cannot be stored: \(reason)"
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
