import GSLNumerics
import Testing

@Test("the library behind the module tells its version as numbers with dots, at least 2.7")
func libraryVersion() throws {
  let parts = ScientificLibrary.version.split(separator: ".").compactMap { Int($0) }
  try #require(parts.count >= 2)
  #expect((parts[0], parts[1]) >= (2, 7))
}
