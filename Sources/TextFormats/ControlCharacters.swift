extension Unicode.Scalar {
  /// Whether the character steers a terminal, turns the direction of text or breaks a line, instead of
  /// being shown: C0 and C1 controls, delete, line and paragraph separators, bidirectional controls.
  public var isControl: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    case _: false
    }
  }
}
