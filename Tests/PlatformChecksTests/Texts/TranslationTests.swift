import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("Translations of a usage string")
struct TranslationTests {
  /// One promise in 39 languages, as an app for parents could make it.
  private static let one: [(String, String)] = [
    ("ar", "نعرض لك إعلانات عن المواضيع التي تقرأها."),
    ("ca", "Et mostrem anuncis sobre els temes que llegeixes."),
    ("cs", "Ukazujeme reklamy k tématům, která čtete."), ("da", "Vi viser annoncer om de emner, du læser."),
    ("de", "Wir zeigen Werbung zu Themen, die Sie lesen."),
    ("el", "Σας δείχνουμε διαφημίσεις για θέματα που διαβάζετε."),
    ("es", "Te mostramos anuncios sobre los temas que lees."),
    ("fi", "Näytämme mainoksia aiheista, joista luet."),
    ("fr", "Nous montrons des publicités sur les sujets que vous lisez."),
    ("he", "אנחנו מציגים פרסומות על נושאים שקראת."),
    ("hi", "हम आपके पढ़े विषयों के विज्ञापन दिखाते हैं।"), ("hr", "Prikazujemo oglase o temama koje čitate."),
    ("hu", "Az olvasott témákhoz mutatunk hirdetéseket."),
    ("id", "Kami menampilkan iklan tentang topik yang Anda baca."),
    ("it", "Mostriamo annunci sugli argomenti che leggi."), ("ja", "お読みの話題に関する広告を表示します。"),
    ("ko", "읽은 주제와 관련된 광고를 보여 드립니다."), ("ms", "Kami memaparkan iklan tentang topik yang anda baca."),
    ("nl", "We tonen advertenties over onderwerpen die u leest."),
    ("no", "Vi viser annonser om temaene du leser."),
    ("pl", "Pokazujemy reklamy na tematy, które czytasz."),
    ("pt-PT", "Mostramos anúncios sobre os temas que lê."),
    ("pt-BR", "Mostramos anúncios sobre os temas que você lê."),
    ("ro", "Afișăm reclame despre subiectele citite."),
    ("ru", "Показываем рекламу по темам, которые вы читаете."),
    ("sk", "Ukazujeme reklamy k témam, ktoré čítate."),
    ("sv", "Vi visar annonser om ämnen som du läser."), ("th", "เราแสดงโฆษณาเกี่ยวกับหัวข้อที่คุณอ่าน"),
    ("tr", "Okuduğunuz konularla ilgili reklamlar gösteririz."),
    ("uk", "Показуємо рекламу на теми, які ви читаєте."),
    ("vi", "Chúng tôi hiển thị quảng cáo về chủ đề bạn đọc."), ("zh-Hans", "我们会展示与您所读主题相关的广告。"),
    ("zh-Hant", "我們會顯示與您所讀主題相關的廣告。"), ("lo", "ພວກເຮົາສະແດງໂຄສະນາກ່ຽວກັບຫົວຂໍ້ທີ່ທ່ານອ່ານ"),
    ("km", "យើងបង្ហាញការផ្សាយពាណិជ្ជកម្មអំពីប្រធានបទដែលអ្នកអាន"), ("my", "သင်ဖတ်သောအကြောင်းအရာများအတွက်ကြော်ငြာများပြပါသည်"),
    ("fa", "تبلیغات مربوط به موضوعاتی که می‌خوانید نشان می‌دهیم."),
    ("bg", "Показваме реклами по теми, които четете."),
    ("sw", "Tunaonyesha matangazo kuhusu mada unazosoma."),
  ]

  @Test("the same promise in 39 languages has no finding, one by one and all together")
  func same() throws {
    let english = try AppFile.strings("Shows you ads for topics you read about.", "en")
    for (language, text) in Self.one {
      let found = CheckReport(files: [english, try AppFile.strings(text, language)]).findings
      #expect(found.isEmpty, "\(language): \(found.map(\.sentence))")
    }
    let all = try [english] + Self.one.map { try AppFile.strings($0.1, $0.0) }
    #expect(CheckReport(files: all).findings.isEmpty)
  }

  @Test("L2: an English text in another language's folder is reported, and its faults in its own place alone")
  func untranslated() throws {
    let vague = "We use this to make your experience better."
    func found(_ files: AppFile...) -> [String] {
      CheckReport(files: files).findings.map { "\($0.file.prefix(2)) \($0.severity)" }
    }
    #expect(
      found(try AppFile.strings(vague, "en"), try AppFile.strings(vague, "de")) == ["de warning", "en error"])
    // Several languages with one English text are one finding.
    #expect(found(try AppFile.strings(vague, "de"), try AppFile.strings(vague, "fr")).count == 2)
    #expect(found(try AppFile.strings(vague, "de")) == ["de warning", "de error"])
    for folder in ["en-GB", "en_AU", "English", "Base"] {
      #expect(!found(try AppFile.strings(vague, folder)).contains { $0.hasSuffix("warning") }, "\(folder)")
    }
  }
}
