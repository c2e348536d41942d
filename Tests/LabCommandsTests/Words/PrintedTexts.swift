import Foundation

/// What the program prints for people, by the command that prints it.
struct PrintedTexts {
  struct Output: Sendable {
    var command: String
    var text: String
    /// Of a report, the page with its markup.
    var html = ""
  }

  /// Every output, printed once for all tests.
  static let all: [Output] = (try? collected()) ?? []

  private static func collected() throws -> [Output] {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write("<plist><dict></dict></plist>", to: "Info.plist")
    try lab.writeApp()
    let tests = Lab.experiments.deletingLastPathComponent().appendingPathComponent("Data/tests").path
    let news = Lab.experiment("news-timing")
    var lines = [
      "simulate sample.yaml --name one",
      "simulate sample.yaml --name two --set population.allow.cold_odds_ratio=0.8",
      "simulate '\(news)' --trials 64 --installs 200 --name news", "show news --verbose",
      "compare one", "compare one two", "compare one --by day", "check sample.yaml", "check '\(news)'",
      "check App", "check App sample.yaml", "check Info.plist", "check Info.plist --checklist",
      "check --list",
      "trace sample.yaml --find arms_differ", "runs list", "runs show one", "explain",
      "analyze --counts 'launch=412/2000,third=498/2010' --denominator installs",
      "analyze '\(tests)/third-article.csv' --same-trigger",
      "analyze '\(tests)/launch-or-late.csv' --as-of 2026-02-25 --baseline launch",
      "analyze '\(tests)/launch-or-late.csv' --as-of 2026-02-10 --baseline launch --planned 600 --day 7 "
        + "--looks 2026-01-20,2026-01-27",
    ]
    for experiment in Lab.shippedExperiments {
      let file = Lab.experiment(experiment)
      lines += [
        "simulate '\(file)' --trials 60 --installs 200 --name '\(experiment)-small' --quiet",
        "show '\(experiment)-small' --verbose", "compare '\(experiment)-small'", "check '\(file)' --implies",
        "plan '\(experiment)-small' --simulations 10 --day 7 --no-store --future 100000",
      ]
    }
    lines += [
      "plan --baseline 20% --lift 2pp --power 80% --installs-per-week 3000 --day 7",
      "plan --rates 20%,22%,23% --planned 20000 --allocation 2,1,1",
      "plan --baseline 20% --planned 20000 --sides one", "plan --rates 20%,22%,18% --all",
      "plan --baseline 20% --lift 2pp --looks 3 --day 7 --per-day 500",
      "plan --baseline 20% --lift 2pp --peek", "plan --baseline 2% --lift 8pp",
      "plan --baseline 40% --lift 4pp --denominator prompted --reach 60%,70% --lost 5%",
      "plan --baseline 20% --lift 5pp --clusters 10,10 --icc 0.002",
      "plan --baseline 20% --lift 5pp --cluster-size 200 --icc 0.01",
      "plan --baseline 20% --aim non-inferior --margin 1pp",
      "plan --baseline 20% --aim equivalent --margin 1pp --planned 20000 --power 80%",
      "plan one --day 7 --per-day 500 --lift 2pp --simulations 50 --future 100000",
      "plan news --looks 2 --arms launch,third_article", "runs list --limit 50",
    ]
    try lab.write(
      "arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\nlaunch,1000,1000,160,160,840,840\n"
        + "later,1000,864,205,233,553,631\n", to: "funnel.csv")
    try lab.write("arm,installs,allowed\nlaunch,2000,320\nlater,2000,468\n", to: "test.csv")
    try lab.write("arm,metric,share,n\nlaunch,opt_in_per_prompted,16%,500\n", to: "moments.csv")
    lines += [
      "calibrate sample.yaml --counts funnel.csv --installs 4000 --out learnt.yaml",
      "calibrate learnt.yaml --update test.csv --day 7 --installs 4000 2>&1",
      "calibrate sample.yaml --moments moments.csv --installs 4000",
      "calibrate sample.yaml --counts funnel.csv --installs 4000 --teach launch,later",
      "calibrate '\(news)' --moments moments.csv --installs 4000 2>&1",
    ]
    lines += [
      "", "calibrate", "simulate", "compare", "runs", "runs list", "runs show", "runs rename", "runs note",
      "runs remove",
      "runs replay", "merge", "report", "export", "analyze", "trace", "explain", "check", "init", "schema",
      "show", "guide", "plan",
    ].map { "\($0) --help" }
    var outputs = try lines.map { line in
      Output(command: line, text: try lab.shell("\"$LAB\" \(line)").output)
    }
    for run in ["one", "news"] {
      let html = try lab("report", run, "--out", "-").output
      outputs.append(Output(command: "report \(run)", text: words(html), html: html))
    }
    outputs += try failures(lab)
    let words = try lab.shell("\"$LAB\" explain --format json").output
    let names = words.matches(of: /"name": "([^"]+)"/).map { String($0.output.1) }
    outputs.append(Output(command: "explain of every word", text: try lab.run(["explain"] + names).output))
    return outputs
  }

  /// Commands that fail or warn, and what they say.
  private static func failures(_ lab: Lab) throws -> [Output] {
    try lab.write("arms:\n  a: {ask: lunch}\nhorizon_days: -1\n", to: "bad.yaml")
    try lab.write("a: [\n", to: "broken.yaml")
    try lab.write("\(sampleExperiment)\nobjective: {opt_in_per_install: 1e155}\n", to: "heavy.yaml")
    try lab.write("arm,installs,allowed\na,10,11\nb,x,3\na,1", to: "bad.csv")
    try lab.write("trials,arms.none.weight\n1,2\n", to: "settings.csv")
    try lab.write("no store", to: "text.sqlite")
    let lines = [
      "simulate bad.yaml", "simulate broken.yaml", "simulate heavy.yaml", "simulate none.yaml", "simulate .",
      "simulate sample.yaml --set arms.none.weight=2", "simulate sample.yaml --set trials=many",
      "simulate sample.yaml --trials 1000000000 --installs 1000000000",
      "simulate sample.yaml --name last", "simulate sample.yaml --name one --seed 9",
      "simulate sample.yaml --batch settings.csv", "simulate sample.yaml --csv none/x.csv",
      "simulate sample.yaml --shard 3/2", "simulate sample.yaml --db none/x.sqlite",
      "simulate sample.yaml --db text.sqlite", "simulate sample.yaml --require 'x > 1'",
      "simulate sample.yaml --precision 0 --decide 0", "show nothing", "show ''", "compare one nothing",
      "compare one --metric none", "compare one --by day --metric opt_in_per_prompted", "check none.yaml",
      "check bad.yaml", "check bad.csv", "check", "trace sample.yaml --find none", "trace none.yaml",
      "runs show nothing", "runs rename one last", "runs remove nothing", "runs replay one 99999",
      "export one --table strategy", "export one --table none", "export one --out none/x.csv",
      "report nothing", "merge none.sqlite", "analyze bad.csv", "analyze none.csv", "analyze",
      "analyze --counts a=1", "analyze --counts a=3/2,b=1/2 --denominator installs",
      "analyze sample.yaml", "explain nonsense", "guide none", "init none", "schema none", "none",
      "simulate --none", "plan", "plan news.yaml", "plan --baseline 20", "plan --baseline 20% --lift 2%",
      "plan --baseline 20% --lift 0.0001pp", "plan --baseline 20% --lift 0",
      "plan --baseline 95% --lift 10pp",
      "plan --baseline 20% --planned 4", "plan --baseline 20% --lift 2pp --clusters 1,4",
      "plan --baseline 20% --lift 2pp --clusters 4,4 --icc 0.002",
      "plan --baseline 20% --lift 2pp --reach 60%",
      "plan --baseline 20% --lift 2pp --denominator prompted", "plan --rates 20%,22% --clusters 4,4",
      "plan --baseline 20% --looks 2026-01-01",
      "plan --baseline 20% --lift 2pp --peek --looks 2", "plan --baseline 20% --lift 2pp --peek --sides one",
      "plan --baseline 20% --lift 2pp --power 2%",
      "plan --baseline 20% --aim equivalent", "plan --baseline 20% --aim equivalent --margin 1pp --lift 3pp",
      "plan --rates 20%,22% --planned 100 --power 80%",
      "plan one --arms launch,noon", "plan one --scenario best", "plan one --day 30",
      "plan one --rates 20%,22%",
      "plan one --arms launch", "plan --arms launch,later",
      "calibrate sample.yaml", "calibrate sample.yaml --counts bad.csv",
      "calibrate sample.yaml --counts funnel.csv --update test.csv",
      "calibrate sample.yaml --update test.csv --as-of 2026-01-01", "calibrate sample.yaml --moments bad.csv",
      "calibrate sample.yaml --retention bad.csv", "calibrate learnt.yaml --counts funnel.csv",
      "calibrate sample.yaml --counts funnel.csv --teach lunch",
      "calibrate sample.yaml --counts funnel.csv --fit none", "calibrate sample.yaml --moments none.csv",
    ]
    return try lines.map { line in
      Output(command: "\(line) (errors)", text: try lab.shell("\"$LAB\" \(line)").errors)
    }
  }

  /// The text of a page without its markup and its figures, a line per element.
  static func words(_ html: String) -> String {
    html.replacing(/<svg.*?<\/svg>|<style.*?<\/style>/.dotMatchesNewlines(), with: "")
      .replacing(/<[^>]*>/, with: "\n").replacing(/\n[\s\n]*/, with: "\n\n")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}

extension Lab {
  /// A folder with an app's own files: a property list without a usage string, and a source that asks too early.
  fileprivate func writeApp() throws {
    try FileManager.default.createDirectory(
      atPath: path("App"), withIntermediateDirectories: false)
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>
      """, to: "App/Info.plist")
    try write("{\"NSPrivacyTracking\": true}", to: "App/PrivacyInfo.xcprivacy")
    try write(
      """
      import AppTrackingTransparency
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
          ATTrackingManager.requestTrackingAuthorization { _ in }
          return true
        }
      }
      """, to: "App/AppDelegate.swift")
  }
}
