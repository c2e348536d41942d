/// Checks that a sample holds enough values and only finite ones.
///
/// - Throws: `NumericsError.tooFewValues`, `.notFinite` with the position of the first offender.
func requireSample(_ values: [Double], atLeast needed: Int) throws(NumericsError) {
  guard values.count >= needed else { throw .tooFewValues(needed: needed, found: values.count) }
  for (position, value) in values.enumerated() where !value.isFinite {
    throw .notFinite(position: position)
  }
}
