import type { Language } from "../types/language.ts";
import { commands } from "./commands.ts";
import { phrases, replies, speakable } from "./phrases.ts";

/** Arabic, but for the rules by which statements are read. */
export const ar: Language = {
  code: "ar",
  commonWords: "في من على إلى عن هذا هذه التي الذي ما متى أين كيف هل كان كانت أن لا هو هي مع",
  languageRequest: {
    forms: [
      "(?:تكلم|تكلمي|تحدث|تحدثي|احك|اجب|رد)(?: معي)?(?: ب| )NAME",
      "(?:هل )?(?:يمكنك|تستطيع) (?:التحدث|التكلم|ان تتكلم|ان تتحدث)(?: معي)?(?: ب| )NAME",
    ],
    short: "NAME",
    polite: "من فضلك|لو سمحت",
  },
  emptyWords: `في من على الى إلى عن هذا هذه التي الذي ما متى أين اين كيف هل كان كانت ان أن لا هو هي مع لي و`,
  before: "قبل",
  asksWhen: "متي",
  courtesy: {
    thanks: "شكرا",
    wellbeing: "كيف حالك",
    goodbye: "مع السلامة|وداعا",
    greeting: "مرحبا|اهلا|السلام عليكم|صباح الخير|مساء الخير",
    leave: "خروج",
  },
  wish: {
    when: "(?:منذ )?متى",
    about: "ماذا تعرف|ما الذي تعرفه|اخبرني عن|أخبرني عن",
    starts: "ما|ماذا|من|اين|أين|كيف|كم|هل|لماذا|أي|اي|اخبرني|أخبرني",
    rememberNothing: "(?:تذكر|احفظ|سجل)(?: (?:ان|أن|هذا|ذلك))?",
    memo: "ملاحظة",
    forget: "انس|انسي|احذف",
    forgetOpening: "أن ",
    forgetNothing: "ذلك",
    remember: [/^()(?:من فضلك،? )?(?:تذك[ّ]?ر|احفظ|سج[ّ]?ل)(?:ي)?(?: (?=أن|ان)| ?[:،] ?)(.+)$/u],
  },
  chatter: "جزيلا",
  unfinished: "و|أو|لكن|لأن|لان|إذا|اذا|عندما|أن|إن|في|من|إلى|الى|على|عن|مع|الذي|التي|ثم|بدون",
  reported: "ان|ل\\p{L}*|شيئا",
  clearYes: "أجل | ايوه | أيوة",
  commands,
  phrases,
  replies,
  speakable,
};
