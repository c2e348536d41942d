import ExperimentDesign
import ExperimentFiles
import Testing
import TextFormats

@testable import PlatformChecks

/// A specification of XcodeGen, read from YAML as the command does.
func specification(_ yaml: String, _ path: String = "project.yml") throws -> AppFile {
  let root = try #require(try PropertyValue(yaml: Array(yaml.utf8), file: path))
  return AppFile(kind: .projectSpec, path: path, root: root)
}

/// An app and an experiment in which no pitfall is seen, for tests to break one thing of.
struct CleanApp {
  var experiment = """
    population:
      sessions: {rate: 1, leave: 0.2}
      allow: {rate: 0.3}
      continue: {rate: 0.8}
      os: {modern: 0.9, ios_14_0: 0.1}
      onboarding: {first: 0.8, later: 0.5, seconds: {median: 40, sigma: 0.5}}
      events: {article: {per_session: 3, seconds: 60}}
      alerts: {push: {at: launch, share: 0.5, offset: 30}}
      attribution: {gate: documented, wait_seconds: 60}
      consent: {order: after_att, accept: 0.7, pre_grant: false}
    horizon_days: 30
    usage_strings:
      concrete: {text: "\(goodUsage)"}
    pre_prompts:
      plain: {title: Make it yours, body: Ads can follow the topics you read., button: Continue, dismissible: false, allow_odds_ratio: 1}
    arms:
      launch: {ask: launch, usage_string: concrete, pre_prompt: plain, hook: did_become_active, retry: each_activation, delay_seconds: 0, trusts_callback: false, settings_link: none, asks_from: ios_14_5}
    """
  var infoPlist: String? = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>CFBundlePackageType</key>
      <string>APPL</string>
      <key>CFBundleName</key>
      <string>News &amp; more</string>
      <key>NSUserTrackingUsageDescription</key>
      <string>\(goodUsage)</string>
      <key>NSUserTrackingMarkdownUsageDescription</key>
      <string>Shows you **ads** for topics you read about.</string>
    </dict>
    </plist>
    """
  var manifest: String? = """
    <plist version="1.0"><dict>
      <key>NSPrivacyTracking</key><true/>
      <key>NSPrivacyTrackingDomains</key><array><string>ads.example.com</string></array>
    </dict></plist>
    """
  var strings: [(path: String, text: String)] = [
    ("en.lproj/InfoPlist.strings", catalogText(goodUsage)),
    (
      "de.lproj/InfoPlist.strings",
      catalogText("Zeigt Werbung zu Themen, die Sie lesen, etwa Konzerte in der Nähe.")
    ),
  ]

  static func catalogText(_ text: String) -> String {
    "/* asked once */\n\"NSUserTrackingUsageDescription\" = \"\(text)\";\n"
  }

  /// The same with one piece of the experiment written otherwise.
  func writing(_ old: String, as new: String) -> CleanApp {
    var copy = self
    #expect(copy.experiment.contains(old), "\(old)")
    copy.experiment = copy.experiment.replacing(old, with: new)
    return copy
  }

  /// What checking the experiment alone finds.
  func check() throws -> PlatformDescription { PlatformDescription(try subject()) }

  /// What checking all of it finds.
  func report() throws -> CheckReport {
    var files: [AppFile] = []
    if let infoPlist { files.append(try .made(infoPlist, "Info.plist")) }
    for (path, text) in strings { files.append(try .made(text, path)) }
    if let manifest { files.append(try .made(manifest, "PrivacyInfo.xcprivacy")) }
    return CheckReport(experiments: [try subject()], project: AppProject(files: files))
  }

  private func subject() throws -> ExperimentSubject {
    let file = try loadExperiment(text: Array(experiment.utf8), path: "test.yaml")
    return ExperimentSubject(
      experiment: file.experiment, file: "test.yaml",
      locations: file.locations, waivers: file.waivers)
  }
}

extension CheckReport {
  /// What is found in an app's own files.
  init(files: [AppFile], sources: [SourceText] = []) {
    self.init(project: AppProject(files: files, sources: sources))
  }
}

/// A source that asks on a tap, and again while nothing is decided.
func askingSource(_ path: String = "a.swift") -> SourceText {
  let text = """
    struct Start: View {
      var body: some View {
        Button("Continue") {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
    }
    """
  return SourceText(path: path, language: .swift, bytes: Array(text.utf8))
}
