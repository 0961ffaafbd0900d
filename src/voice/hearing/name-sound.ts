/** How a folded name sounds, roughly and in Latin letters: "lokey", "Locky", "low key" and "لوكي" are all "loki". */
export function nameSound(folded: string): string {
  return [...folded]
    .map((letter) => latinByArabic[letter] ?? letter)
    .join("")
    .replace(/ck|ch|qu|[cq]/g, "k")
    .replace(/ph/g, "f")
    .replace(/ow/g, "o")
    .replace(/(?:ie|ey|ee|y)$/, "i")
    .replace(/h/g, "")
    .replace(/(.)\1+/gu, "$1");
}

/** As names are written: و stands for o more often than for w. */
const latinByArabic: Readonly<Record<string, string>> = {
  ...{ ا: "a", ب: "b", ت: "t", ث: "t", ج: "j", ح: "h", خ: "k", د: "d", ذ: "d", ر: "r", ز: "z" },
  ...{ س: "s", ش: "s", ص: "s", ض: "d", ط: "t", ظ: "z", ع: "a", غ: "g", ف: "f", ق: "k", ك: "k" },
  ...{ ل: "l", م: "m", ن: "n", ه: "h", و: "o", ي: "i", ء: "", پ: "p", چ: "k", ک: "k", گ: "g" },
};
