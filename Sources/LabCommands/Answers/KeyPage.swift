import ExperimentFiles

/// The guide's page on the experiment file: every key, from the tables that the loader checks by.
enum KeyPage {
  static var text: String {
    var lines = [
      "# The experiment file, every key", "",
      "An experiment is one YAML file. Every key stands here with what may stand there and what holds without it.",
      "",
      "## Numbers", "",
      "| you write | it means |", "| --- | --- |",
      "| `0.3`, `30%` | a number that is known |",
      "| `{range: [20%, 40%]}` | most likely between the two: 5% below, 5% above |",
      "| `{normal: [0.3, 0.02]}` | mean and standard deviation |",
      "| `{lognormal: [0.7, 0.35]}` | median, and the standard deviation of the logarithm |",
      "| `{beta: [31, 69]}` | as after 31 yes and 69 no: mean 0.31 |",
      "| `{uniform: [0.2, 0.4]}` | anything from 0.2 to 0.4, equally likely |",
      "| `{triangular: [0.1, 0.2, 0.4]}` | lowest, most likely, highest |",
      "| `{sweep: [1, 3, 5]}` | under `arms`: one option for each value |", "",
      "A distribution describes an uncertain input; each trial draws one value for all installs. How people differ has keys of",
      "its own, such as `spread` and `sigma`.", "",
      "A `range` is a beta distribution for a share, log-normal for a number above 0 and normal for one of either sign, with 5%",
      "of it below the first number and 5% above the second. The shape is found for you: `{range: [20%, 40%]}` is nearly",
      "`{beta: [16, 39]}`.", "",
    ]
    var section: String?
    for key in ExperimentKey.all {
      let parts = key.path.split(separator: ".")
      let own = parts.count == 1 ? "" : parts.dropLast().joined(separator: ".")
      if own != section {
        lines += [
          "", own.isEmpty ? "## The file" : "## `\(own)`", "",
          "| key | what it is | values | default | example |",
          "| --- | --- | --- | --- | --- |",
        ]
        section = own
      }
      let standard = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? ""
      let cells = [
        "`\(parts.last ?? "")`", key.summary, key.expects, standard, key.example.map { "`\($0)`" } ?? "",
      ]
      lines.append("| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
