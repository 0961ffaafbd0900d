import type { Language } from "./types/language.ts";

/** Languages that are recognised, and of which little more than that is known. */
export const moreLanguages: readonly Language[] = [
  {
    code: "bg",
    commonWords: "и на се за от не да са съм ще това кога къде какво как който беше",
    asksWhen: "кога",
  },
  {
    code: "cs",
    commonWords:
      "a se na je že do pro si kdy kde co jak jsem jsme byl byla být která který jeho její můj moje ale nebo",
    asksWhen: "kdy",
  },
  {
    code: "da",
    commonWords:
      "og i jeg det at en den til er som på de med han af for ikke der var mig hvad hvor hvornår hvem min mit du har vi",
    asksWhen: "hvornar",
  },
  {
    code: "fi",
    commonWords:
      "ja on ei se että hän oli minä sinä mutta kun mitä missä milloin kuka miten ovat olen olla tai minun mikä",
    asksWhen: "milloin",
  },
  {
    code: "hu",
    commonWords:
      "a az és hogy nem is egy van volt mikor hol mi ki hogyan én te ő de meg ez azt mit",
    asksWhen: "mikor",
  },
  {
    code: "nl",
    commonWords:
      "de het een en is in te van met voor niet wanneer waar wie hoe wat ik jij hij zij wij mijn heeft hebben was waren op dat die aan er maar om ook bij naar heb",
    months:
      "januari februari maart april mei juni juli augustus september oktober november december",
    asksWhen: "wanneer|hoe ?lang|welke (?:dag|datum|maand)|welk jaar",
  },
  {
    code: "no",
    commonWords:
      "og i jeg det at en den til er som på de med han av for ikke der var meg hva hvor når hvem min mitt du har vi",
  },
  {
    code: "pl",
    commonWords:
      "i w na się nie z do jest że to jak kiedy gdzie kto co był była są dla moja mój mam ma po przez",
    asksWhen: "kiedy",
  },
  {
    code: "ro",
    commonWords:
      "și în de la cu nu este sunt un o pe care când unde cum cine ce am a fost pentru mai din meu mea se",
    asksWhen: "cand",
  },
  {
    code: "ru",
    commonWords:
      "и в на не с что он она я мы вы кто где когда как у по из за для это был была были мой моя мне его её от но",
    months: `январь,января,январе февраль,февраля,феврале март,марта,марте апрель,апреля,апреле май,мая,мае
      июнь,июня,июне июль,июля,июле август,августа,августе сентябрь,сентября,сентябре октябрь,октября,октябре
      ноябрь,ноября,ноябре декабрь,декабря,декабре`,
    asksWhen: "когда|как долго",
    invented: "продолжение следует | спасибо за просмотр | подписывайтесь на канал",
  },
  {
    code: "sv",
    commonWords:
      "och i jag det att en den till är som på de med han av för inte var mig vad när vem min mitt du har vi där hur",
    asksWhen: "nar",
  },
  {
    code: "tr",
    commonWords:
      "ve bir bu da de için ile ne nerede kim nasıl mi var benim değil çok daha olan zaman",
    asksWhen: "ne zaman",
  },
  {
    code: "uk",
    commonWords:
      "і в на не з що він вона я ми ви хто де коли як у по за для це був була були мій моя мені його її від але та є",
    asksWhen: "коли",
  },
  { code: "el", asksWhen: "ποτε" },
  { code: "he", asksWhen: "מתי" },
  { code: "ja", invented: "ご視聴ありがとうございました | ありがとうございました" },
  { code: "ko", invented: "시청해주셔서 감사합니다 | 구독과 좋아요 부탁드립니다" },
  { code: "zh", invented: "谢谢观看 | 謝謝觀看" },
];
