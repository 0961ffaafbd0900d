import { readFileSync } from "node:fs";

/** What made-up memories of one language are built of; `#` in a pattern is a content word, `%` a number. */
export interface WordList {
  /** Share of all topics. */
  readonly share: number;
  readonly words: readonly string[];
  readonly patterns: readonly string[];
  readonly questions: readonly string[];
  /** False where words are written without spaces or in another script than Latin: no made-up names among them. */
  readonly coins: boolean;
}

const split = (text: string): string[] => text.trim().split(/\s+/);
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

/** The single words that training has for its subjects; short ones first, as they are mostly the commoner ones. */
const trained = (language: string): string[] => {
  const text = readFileSync(new URL(`../train/words/${language}.txt`, import.meta.url), "utf8");
  const words = [...text.matchAll(/(?<=[=,] )\p{L}{3,}(?=,|$)/gmu)].map(([word]) => word);
  return [...new Set(words)].sort((a, b) => a.length - b.length);
};

/** Real words, commonest first, and sentence patterns, by language code. */
export const wordLists: Readonly<Record<string, WordList>> = {
  en: {
    share: 0.71,
    coins: true,
    words: trained("en"),
    patterns: lines(`Prefers # # for the #
      Booked the # with # on the way to #, % euros
      The # needs a new # before the #
      Decided to move the # to the # because of the #
      Uses # and never # when making #
      Allergic to #, so the # gets # in its place
      Found that the # under the # was the reason for the #
      Wants to learn # with # by the end of the #
      # and # come to visit with the # every # Saturday
      Paid % euros for the # at #, the # is still missing
      The password of the # is with the # in the #
      Asked # about the # and the #: the answer comes after the #
      Keeps the # behind the #, next to the # from #
      Likes the # a little more # than the recipe of # says
      Wrote to # about the # # and waits for the #
      The # at # opens at % and is closed when there is a #`),
    questions: lines(`what did I say about the # and the #?
      where do we keep the #, and what about #?
      which # goes with the #?
      who wanted the # for the #?
      how much was the # at #?
      when is the # with # due?`),
  },
  es: {
    share: 0.13,
    coins: true,
    words: trained("es"),
    patterns: lines(`Prefiere # # para el #
      Hay que arreglar el # antes de la #
      La # de # se guarda detrás del #
      Pagamos % euros por el # en #
      Le gusta el # con # y sin #
      # vendrá con la # el próximo #
      El # no funciona cuando llueve en el #
      Preguntar a # por el # y la #`),
    questions: lines(`¿qué dije del # y de la #?
      ¿dónde está el # de #?
      ¿cuánto costó el # en #?`),
  },
  de: {
    share: 0.09,
    coins: true,
    words: trained("de"),
    patterns: lines(`Mag # lieber als #
      Das # muss vor dem # repariert werden
      Die # von # liegt hinter dem #
      Für das # in # haben wir % Euro bezahlt
      # kommt mit der # zum #
      Am # nie ohne # und #`),
    questions: lines(`was war mit dem # und der #?
      wo liegt das # von #?
      wer wollte # zum #?`),
  },
  ja: {
    share: 0.04,
    coins: false,
    words:
      split(`家 庭 学校 台所 珈琲 朝 電車 医者 誕生日 米 猫 車 自転車 夏 冬 旅行 海 飛行機 切符 旅券 予算 契約 会議 締切 電話
      画面 電池 窓 屋根 扉 冷蔵庫 隣人 家賃 保険 銀行 税金 仕事 先生 宿題 試験 音楽 映画 本 図書館 写真 山 川 湖 森 トマト
      玉葱 人参 卵 牛乳 砂糖 塩 蜂蜜 酒 味噌汁 魚 鶏肉 出汁 花粉症 膝 歯医者 眼鏡 薬局 水泳 将棋 結婚式 祖母 妹 犬 春 秋 東京 京都`),
    patterns: lines(`#より#の方が好き
      #は#の後ろに置いてある
      #と#の予約は%時から
      #が来る前に#を直す
      #には#を入れない`),
    questions: lines(`#と#はどうなった？
      #の#はどこ？`),
  },
  ar: {
    share: 0.03,
    coins: false,
    words:
      split(`البيت حديقة مدرسة مطبخ قهوة صباح قطار طبيب أرز خبز قطة سيارة دراجة صيف شتاء عطلة بحر تذكرة جواز عقد اجتماع
      موعد تقرير هاتف شاشة نافذة سقف باب مصباح ثلاجة جار إيجار تأمين حساب ضريبة عمل معلمة واجب امتحان أغنية فيلم كتاب
      مكتبة جبل نهر بحيرة غابة طماطم بصل ثوم جزر جبن زبدة حليب بيضة طحين سكر ملح عسل حساء سمك دجاج حساسية ركبة نظارة
      صيدلية جدة أخت كلب ربيع خريف تفاح`),
    patterns: lines(`يفضل # على #
      يجب إصلاح # قبل #
      دفعنا % يورو مقابل # و #
      # و # خلف #`),
    questions: lines(`أين #؟
      ماذا قلت عن # و #؟`),
  },
};
