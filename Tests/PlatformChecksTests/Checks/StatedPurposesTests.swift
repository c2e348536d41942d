import Foundation
import Testing

@testable import PlatformChecks

/// Usage strings as apps of each language could have them, by what they speak of: ads, measurement or sharing.
private let spoken: [(language: String, purposes: StatedPurposes, texts: [String])] = """
  en a Shows you ads for topics you read about. | So our sponsors can reach people like you.
  en a To bring you offers from shops near you. | Advertising that fits what you look for.
  en m Measures which campaign brought you here. | For statistics about how the app is used.
  en m App analytics.
  de a Damit Sie Werbung zu Themen sehen, die Sie lesen. | Für Anzeigen, die zu Ihren Interessen passen.
  de a Um Ihnen Bannerwerbung aus Ihrer Nähe zu zeigen. | Für Angebote, die zu dir passen.
  de m Wir messen, welche Kampagne Sie brachte. | Misst, welche Kampagne Sie brachte.
  de m Damit wird gemessen, welche Kampagne wirkt. | Für die Erfolgsmessung. | Zur Reichweitenanalyse.
  de m Für unsere Nutzungsstatistiken.
  de as Wir teilen Daten mit unseren Werbepartnern.
  de s Die Kennung wird an Dritte weitergegeben. | Wir teilen die Nutzung mit Partnern.
  fr a Pour vous montrer des publicités sur ce que vous lisez. | Des annonces adaptées à vos goûts.
  fr a Pour financer l'application par la publicité. | Afin de vous proposer des offres près de chez vous.
  fr m Pour mesurer l'efficacité de nos campagnes. | Mesure d'audience. | Nous analysons l'usage de l'app.
  fr s Vos données sont partagées avec des tiers. | Avec nos partenaires.
  es a Para mostrarte anuncios personalizados según tus intereses. | Verás publicidad sobre lo que lees.
  es a Así recibes ofertas de tiendas cercanas.
  es m Mide qué campaña funciona. | Para medir qué campaña funciona. | Midiendo campañas.
  es m Medimos las campañas. | Estadísticas y análisis. | Analizamos las campañas.
  es s Compartimos el identificador con terceros.
  it a Per mostrarti annunci in base ai tuoi interessi. | Così la pubblicità riguarda ciò che leggi.
  it a Per offerte nei negozi vicino a te.
  it m Per misurare le campagne. | Analizziamo l'uso dell'app. | Statistiche d'uso.
  it s Condividiamo i dati con terzi.
  pt-BR a Para mostrar anúncios com base nos seus interesses. | Assim a publicidade fica mais útil.
  pt-BR a Um anúncio pode ser do seu bairro. | ANÚNCIOS sobre o que você lê.
  pt m Para medir as campanhas. | A medição das campanhas. | Análises e estatísticas.
  pt s Compartilhamos com parceiros. | Partilhamos com terceiros.
  nl a Om u advertenties te tonen op basis van uw interesses. | Voor reclame over wat u leest.
  nl a Zo ziet u aanbiedingen in uw buurt.
  nl m Om campagnes te meten. | Voor bereikmeting. | Wij analyseren het gebruik.
  nl s We delen gegevens met derden. | Met onze partners.
  sv a För att visa dig annonser om det du läser. | Så att reklamen passar dig. | Med erbjudanden nära dig.
  sv m För att mäta kampanjer. | Mätningar och statistik. | Vi analyserar användningen.
  sv s Vi delar uppgifter med tredje part. | Vi delar dem med samarbetspartner.
  da a For at vise dig annoncer om det, du læser. | Så reklamer passer til dig. | Med tilbud nær dig.
  da m For at måle kampagner. | Målinger og statistik.
  da s Vi deler oplysninger med tredjeparter.
  no a For å vise deg annonser om det du leser. | Slik at reklamen passer deg. | Med tilbud nær deg.
  nb m For å måle kampanjer. | Målinger og statistikk.
  nb-NO s Vi deler opplysninger med tredjeparter.
  fi a Näyttääksemme mainoksia aiheista, joista luet. | Mainonta sopii kiinnostuksiisi.
  fi a Saat tarjouksia läheltäsi. | Kohdennettuja bannerimainoksia.
  fi m Mittaamme kampanjoita. | Käytön tilastointiin. | Kampanjoiden mittaukseen.
  fi s Jaamme tiedot kumppaneille. | Tiedot jaetaan kolmansille osapuolille.
  pl a Aby pokazywać reklamy zgodne z zainteresowaniami. | Dzięki temu zobaczysz oferty w pobliżu.
  pl a Wyświetlamy ogłoszenia o tym, co czytasz.
  pl m Mierzymy skuteczność kampanii. | Do pomiaru kampanii. | Statystyki i analizy.
  pl s Udostępniamy dane partnerom. | Dane trafiają do stron trzecich.
  cs a K zobrazení reklam podle vašich zájmů. | Uvidíte nabídky z okolí. | Inzerce podle toho, co čtete.
  cs m Měříme kampaně. | K měření kampaní. | Statistiky a analýzy.
  cs s Údaje sdílíme s partnery. | Sdílení s třetími stranami.
  ru a Для показа рекламы на основе ваших интересов. | Вы увидите объявления о том, что читаете.
  ru a Чтобы показывать предложения рядом с вами.
  ru m Мы измеряем кампании. | Для статистики и анализа.
  ru s Мы передаём данные партнёрам. | Данные получают третьи лица.
  uk a Для показу реклами на основі ваших інтересів. | Ви побачите пропозиції поруч.
  uk a Оголошення про те, що читаєте.
  uk m Ми вимірюємо кампанії. | Для статистики та аналізу.
  uk s Ми передаємо дані партнерам. | Дані отримують треті особи.
  tr a İlgi alanlarınıza göre reklamlar göstermek için. | REKLAMLAR okuduklarınızla ilgili olur.
  tr a Yakınınızdaki teklifleri göstermek için.
  tr m Kampanyaları ölçmek için. | İstatistik ve analiz için.
  tr s Verileri ortaklarımızla paylaşırız. | Üçüncü taraflarla paylaşılır.
  ja a あなたの興味に合わせた広告を表示するために使用します。 | お読みの話題に関する広告を表示します。 | 近くのお店の宣伝をお届けします。
  ja m キャンペーンの効果を測定します。 | 利用状況を分析するために使用します。 | 統計のために使います。
  ja s 識別子を第三者と共有します。 | パートナーに提供します。
  ko a 관심사에 맞는 맞춤형 광고를 표시하기 위해 사용됩니다. | 읽은 주제와 관련된 광고를 보여 드립니다. | 가까운 매장의 프로모션을 알려 드립니다.
  ko m 캠페인의 효과를 측정합니다. | 앱 사용을 분석하고 통계를 냅니다.
  ko s 식별자를 제3자와 공유합니다. | 파트너에게 제공합니다.
  zh-Hans a 用于根据您的兴趣展示个性化广告。 | 向您展示附近商店的优惠。 | 用于营销和推广。
  zh-Hant a 用於根據您的興趣顯示個人化廣告。 | 向您顯示附近商店的優惠。
  zh_Hant m 用於衡量活動的成效與統計。 | 用於分析使用情況。
  zh m 用于衡量活动的效果。 | 用于统计和分析。
  zh-Hans s 我们会与第三方共享标识符。 | 提供给合作伙伴。
  """.split(separator: "\n").map { line in
    let parts = line.split(separator: " ", maxSplits: 2)
    var purposes = StatedPurposes(rawValue: 0)
    if parts[1].contains("a") { purposes.insert(.advertising) }
    if parts[1].contains("m") { purposes.insert(.measurement) }
    if parts[1].contains("s") { purposes.insert(.sharing) }
    return (String(parts[0]), purposes, parts[2].components(separatedBy: " | "))
  }

@Suite("What a usage string speaks of")
struct StatedPurposesTests {
  @Test(
    "each list of words knows realistic texts of its language, and no more in them than is there",
    arguments: 0..<spoken.count)
  func lists(index: Int) {
    let (language, purposes, texts) = spoken[index]
    for text in texts {
      #expect(StatedPurposes(in: text, language: language) == purposes, "\(language): \(text)")
      // The same letters, stored as letter and mark.
      let shouted = text.uppercased()
      if language != "tr" {
        #expect(StatedPurposes(in: shouted, language: language) == purposes, "\(language): \(shouted)")
      }
    }
  }

  @Test(
    "a language without a list is not judged",
    arguments: [
      "ar", "he", "hi", "id", "ms", "vi", "ro", "hu", "hr", "el", "sk", "th", "ca", "lo", "km", "my", "fa",
      "xx", "Base",
    ])
  func unlisted(language: String) {
    #expect(StatedPurposes(in: "ads, Werbung, โฆษณา, إعلانات, oglasi", language: language) == nil)
  }

  @Test("a message is no measurement, and a fair neither; a means is no measuring, a doctor neither")
  func noMeasurement() {
    #expect(StatedPurposes(in: "Ads for messages you read", language: "en") == .advertising)
    #expect(StatedPurposes(in: "Werbung zu jeder Messe", language: "de") == .advertising)
    #expect(StatedPurposes(in: "Anuncios en otros medios", language: "es") == .advertising)
    #expect(StatedPurposes(in: "Anúncios de um médico", language: "pt") == .advertising)
  }

  @Test("marks are folded, however a letter with a mark is stored")
  func folded() {
    #expect(
      FoldedText("Anúncios ÅRHUS Łódź İÇİN straße").words == ["anuncios", "arhus", "lodz", "icin", "strasse"])
    #expect(FoldedText("anu\u{301}ncios").words == FoldedText("an\u{FA}ncios").words)
    #expect(
      FoldedText("广告 です").isUnspaced && FoldedText("โฆษณา").isUnspaced && !FoldedText("reklám").isUnspaced)
    #expect(FoldedText("광고를 표시").isKorean && !FoldedText("광고를 표시").isUnspaced)
  }
}
