import type { Language } from "./language.ts";

/** Languages that are recognised, and of which little more is known: how they ask for a time, folded, and common words. */
const recognised = `
  bg; кога; и на се за от не да са съм ще това кога къде какво как който беше
  cs; kdy; a se na je že do pro si kdy kde co jak jsem jsme byl byla být která který jeho její můj moje ale nebo
  da; hvornar; og i jeg det at en den til er som på de med han af for ikke der var mig hvad hvor hvornår hvem min mit
    du har vi
  fi; milloin; ja on ei se että hän oli minä sinä mutta kun mitä missä milloin kuka miten ovat olen olla tai minun mikä
  hu; mikor; a az és hogy nem is egy van volt mikor hol mi ki hogyan én te ő de meg ez azt mit
  nl; wanneer|hoe ?lang|welke (?:dag|datum|maand)|welk jaar; de het een en is in te van met voor niet wanneer waar
    wie hoe wat ik jij hij zij wij mijn heeft hebben was waren op dat die aan er maar om ook bij naar heb
  no; nar; og i jeg det at en den til er som på de med han av for ikke der var meg hva hvor når hvem min mitt du har vi
  pl; kiedy; i w na się nie z do jest że to jak kiedy gdzie kto co był była są dla moja mój mam ma po przez
  ro; cand; și în de la cu nu este sunt un o pe care când unde cum cine ce am a fost pentru mai din meu mea se
  ru; когда|как долго; и в на не с что он она я мы вы кто где когда как у по из за для это был была были мой моя мне
    его её от но
  sv; nar; och i jag det att en den till är som på de med han av för inte var mig vad när vem min mitt du har vi där hur
  tr; ne zaman; ve bir bu da de için ile ne nerede kim nasıl mi var benim değil çok daha olan zaman
  uk; коли; і в на не з що він вона я ми ви хто де коли як у по за для це був була були мій моя мені його її від але
    та є
`;

export const moreLanguages: readonly Language[] = [
  ...[...recognised.matchAll(/(\p{L}{2}); ([^;]+); ([^;]+)(?=\n {2}\p{L}|$)/gu)].map(
    ([, code = "", asksWhen = "", commonWords = ""]) => ({ code, asksWhen, commonWords }),
  ),
  { code: "el", asksWhen: "ποτε" },
  { code: "he", asksWhen: "מתי" },
  {
    code: "nl",
    months:
      "januari februari maart april mei juni juli augustus september oktober november december",
  },
  {
    code: "ru",
    months: `январь,января,январе февраль,февраля,феврале март,марта,марте апрель,апреля,апреле май,мая,мае июнь,июня,июне
      июль,июля,июле август,августа,августе сентябрь,сентября,сентябре октябрь,октября,октябре
      ноябрь,ноября,ноябре декабрь,декабря,декабре`,
    invented: "продолжение следует | спасибо за просмотр | подписывайтесь на канал",
  },
  { code: "ja", invented: "ご視聴ありがとうございました | ありがとうございました" },
  { code: "ko", invented: "시청해주셔서 감사합니다 | 구독과 좋아요 부탁드립니다" },
  { code: "zh", invented: "谢谢观看 | 謝謝觀看" },
];
