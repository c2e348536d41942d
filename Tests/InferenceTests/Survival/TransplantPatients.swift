import Inference

/// Months from a stem-cell transplant to relapse, to death without it, or to the last visit.
///
/// The 177 patients with acute leukaemia of Scrucca, Santucci & Aversa 2010 (Bone Marrow Transplantation
/// 45, 1388).
///
/// The data of the paper's R tutorial, also `bmtcrr` in the R package casebase (0.10). Here relapse stands
/// for allowed and death for denied. Copies in circulation round one of two times of 9.98 months to 9.97;
/// the published estimates fit a tie.
enum TransplantPatients {
  struct Row: Sendable {
    let disease: String
    let phase: String
    let status: DecisionStatus
    let months: [Double]
  }

  static let rows: [Row] = [
    Row(
      disease: "ALL", phase: "CR1", status: .undecided,
      months: [16.13, 43.67, 45.3, 82.6, 123.9, 124.83]),
    Row(
      disease: "ALL", phase: "CR1", status: .allowed,
      months: [3.63, 7.93, 8.63, 20.83]),
    Row(
      disease: "ALL", phase: "CR1", status: .denied,
      months: [0.27, 3.3, 4.17, 6, 6.03, 6.6, 7.47, 7.5, 8, 10.53]),
    Row(
      disease: "ALL", phase: "CR2", status: .undecided,
      months: [16.83, 24.77, 29.2, 35.5, 56.6, 72.93]),
    Row(
      disease: "ALL", phase: "CR2", status: .allowed,
      months: [2.23, 2.87, 7.53, 17.23]),
    Row(
      disease: "ALL", phase: "CR2", status: .denied,
      months: [0.87, 1.47, 2.7, 2.8, 3.63, 8.17, 12.17, 24.03]),
    Row(
      disease: "ALL", phase: "CR3", status: .undecided,
      months: [121.1, 131.77]),
    Row(
      disease: "ALL", phase: "CR3", status: .allowed,
      months: [4.07, 5.37, 6.13]),
    Row(
      disease: "ALL", phase: "CR3", status: .denied,
      months: [3.43]),
    Row(
      disease: "ALL", phase: "Relapse", status: .undecided,
      months: [19.9, 71.83, 112.23]),
    Row(
      disease: "ALL", phase: "Relapse", status: .allowed,
      months: [
        1.1, 1.23, 1.67, 1.7, 1.8, 1.87, 2, 2.4, 2.53, 3.07, 3.57, 4.23, 7.57, 7.63, 9.43,
        10.3, 13.07,
      ]),
    Row(
      disease: "ALL", phase: "Relapse", status: .denied,
      months: [0.37, 0.4, 0.67, 1.1, 1.43, 1.7, 2.23, 3.23, 5.43]),
    Row(
      disease: "AML", phase: "CR1", status: .undecided,
      months: [10.2, 15.17, 16.6, 26.13, 28.7, 35.5, 41.3, 42.5, 49.27, 58, 70.2, 77, 81.67, 106.13]),
    Row(
      disease: "AML", phase: "CR1", status: .allowed,
      months: [1.87, 4.73, 5.63, 5.7, 6]),
    Row(
      disease: "AML", phase: "CR1", status: .denied,
      months: [1.23, 2, 3.7, 3.9, 4.57, 4.57, 5.27, 11.8]),
    Row(
      disease: "AML", phase: "CR2", status: .undecided,
      months: [14.5, 29.9, 43.2, 58.23, 59.17, 68.83, 76.03, 85.1, 110.37]),
    Row(
      disease: "AML", phase: "CR2", status: .allowed,
      months: [5, 6.2, 7, 9.5, 28.53, 35]),
    Row(
      disease: "AML", phase: "CR2", status: .denied,
      months: [1, 2.3, 3.5, 3.57, 4.4, 6.3, 8.6, 8.73, 9, 9.17, 9.63, 10.9]),
    Row(
      disease: "AML", phase: "CR3", status: .undecided,
      months: [9.98, 67.8]),
    Row(
      disease: "AML", phase: "CR3", status: .denied,
      months: [0.13, 2.83, 4.4, 9.2]),
    Row(
      disease: "AML", phase: "Relapse", status: .undecided,
      months: [32.63, 112.93, 114.1, 114.7]),
    Row(
      disease: "AML", phase: "Relapse", status: .allowed,
      months: [
        1.2, 1.3, 1.6, 2.03, 2.3, 2.53, 3.03, 4.2, 5.6, 5.87, 6.07, 6.63, 7.63, 9.13, 12.27,
        12.57, 42.17,
      ]),
    Row(
      disease: "AML", phase: "Relapse", status: .denied,
      months: [
        0.87, 1.47, 1.77, 1.97, 2.8, 3.17, 3.4, 3.47, 3.57, 3.6, 3.93, 4.8, 5.23, 6.1, 6.33,
        6.7, 7.2, 7.2, 7.63, 8.8, 9.98, 13.8, 20.93,
      ]),
  ]
}

extension TransplantPatients {
  /// The patients of one group, by disease or by phase, with their times changed at will.
  static func group(
    where belongs: (Row) -> Bool, time: (Double) -> Double = { $0 }
  ) throws -> DecisionTimes {
    var collector = DecisionTimesCollector()
    for row in rows where belongs(row) {
      for month in row.months { try collector.add(time: time(month), status: row.status) }
    }
    return collector.decisionTimes()
  }
}
