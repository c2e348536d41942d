import Runs

/// The command that simulates a file with the same settings, without its trials.
///
/// - Parameters:
///   - path: The file as it was named.
///   - overrides: What is set in it from outside; its trials are left out.
///   - seed: The seed, where neither the file nor `overrides` give it.
///   - store: The store's path.
///   - includesForbidden: Whether options that a blocker stands on are ranked.
func repeatedCommand(
  of path: String, overrides: [Setting], seed: UInt64?, store: String, includesForbidden: Bool
) -> String {
  var words = ["att-lab", "simulate", path]
  for setting in overrides where setting.path != "trials" {
    let isOption = ["installs", "seed"].contains(setting.path)
    words += isOption ? ["--\(setting.path)", setting.value] : ["--set", setting.text]
  }
  if let seed { words += ["--seed", "\(seed)"] }
  if includesForbidden { words.append("--include-noncompliant") }
  if store != StoreOptions.usual { words += ["--db", store] }
  return words.map(shellWord).joined(separator: " ")
}
