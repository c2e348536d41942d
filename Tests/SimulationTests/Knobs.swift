import ExperimentDesign
import PromptFlow

/// What a value holds, on one line; of a parameter its law alone.
func knobs(_ value: Any) -> String {
  if value is String { return "\(value)" }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .struct where value is Parameter:
    return mirror.children.first { $0.label == "law" }.map { knobs($0.value) } ?? ""
  case .struct:
    return "("
      + mirror.children.map { "\($0.label ?? "")=\(knobs($0.value))" }.joined(separator: " ") + ")"
  case .collection: return "[" + mirror.children.map { knobs($0.value) }.joined(separator: ", ") + "]"
  case .optional: return mirror.children.first.map { knobs($0.value) } ?? "nil"
  case .enum where !mirror.children.isEmpty:
    return mirror.children.map { "\($0.label ?? "")\(knobs($0.value))" }.joined()
  default: return "\(value)"
  }
}
