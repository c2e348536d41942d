import Foundation
import Inference
import Rendering

extension LearnedWords {
  /// When people come back by the fit, beside what the log counts.
  var visits: [String] {
    guard let visits = report.visits else { return [] }
    let people =
      "Visits of \(SupportedDigits.grouped(visits.people)) \(visits.people == 1 ? "person" : "people")"
    guard !visits.counted.isEmpty else {
      return [
        "\(people): retention on days 1, 7 and 30 is \(visits.retention.map { share($0) }.inProse)."
      ]
    }
    return ["\(people) are fitted. Counts of the log stand beside the fit, ± their standard error."]
      + visits.beside.map { fitted, counted in
        let decimals = decimals(counted)
        let error = SupportedDigits.errorText(100 * counted.standardError, decimals: decimals)
        return
          "Retention on day \(counted.day): \(share(fitted, decimals)) by the fit, \(share(counted.share, decimals)) ± "
          + "\(error) counted of \(SupportedDigits.grouped(counted.people)) \(counted.people == 1 ? "person" : "people")."
      }
  }

  /// What stands in the way of trusting the numbers, and the visits.
  var everyWarning: [String] { warnings + [missedVisits].compactMap { $0 } }

  /// Where the fit of visits is further from the log's counts than chance explains, and what to do; `nil` where it is not.
  var missedVisits: String? {
    guard let missed = report.visits?.beside.filter({ $1.isMissed(by: $0) }), !missed.isEmpty else {
      return nil
    }
    let days = missed.map { "\($1.day)" }
    let counts = missed.map { share($1.share, decimals($1)) }
    let fits = missed.map { share($0, decimals($1)) }
    return
      "The fit misses the visits. On \(days.count == 1 ? "day" : "days") \(days.inProse) the log counts \(counts.inProse), and "
      + "the fit says \(fits.inProse): more than \(Int(CountedRetention.mostErrors)) standard errors of the count apart. "
      + "Do not rely on what depends on when people come back. Shares by day ('--retention') in place of the log may fit "
      + "better."
  }

  private func decimals(_ counted: CountedRetention) -> Int {
    min(2, max(1, SupportedDigits.decimals(error: 100 * counted.standardError, plain: 1)))
  }

  private func share(_ share: Double, _ decimals: Int = 0) -> String {
    SupportedDigits.text(100 * share, decimals: decimals) + "%"
  }
}

extension CalibrationReport.Visits {
  /// The fitted retention with the counted one of the same day.
  var beside: [(fitted: Double, counted: CountedRetention)] {
    counted.compactMap { counted in
      Self.days.firstIndex(of: counted.day).map { (retention[$0], counted) }
    }
  }
}
