import ExperimentDesign
import Foundation
import GSLNumerics
import Inference

/// What is believed of visits: of ln r, ln β, ln a and ln b together, λ ~ Gamma(r, β) and p ~ Beta(a, b).
extension NormalBelief {
  /// What the preset `utility` believes, for which all apps stand in.
  static func ofVisitsToAnyApp() throws(NumericsError) -> NormalBelief {
    try NormalBelief(
      mean: [0.528, -0.699, -0.313, 0.172],
      covariance: [
        [0.1612, 0.1612, 0, 0], [0.1612, 0.563, -0.0198, 0.0757], [0, -0.0198, 0.0251, -0.004],
        [0, 0.0757, -0.004, 0.1825],
      ])
  }

  /// What a joint distribution believes of the four, by their paths; `nil` where it draws others.
  init?(ofVisits joint: JointDistribution) {
    let places = VisitModel.paths.compactMap { path in joint.paths.firstIndex(of: path) }
    guard places.count == VisitModel.paths.count, places.allSatisfy({ joint.scales[$0] == .log }) else {
      return nil
    }
    func covariance(_ first: Int, _ second: Int) -> Double {
      zip(joint.factor[first], joint.factor[second]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    try? self.init(
      mean: places.map { joint.mean[$0] },
      covariance: places.map { row in places.map { covariance(row, $0) } })
  }
}

/// Figures with what they condition: the same question has the same answer.
struct RetentionQuestion: Hashable {
  /// What was counted.
  var figures: RetentionFigures
  /// What is believed of the visits without the figures; `nil` for what is of those to any app.
  var belief: NormalBelief?
  /// Within how many days somebody who never comes back has no second session.
  var horizonDays: Double

  /// What is believed of visits once retention figures condition it, and what is doubtful about it, in a sentence.
  typealias Answer = (belief: NormalBelief, doubt: String?)

  /// A figure off by more than this is told, and one by more than that refused.
  private static let most = (met: 0.05, told: 0.2)

  /// Conditions what is believed of visits on the figures, and says how near they come.
  func answer() throws(NumberProblem) -> Answer {
    let fit: RetentionFit
    do {
      fit = try RetentionFit(
        figures, horizonDays: horizonDays, prior: try belief ?? .ofVisitsToAnyApp())
    } catch {
      throw NumberProblem("no visits could be fitted to this retention: \("\(error)"). Check the numbers")
    }
    let off = fit.worstRatio - 1
    guard off > Self.most.met else { return (fit.belief, nil) }
    guard off <= Self.most.told else {
      let misses = misses(fit, beyond: Self.most.told)
      throw NumberProblem("no app of this kind has these figures together. In the nearest one \(misses)")
    }
    return (
      fit.belief,
      "hardly any app of this kind has these figures together, so a compromise is used. In it "
        + "\(misses(fit, beyond: Self.most.met)) if that matters"
    )
  }

  /// The figures that are missed by more than this, the worst first, each with what it is instead, and what to check.
  private func misses(_ fit: RetentionFit, beyond limit: Double) -> String {
    let missed = zip(figures.values, fit.fitted).map { given, found in
      (key: given.key, given: given.value, found: found, ratio: max(found / given.value, given.value / found))
    }.filter { $0.ratio > 1 + limit }.sorted { $0.ratio > $1.ratio }
    let sessions = "sessions_per_active_day"
    let words = missed.map { figure in
      // Four digits are more than anybody measures.
      func text(_ value: Double) -> String {
        String(
          format: figure.key == sessions ? "%.4g" : "%.4g%%", figure.key == sessions ? value : 100 * value)
      }
      let off = Int(min(1e6, (100 * abs(figure.found / figure.given - 1)).rounded()))
      return
        "\(figure.key) is \(text(figure.found)) instead of \(text(figure.given)) (\(off)% too \(figure.found > figure.given ? "high" : "low"))"
    }
    let advice =
      missed.first?.key == sessions
      ? "check that sessions_per_active_day counts sessions only on days that have one"
      : "check that these are shares of all installs, and d1, d7 and d30 those with a session on that very day"
    return "\(words.joined(separator: ", ")): \(advice)"
  }
}

/// Reads retention figures, and what they condition.
///
/// A class, since it remembers what was asked in all segments of all scenarios.
final class RetentionReader {
  /// What the visits are drawn from, each once.
  private(set) var joints: [JointDistribution] = []
  /// By the path of the joint distribution that answers it.
  private var questions: [String: RetentionQuestion] = [:]
  private var answers: [RetentionQuestion: Result<RetentionQuestion.Answer, NumberProblem>] = [:]
  private var isTold = false

  /// Visits that the figures of a section condition.
  ///
  /// - Parameter beliefs: what the layers draw together, the lowest first.
  /// - Returns: `nil` where the figures cannot be those of one population, are too many, or no visits have them; the reason
  ///   is in `problems`, or was reported where the number is written.
  func visits(_ section: SectionReader, horizonDays: Double, beliefs: [JointDistribution]) -> VisitModel? {
    let problems = section.problems
    guard let figures = figures(section) else { return nil }
    let point = faultLocation(of: section.node.entries.map(\.value), in: section.node)
    let own = beliefs.lazy.compactMap(NormalBelief.init(ofVisits:)).first
    if own == nil, !isTold {
      isTold = true
      problems.warning(
        point,
        "nothing here says how people of such an app come back, so the figures condition what the preset 'utility' "
          + "says of all apps. Name the preset that is nearest to your app, such as 'population: news'")
    }
    let question = RetentionQuestion(
      figures: figures, belief: own, horizonDays: figures.neverBack == nil ? 0 : horizonDays)
    guard answers[question] != nil || answers.count < SizeLimits.fits else {
      return problems.none(
        point, "expected at most \(SizeLimits.fits) different retention figures in one experiment")
    }
    let layer = layer(of: section.node, asking: question)
    let path = layer + "retention"
    let answer = answers[question] ?? Result(catching: question.answer)
    answers[question] = answer
    switch answer {
    case .success(let found):
      if let doubt = found.doubt { problems.warning(point, doubt) }
      if questions.updateValue(question, forKey: path) == nil {
        joints.append(
          JointDistribution(
            path: path, paths: VisitModel.paths, scales: VisitModel.paths.map { _ in .log },
            ranges: VisitModel.paths.map { _ in .shape }, mean: found.belief.mean,
            factor: CholeskyFactor(found.belief.covariance)?.rows ?? []))
      }
    case .failure(let problem):
      return problems.none(point, problem.reason ?? "")
    }
    let numbers = VisitModel.paths.enumerated().map { member, own in
      Parameter(.joint(path, member: member), path: layer + own, range: .shape)
    }
    return VisitModel(
      rate: .gamma(shape: numbers[0], rate: numbers[1]), leaving: .beta(a: numbers[2], b: numbers[3]),
      fittedTo: figures)
  }

  private func figures(_ section: SectionReader) -> RetentionFigures? {
    // A number outside the range of its key was reported there.
    guard section.table.names.allSatisfy({ !section.has($0) || section.number($0) != nil }),
      let d1 = section.number("d1")
    else { return nil }
    let (d7, d30) = (section.number("d7"), section.number("d30"))
    let week = d7 ?? d1
    let month = d30 ?? 0
    guard d1 >= week, week >= month, d1 > month else {
      let rising = week > d1 ? ["d1", "d7"] : ["d7", "d30"]
      let shares = [d1, d7, d30].compactMap { $0 }.map { "\(($0 * 100).shortText)%" }.joined(separator: ", ")
      return section.problems.none(
        faultLocation(of: rising.map { section.node[$0] }, in: section.node),
        "expected retention that falls, d1 ≥ d7 ≥ d30, found \(shares). These are shares of all installs")
    }
    return RetentionFigures(
      d1: d1, d7: d7, d30: d30, sessionsPerActiveDay: section.number("sessions_per_active_day"),
      neverBack: section.number("never_back"), installs: section.integer("installs"))
  }

  /// The layer whose figures these are: the one that writes the last of them.
  private func layer(of section: LocatedNode, asking question: RetentionQuestion) -> String {
    let top = section.entries.max { $0.value.level < $1.value.level }
    let suffix = "retention.\(top?.key ?? "")"
    let path = top?.value.path ?? ""
    var layer = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : ""
    // The same layer over different ones.
    while let other = questions[layer + "retention"], other != question { layer = "other.\(layer)" }
    return layer
  }
}

extension VisitModel {
  /// The paths of the four numbers in their layer, in the order in which they are believed.
  static let paths = ["sessions.rate.shape", "sessions.rate.rate", "sessions.leave.a", "sessions.leave.b"]

  /// The numbers that figures condition; none where there are no figures.
  var conditioned: [Parameter] {
    guard fittedTo != nil, case .gamma(let shape, let rate) = rate, case .beta(let a, let b) = leaving
    else { return [] }
    return [shape, rate, a, b]
  }
}
