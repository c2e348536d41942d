import Foundation

/// What a page is asked when it is open in a browser: whether texts of a figure leave it, cover one another or are
/// crossed by a line, where the answer ends, whether the page is wider than its window, and whether every text stands out from its ground
/// (WCAG 2.2, 1.4.3: a contrast of 4.5).
enum PageProbe {
  /// What was found wrong, and in what appearance.
  struct Findings: Decodable {
    var page: String
    var width: Int
    var isDark: Bool
    /// Where the first screen ends, in pixels.
    var answerEnd: Double
    /// Where the command of the next step ends, in pixels; -1 without one.
    var commandEnd: Double
    var found: [String]
  }

  /// The report with the question in it; the policy that forbids scripts is taken out of this copy.
  static func asked(_ html: String, page: String) -> String {
    html.replacing(/<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")
      .replacing("</head>", with: "<script>const page = '\(page)';\n\(script)</script></head>")
  }

  /// A page that opens others in frames of these widths and keeps what they answer.
  static func frames(_ pages: [String], widths: [Int]) -> String {
    let frames = pages.flatMap { page in
      widths.map { "<iframe src=\"\(page)\" width=\"\($0)\" height=\"900\"></iframe>" }
    }
    return """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>frames</title>
      <meta name="color-scheme" content="light dark">
      <script>addEventListener('message', event => {
        const line = document.createElement('pre');
        line.className = 'answer';
        line.textContent = btoa(unescape(encodeURIComponent(event.data)));
        document.body.append(line);
      });</script><body>\(frames.joined(separator: "\n"))</body></html>
      """
  }

  /// The answers that such a page kept.
  static func findings(in elements: String) throws -> [Findings] {
    try elements.matches(of: /<pre class="answer">([^<]*)<\/pre>/).compactMap { match in
      try Data(base64Encoded: String(match.output.1)).map {
        try JSONDecoder().decode(Findings.self, from: $0)
      }
    }
  }

  private static let script = """
    addEventListener('load', () => {
      const found = [];
      const slack = 2;
      for (const svg of document.querySelectorAll('svg')) {
        const name = svg.querySelector('title').textContent;
        const view = svg.viewBox.baseVal;
        const texts = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBBox()]);
        texts.forEach(([text, box], index) => {
          if (box.x < -slack || box.y < -slack || box.x + box.width > view.width + slack
              || box.y + box.height > view.height + slack) found.push(`${name}: '${text}' leaves the figure`);
          for (const [other, path] of texts.slice(index + 1)) {
            const across = Math.min(box.x + box.width, path.x + path.width) - Math.max(box.x, path.x);
            const down = Math.min(box.y + box.height, path.y + path.height) - Math.max(box.y, path.y);
            if (across > slack && down > slack) found.push(`${name}: '${text}' covers '${other}'`);
          }
        });
      }
      for (const svg of document.querySelectorAll('svg')) {
        const texts = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBBox()]);
        for (const line of svg.querySelectorAll('line.grid, line.zero, line.axis')) {
          const path = line.getBBox();
          for (const [text, box] of texts) {
            const across = Math.min(box.x + box.width, path.x + path.width) - Math.max(box.x, path.x);
            const down = Math.min(box.y + box.height, path.y + path.height) - Math.max(box.y, path.y);
            if (box.width > 0 && across >= 0 && down >= 0 && Math.max(across, down) > slack)
              found.push(`a line crosses '${text}'`);
          }
        }
      }
      const answer = document.querySelector('.first > section');
      const answerEnd = answer.getBoundingClientRect().bottom;
      const command = [...document.querySelectorAll('.decision dt')].find(label => label.textContent === 'Command');
      const commandEnd = command ? command.parentElement.getBoundingClientRect().bottom : -1;
      const wide = document.documentElement.scrollWidth;
      if (wide > innerWidth + 1) found.push(`the page is ${wide} wide`);
      const numbers = colour => (colour.match(/[\\d.]+/g) || []).map(Number);
      const light = colour => {
        const [r, g, b] = colour.slice(0, 3).map(v => v / 255)
          .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = node => {
        for (let at = node; at; at = at.parentElement) {
          const colour = numbers(getComputedStyle(at).backgroundColor);
          if (colour.length === 3 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
      };
      for (const node of document.querySelectorAll('body *')) {
        if (['title', 'desc', 'script'].includes(node.nodeName.toLowerCase())) continue;
        if (![...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())) continue;
        const style = getComputedStyle(node);
        const ink = numbers(node.namespaceURI.endsWith('svg') ? style.fill : style.color);
        const [more, less] = [light(ink), light(ground(node))].sort((a, b) => b - a);
        const contrast = (more + 0.05) / (less + 0.05);
        if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(1)} of '${node.textContent.slice(0, 20)}'`);
      }
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      parent.postMessage(JSON.stringify({page, width: innerWidth, isDark, answerEnd, commandEnd, found}), '*');
    });
    """
}
