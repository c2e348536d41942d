import RandomStreams

extension Life {
  /// The last log-normal time drawn for a purpose, since arms ask for the same one.
  struct SecondsMemo {
    private var index: UInt32 = .max
    private var law = SecondsLaw(median: 0, sigma: 0)
    private var seconds = 0.0

    @inline(__always)
    var isForgotten: Bool { index == .max }

    @inline(__always)
    mutating func forget() { index = .max }

    @inline(__always)
    mutating func remember(_ seconds: Double, index: UInt32, _ law: SecondsLaw) {
      self.seconds = seconds
      self.index = index
      self.law = law
    }

    @inline(__always)
    mutating func draw(
      _ stream: AddressedStream, _ purpose: UInt16, _ index: UInt32, _ law: SecondsLaw
    ) -> Double {
      if index != self.index || law != self.law {
        seconds = law.draw(stream, purpose, index)
        self.index = index
        self.law = law
      }
      return seconds
    }
  }
}
