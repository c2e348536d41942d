import ExperimentDesign
import Inference
import Rendering
import Studies

/// What planned tests are worth to the choice, in sentences and as a table.
struct WorthWords {
  private let test: ModelledTest
  private let worth: TestWorth
  private var plan: ExperimentTestPlan { test.plan }

  /// `nil` where nothing is known.
  init?(_ test: ModelledTest) {
    guard let worth = test.worth, !test.hasTooFewTrials else { return nil }
    self.test = test
    self.worth = worth
  }

  private var unit: String { TerminalText.safe(test.unit) }

  private var isShare: Bool { plan.outline.objective.isShare }

  private func name(_ position: Int) -> String { TerminalText.inSentence(plan.outline.arms[position].name) }

  /// `b vs a`, `b and c vs a`.
  private func options(_ options: [Int]) -> String {
    "\(options.dropFirst().map(name).inProse) vs \(name(options[0]))"
  }

  /// A worth of one install, in the unit of the objective: `0.71 pp`.
  private func perInstall(_ number: MonteCarloNumber) -> String {
    isShare
      ? SupportedDigits.text(100 * number.value, decimals: 2) + " pp"
      : SupportedDigits.number(number.value, error: max(number.mcse, abs(number.value) / 100))
  }

  private func amount(_ value: Double) -> String {
    abs(value) < 1e15 ? PlanNumbers.grouped(Int(value.rounded())) : SupportedDigits.exact(value)
  }

  /// What a test gains after its costs: the difference of the two as they are printed.
  private func net(_ balance: TestEconomics.Balance) -> String {
    abs(balance.gain) < 1e15 && abs(balance.cost) < 1e15
      ? amount(balance.gain.rounded() - balance.cost.rounded()) : amount(balance.net)
  }

  /// What the choice is for: `480,000 installs`, `the 480,000 installs of a year`, `a year of about 630,000 installs`.
  private var span: String {
    let installs = "\(amount(worth.economics.future)) installs"
    guard let year = plan.installsOfAYear, abs(year - worth.economics.future) < 0.5 else { return installs }
    // A year of the installs of some days is no count.
    return plan.outline.context?.volume == nil
      ? "a year of about \(PlanNumbers.grouped(twoDigitsUp(year))) installs" : "the \(installs) of a year"
  }

  var sentences: [String] { value + (misleading.map { [$0] } ?? []) }

  /// What a test that counts something else than the objective may hide.
  private var misleading: String? {
    worth.misleading.map {
      "The choice is for \(plan.outline.objective.heading.joined(separator: " ")). By that, the other option is better in "
        + "\(PlanNumbers.smallChance($0)) of the tests that show one higher."
    }
  }

  /// Whether knowing the difference would hardly ever change the choice.
  private var isNothing: Bool {
    let margin = plan.outline.objective.defaultMargin(level: plan.rates[plan.rates.count - 1].value)
    return worth.knowing.value < margin / 1000
  }

  /// Of options that the model does not tell apart.
  private var sameRates: String {
    "\(plan.arms.count == 1 ? "both options" : "all options") are the same to the model, with a rate of "
      + PlanNumbers.percent(plan.rates[0].value, decimals: 1)
  }

  /// What to do with the analysis for the test to be worth that; `nil` where it is worth nothing.
  var decision: String? {
    guard !isNothing else { return nil }
    return
      "Then choose the option with the highest \"chance best\", even where no difference is shown."
  }

  private var value: [String] {
    let own = worth.own.planned
    guard !isNothing else {
      guard !test.isOfSameRates else { return ["A test gains nothing for the choice: \(sameRates)."] }
      return [
        "\(name(worth.bestArm)) is best whatever the uncertain inputs are, as far as such a test can tell. So it gains "
          + "nothing for the choice; run it to check the assumptions."
      ] + [other].compactMap { $0 }
    }
    let known = plan.arms.count == 1 ? "the difference" : "the differences"
    var sentences = [
      "Without a test, \(name(worth.bestArm)) is the best guess. A test of "
        + "\(PlanNumbers.grouped(plan.planned)) installs in all gains \(perInstall(own.perInstall)) per install on average, if you then choose what is best "
        + "on average. To know \(known) would gain \(perInstall(worth.knowing))."
    ]
    guard worth.hasUse else {
      return sentences + [other].compactMap { $0 } + [
        "Say with --installs-per-week how many installs the choice is for, and the size that pays is worked out."
      ]
    }
    sentences.append(
      "Over \(span) from the start of the test, it gains \(amount(own.gain)) \(unit) among those after it and costs "
        + "\(amount(own.cost)).")
    sentences.append(best)
    return sentences + [other].compactMap { $0 }
  }

  /// What is said of the size that pays.
  enum Pays {
    /// That there is one, with what the planned one gains after its costs.
    case size(net: String)
    /// That no size does, as a sentence.
    case noSize(String)
  }

  /// The size that pays; `nil` where nobody says what the choice is for.
  var pays: Pays? {
    if isNothing, test.isOfSameRates { return .noSize("No test pays for the choice: \(sameRates).") }
    if isNothing {
      return .noSize(
        "No test pays for the choice: \(name(worth.bestArm)) is best whatever the uncertain inputs are, as far as such a "
          + "test can show.")
    }
    guard worth.hasUse else { return nil }
    guard worth.own.best != nil else {
      return .noSize(
        "No size of this test gains more than it costs. Without a test, \(name(worth.bestArm)) is the best guess."
      )
    }
    return .size(
      net: "\(net(worth.own.planned)) \(unit) net over \(span)")
  }

  /// The size that pays, with two digits; `nil` where none does, and where nobody says what the choice is for.
  var sizeThatPays: Int? {
    guard case .size? = pays, let best = worth.own.best else { return nil }
    return OptionInstalls(plan).rounded(best.installs)
  }

  /// What gains and costs are counted in, where that is neither opt-ins nor money; `nil` else.
  var unitAssumption: String? {
    guard worth.hasUse, test.unit == ModelledTest.unitOfWorth else { return nil }
    let objective = plan.outline.objective
    let one =
      objective.singleMetric == .optInPerInstall
      ? "an opt-in" : "1 of \(objective.heading.joined(separator: " "))"
    return "Gains and costs are in units, and \(one) counts as \(PlanNumbers.plain(worth.economics.worth))."
  }

  /// That another size gains more for the choice, where it is another by a quarter; `nil` where it is not.
  var cheaper: String? {
    guard plan.sizing != .value, worth.hasUse, !isNothing, let best = worth.own.best else { return nil }
    let ratio = Double(best.installs) / Double(plan.planned)
    guard ratio < 0.75 || ratio > 1.25 else { return nil }
    return
      "For the choice alone \(ratio < 1 ? "a smaller test is enough" : "a larger test is better"): about "
      + "\(OptionInstalls(plan).about(best.installs)) gain most after their cost (see Value of the test)."
  }

  private var best: String {
    guard let best = worth.own.best else { return "No size of this test gains more than it costs." }
    guard plan.sizing != .value else {
      return
        "No other size gains clearly more: beyond this one another thousand installs cost more than they add."
    }
    return
      "Most is gained with about \(OptionInstalls(plan).about(best.installs)): "
      + "\(net(best)) \(unit) net. Beyond that another thousand installs cost more than they add."
  }

  /// Which test is worth most, where there are several.
  private var other: String? {
    guard worth.tests.count > 1, let first = worth.tests.first else { return nil }
    let isPair = plan.options.count == 2
    if isPair, worth.better == nil { return "No test of two other options is worth clearly more." }
    guard let pair = worth.tests.first(where: { $0.options.count == 2 }) else { return nil }
    if first.options == worth.own.options {
      return "Of tests of two options that of \(options(pair.options)) is worth most: \(gain(of: pair)). All "
        + "\(plan.options.count) together are worth more."
    }
    return "\(better(first)) Plan it with --arms \(arms(first.options))."
  }

  /// That a test of two others is worth more, or alone as much as that of all.
  private func better(_ test: TestWorth.Test) -> String {
    let alone = plan.options.count == 2 ? "" : "alone "
    return
      "The test of \(options(test.options)) \(alone)is worth \(worth.better == nil ? "as much" : "more"): \(gain(of: test))."
  }

  /// The test that is worth more than the planned one, as a next step; `nil` where none is.
  var otherTest: ReviewDocument.Step? {
    guard worth.tests.count > 1, let first = worth.tests.first, first.options != worth.own.options,
      plan.options.count > 2 || worth.better != nil
    else { return nil }
    return ReviewDocument.Step(
      title: "Other options", text: better(first),
      command: "att-lab plan \(test.subject) --arms \(arms(first.options))")
  }

  private func gain(of test: TestWorth.Test) -> String {
    worth.hasUse
      ? "\(test.best.map(net) ?? "0") \(unit) net at its best size"
      : "\(perInstall(test.planned.perInstall)) per install at this size"
  }

  /// The names as the command takes them.
  private func arms(_ options: [Int]) -> String {
    let names = options.map { TerminalText.safe(plan.outline.arms[$0].name) }
    let text = names.joined(separator: ",")
    return text.contains(" ") ? "'\(text)'" : text
  }

  /// The rows of the planned and of the best size.
  var marked: Set<Int> {
    Set(
      worth.curve.indices.filter {
        [plan.planned, worth.own.best?.installs].contains(worth.curve[$0].balance.installs)
      })
  }

  /// The size from which on the gain is the same to the digits shown; `nil` where it is not.
  private var levelSize: Int? {
    let gains = worth.curve.map { perInstall($0.balance.perInstall) }
    guard !isNothing, let last = gains.last,
      let first = gains.indices.first(where: { gains[$0...].allSatisfy { $0 == last } }),
      first + 1 < gains.count
    else { return nil }
    return worth.curve[first].balance.installs
  }

  /// That a smaller test gains as much for the choice, where nobody says what that is for; `nil` where none does that is
  /// smaller by a quarter.
  var smaller: String? {
    guard plan.sizing == .power, !worth.hasUse, let installs = levelSize,
      Double(installs) < 0.75 * Double(plan.planned)
    else { return nil }
    return
      "For the choice alone a smaller test is enough: \(OptionInstalls(plan).about(installs)) gain as much "
      + "(see Value of the test)."
  }

  /// From which size on the gain is the same to the digits shown, and why; `nil` where it is not.
  var levelling: String? {
    guard let size = levelSize.map({ OptionInstalls(plan).about($0) }) else { return nil }
    return
      "From \(size) on, rows gain the same: such tests tell which option is better about as often as knowing the "
      + "\(plan.arms.count == 1 ? "difference" : "differences") would, which gains \(perInstall(worth.knowing))."
  }

  /// The sizes; `nil` where none is worth anything.
  var table: TextTable? {
    guard !isNothing else { return nil }
    let sizes = worth.curve
    let points = sizes.map(\.balance)
    func column(_ heading: [String], _ cell: (Int) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: points.indices.map(cell))
    }
    var columns = [column(["gain per", "install"]) { perInstall(points[$0].perInstall) }]
    if worth.hasUse {
      columns += [
        column(["gains,", unit]) { amount(points[$0].gain) },
        column(["costs,", unit]) { amount(points[$0].cost) },
        column(["net,", unit]) { net(points[$0]) },
        column(["next 1,000", "installs, \(unit)"]) { signed(sizes[$0].nextThousand) },
      ]
    }
    return TextTable(
      first: OptionInstalls(plan).column(points.map(\.installs)), columns: columns, indent: "  ")
  }

  private func signed(_ value: Double) -> String {
    SupportedDigits.text(value, decimals: abs(value) < 10 ? 1 : 0, signed: true)
  }
}
