import ExperimentDesign

extension RunDescription.Parameter.Knowledge {
  /// What is known of a number, for people: the distribution as a file has it, or that it is drawn with others.
  var words: String {
    switch self {
    case .distribution(let text): text
    case .joint(let path, _): "drawn together with other inputs (\(path))"
    }
  }
}
