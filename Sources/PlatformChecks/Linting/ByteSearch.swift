extension [UInt8] {
  /// Where a word stands first; `nil` where it does not.
  ///
  /// Horspool's search: it looks at one byte in as many as the word has, which is what makes a look through
  /// thousands of files for one word cost nothing.
  package func firstOffset(of word: [UInt8]) -> Int? {
    guard let last = word.indices.last, count > last else { return nil }
    var steps = [Int](repeating: word.count, count: 256)
    for index in 0..<last { steps[Int(word[index])] = last - index }
    return withUnsafeBufferPointer { bytes in
      var end = last
      while end < bytes.count {
        if bytes[end] == word[last], (0..<last).allSatisfy({ bytes[end - last + $0] == word[$0] }) {
          return end - last
        }
        end += steps[Int(bytes[end])]
      }
      return nil
    }
  }
}
