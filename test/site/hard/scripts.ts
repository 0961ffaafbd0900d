/** A text in one script: what to type to find it, and the topic that has it. */
export interface SpokenText {
  readonly language: string;
  readonly query: string;
  readonly text: string;
  readonly topic: string;
  readonly direction: "ltr" | "rtl";
}

/** One memory a language. No query stands in any other text of the hard vault. */
export const spokenTexts: readonly SpokenText[] = [
  spoken("en", "kerosene", "The kerosene for the lamp stands behind the door"),
  spoken("ca", "ametlles", "El torró d’ametlles és al calaix de dalt"),
  spoken("es", "cañerías", "Las cañerías del baño se cambiaron en otoño"),
  spoken("de", "Gießkanne", "Die große Gießkanne steht unter der Treppe"),
  spoken("fr", "brocante", "La brocante du village est le premier dimanche"),
  spoken("vi", "phở", "Quán phở ngon nhất ở phố cũ"),
  spoken("tr", "şemsiye", "Yeşil şemsiye dolabın arkasında"),
  spoken("ru", "велосипед", "Синий велосипед стоит в сарае за домом"),
  spoken("el", "θάλασσα", "Το καλοκαίρι πάμε στη θάλασσα κάθε πρωί"),
  spoken("ar", "زعفران", "نضع الزعفران في الأرز كل يوم جمعة", "rtl"),
  spoken("he", "לימונים", "יש לימונים על העץ בחצר", "rtl"),
  spoken("ja", "味噌汁", "毎朝、味噌汁を飲むのが好きです", "ltr"),
  spoken("zh", "自行车", "我的自行车停在图书馆后面", "ltr"),
  spoken("ko", "도서관", "우리는 토요일마다 도서관에 갑니다", "ltr"),
  spoken("th", "มะม่วง", "เราซื้อมะม่วงที่ตลาดทุกวันเสาร์", "ltr"),
  spoken("hi", "चाय", "शाम को अदरक वाली चाय पीते हैं", "ltr"),
  spoken("ka", "ღვინო", "ღვინო სარდაფში ინახება", "ltr"),
  spoken("hy", "ծիրան", "Այգում ծիրան է հասունանում", "ltr"),
];

function spoken(
  language: string,
  query: string,
  text: string,
  direction: "ltr" | "rtl" = "ltr",
): SpokenText {
  return { language, query, text, topic: `spoken-${language}`, direction };
}

/** A topic with that text alone. */
export const spokenTopic = ({ language, text }: SpokenText): string =>
  `---\ntitle: ${text.split(" ", 2).join(" ")}\nlanguage: ${language}\n---\n\n- ${text} (2026-03-03) [bank:: Work]\n`;

export const rightToLeftTopics: Readonly<Record<string, string>> = {
  "topics/العربية.md": `---
title: دروس العربية
summary: كلمات وجمل تعلمناها
aliases: [arabic lessons]
tags: [لغات, languages/arabic]
---

# دروس العربية

- أحب القهوة بالهيل (2026-04-01) #قهوة
- The word قهوة means coffee, and شاي means tea (2026-04-02) [source:: chat-17]
- قال سامي: «let's meet at 18:30» في المقهى (2026-04-03) [bank:: Relationships]
- رقم الهاتف: ‎+34 600 000 000 والشقة 3-B (2026-04-04)

## ملاحظات

نص طويل بعض الشيء مع [[garden|رابط إلى الحديقة]] و \`const x = 1\` ثم $a^2 + b^2$ في السطر نفسه.

> [!note] انتبه
> هذا اقتباس داخل صندوق.

| الكلمة | Meaning |
|---|---|
| كتاب | book |

1. أولاً
2. ثانياً
`,
  "topics/עברית.md":
    "# עברית\n\n- שלום זה peace וגם hello (2026-04-05)\n- (2026-04-06) תאריך בהתחלה\n",
  "topics/mixed-directions.md": `# Mixed directions

- مرحبا, said Salma, and then: أهلا وسهلا! (2026-04-07)
- Salma says مرحبا (2026-04-08)
- \u202eoverride\u202c and \u2067isolate\u2069 and \u200fmark (2026-04-09)
- L'Anna va dir «good morning, com va tot?» i jo vaig dir that everything was fine (2026-04-10)
`,
};
