import RandomStreams

/// What its sessions hold.
extension Life {
  /// Which events the session holds; drawn at first use.
  @inline(__always)
  mutating func content(of session: Int, _ people: TrialSegment) -> Content {
    let known = session < contentPositions.count ? contentPositions[session] : -1
    if known >= 0 { return contents[Int(known)] }
    return drawContent(of: session, people)
  }

  mutating func drawContent(of session: Int, _ people: TrialSegment) -> Content {
    let number = UInt32(truncatingIfNeeded: session)
    let count = eventCount(of: session, people)
    let content = Content(firstEvent: kinds.count, eventCount: count)
    for event in 0..<count {
      var kind = 0
      if people.events.count > 1 {
        let u = stream.uniform(Self.eventAddress(Purpose.eventKind, number, event))
        while u >= people.events[kind].cumulativeShare { kind += 1 }
      }
      kinds.append(UInt8(kind))
    }
    while contentPositions.count <= session { contentPositions.append(-1) }
    contentPositions[session] = Int32(contents.count)
    contents.append(content)
    return content
  }

  /// How many events the session holds.
  @inline(__always)
  mutating func eventCount(of session: Int, _ people: TrialSegment) -> Int {
    let address = Address(
      purpose: Purpose.eventCount, index: UInt32(truncatingIfNeeded: session))
    guard people.activitySpread > 0 else { return people.eventCount.draw(from: stream, at: address) }
    if !knowsEventDistribution {
      eventDistribution = PoissonSampler(mean: activity(people) * people.eventsPerSession)
      knowsEventDistribution = true
    }
    return eventDistribution.draw(from: stream, at: address)
  }

  /// The event's position among the segment's kinds.
  @inline(__always)
  func eventKind(_ content: Content, _ event: Int) -> Int { Int(kinds[content.firstEvent + event]) }

  @inline(__always)
  static func eventAddress(_ purpose: UInt16, _ session: UInt32, _ event: Int) -> Address {
    Address(purpose: purpose, index: session).advanced(by: UInt64(event))
  }
}
