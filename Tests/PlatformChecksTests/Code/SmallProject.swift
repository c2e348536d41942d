import ExperimentDesign

@testable import PlatformChecks

/// Sources of a small app, and what checking them gives: `L11 error AppDelegate.swift:4`.
struct SmallProject {
  var facts = ProjectFacts()
  var files: [(path: String, text: String)]

  init(_ path: String, _ text: String, facts: ProjectFacts = ProjectFacts()) {
    files = [(path, text)]
    self.facts = facts
  }

  /// The same with another file.
  func and(_ path: String, _ text: String) -> SmallProject {
    var project = self
    project.files.append((path, text))
    return project
  }

  var report: CodeInspection {
    let sources = files.compactMap { file -> SourceText? in
      guard case .source(let language)? = AppProject.role(of: file.path, isNamed: true) else { return nil }
      return SourceText(path: file.path, language: language, bytes: Array(file.text.utf8))
    }
    return CodeInspection(sources, facts: facts)
  }

  /// When its requests run, each moment once.
  var moments: [String] { Set(report.requests.flatMap(\.triggers).map(\.moment.rawValue)).sorted() }

  /// Tag, severity, file and line of each finding.
  var findings: [String] {
    report.findings.map { "\($0.rule) \($0.severity.rawValue) \($0.place.file):\($0.place.line)" }.sorted()
  }

  /// The same of one rule, with its confidence.
  func findings(_ rule: String) -> [String] {
    report.findings.filter { $0.rule == rule }.map {
      "\($0.severity.rawValue) \($0.confidence.rawValue) \($0.place.file):\($0.place.line)"
    }.sorted()
  }
}

/// Swift that runs as a scene becomes active; its first line is line 3.
func atActivation(_ body: String) -> String {
  """
  class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    func sceneDidBecomeActive(_ scene: UIScene) {
  \(body)
    }
  }
  """
}

/// Swift that runs as the application is launched; its first line is line 3.
func atLaunch(_ body: String) -> String {
  """
  class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
  \(body)
      return true
    }
  }
  """
}

/// Dart that runs as Flutter's first screen is made; its first line is line 6.
func inFirstState(_ body: String) -> String {
  """
  void main() => runApp(MaterialApp(home: Home()));
  class Home extends StatefulWidget { State<Home> createState() => _HomeState(); }
  class _HomeState extends State<Home> {
    void initState() {
      super.initState();
  \(body)
    }
  }
  """
}
