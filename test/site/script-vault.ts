/** A vault with all sorts of scripts and of hostile texts, and what its memories are asked for. */
export const scriptFiles: Readonly<Record<string, string>> = {
  "topics/cooking.md": `---
title: Cooking
aliases: [Kitchen, Cuina]
---
# Cooking

What we eat at home, and **how** it is made.

## Oven

The oven runs hot: take ten degrees off.

- Prefers bomba rice for paella (2026-02-10) #food
- L'àvia prepara canelons per Sant Esteve (2025-12-26) [person:: ana]
- Allergic to walnuts (2026-01-05) [bank:: Health]
- ~~Lives on the coast of Reus~~ (2025-01-01) [superseded:: ^k3f9x2]
- Crème brûlée from O'Brien's café (2024-07-01)
- The wi-fi password is on the fridge (2026-02-11)
`,
  "topics/cooking-tools.md":
    "# Cooking tools\n\n- A cooking knife for cooking (2026-01-01)\n- Cooking cooking cooking\n",
  "topics/cooking-contacts.md": "# Cooking contacts\n\n- Cooking teacher: Marta (2026-01-02)\n",
  "topics/russian.md": "# Чай\n\n- Бабушка любит чёрный чай с лимоном (2026-02-01)\n",
  "topics/greek.md":
    "# Υγεία\n\n- Ο γιατρός είπε να πίνω περισσότερο νερό (2026-02-02) [bank:: Health]\n",
  "topics/arabic.md": "# القراءة\n\n- اشترى أحمد الكِتَاب الجديد من المكتبة (2026-02-03)\n",
  "topics/persian.md": "# کتاب\n\n- کتاب‌های کودکان در قفسه بالا هستند\n",
  "topics/hebrew.md": "# בית\n\n- הַבַּיִת הגדול ליד הים נמכר (2026-02-04)\n",
  "topics/hindi.md": "# माँ\n\n- माँ को चाय बहुत पसंद है (2026-02-05)\n",
  "topics/chinese.md": "# 妈妈\n\n- 妈妈喜欢喝绿茶 (2026-02-06)\n- 医生建议每天散步半小时\n",
  "topics/japanese.md":
    "# 京都\n\n- 父は毎朝コーヒーを飲みます (2026-02-07)\n- 京都で抹茶アイスを食べた\n",
  "topics/korean.md": "# 할머니\n\n- 할머니는 김치찌개를 좋아하신다 (2026-02-08)\n".normalize(
    "NFD",
  ),
  "topics/thai.md": "# แม่\n\n- แม่ชอบกินข้าวผัดกุ้ง (2026-02-09)\n",
  "topics/lao.md": "# ອາຫານ\n\n- ຂ້ອຍມັກເຂົ້າໜຽວ\n",
  "topics/khmer.md": "# អាហារ\n\n- ខ្ញុំចូលចិត្តបាយ\n",
  "topics/burmese.md": "# အစာ\n\n- မောင်လေးက ထမင်းကြော် ကြိုက်တယ်\n",
  "people/ana/topics/bike.md": "# Bike\n\n- The bicycle has a flat tyre (2026-02-12)\n",
  "archive/topics/old.md": "# Old flat\n\n- Paid rent in rice and paella (2020-05-05)\n",
  "topics/hostile.md": `# <img src=x onerror=alert(1)> "title" 'x'

- <script>alert("zebra")</script> </i></body> &amp;lt; zebra (2026-01-09)
- [zebra](javascript:alert(1)) ___PAGEFIND_ANCHOR___i:0:zebra ___PAGEFIND_WEIGHT___9 (2026-01-10)
- zebra " onmouseover="alert(2) x='\`\${alert(3)}\` \u202egnp.zebra \u0000 \ud800 (2026-01-11) [bank:: <b>Bank</b>]
- <mark>zebra</mark> ${"zebra".repeat(5000)} (2026-01-12)
`,
};

/** Question → a text that must be among the hits. */
export const scriptQuestions: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Latin: [
    ["paella", "Prefers bomba rice for paella"],
    ["PREFERS bomb", "Prefers bomba rice for paella"],
    ["creme brulee", "Crème brûlée"],
    ["cre\u0300me", "Crème brûlée"],
    ["ｐａｅｌｌａ", "Prefers bomba rice for paella"],
    ["obrien", "O'Brien's"],
    ["avia", "L'àvia"],
    ["wifi", "wi-fi"],
    ["wi-fi password", "wi-fi"],
    ["bicycles", "bicycle"],
    ["oven degrees", "The oven runs hot"],
  ],
  Cyrillic: [
    ["черный чай", "Бабушка любит чёрный чай"],
    ["ЧЁРНЫЙ", "Бабушка любит чёрный чай"],
  ],
  Greek: [
    ["γιατρος", "Ο γιατρός"],
    ["ΝΕΡΟ", "Ο γιατρός"],
  ],
  Arabic: [
    ["كتاب", "الكِتَاب"],
    ["الكتاب", "الكِتَاب"],
    ["احمد", "أحمد"],
    ["المكتبه", "المكتبة"],
    ["كتـــاب", "الكِتَاب"],
    ["كودكان", "کودکان"],
  ],
  Hebrew: [
    ["בית", "הַבַּיִת"],
    ["הבית", "הַבַּיִת"],
  ],
  Devanagari: [
    ["चाय", "चाय"],
    ["पसंद", "पसंद"],
  ],
  Han: [
    ["绿茶", "妈妈喜欢喝绿茶"],
    ["茶", "妈妈喜欢喝绿茶"],
    ["喜欢喝", "妈妈喜欢喝绿茶"],
    ["散步", "散步"],
  ],
  "Hiragana and Katakana": [
    ["コーヒー", "コーヒー"],
    ["ｺｰﾋｰ", "コーヒー"],
    ["飲みます", "飲みます"],
    ["毎朝", "毎朝"],
    ["抹茶アイス", "抹茶アイス"],
  ],
  Hangul: [
    ["김치", "김치찌개"],
    ["찌개", "김치찌개"],
    ["할머니", "할머니"],
  ].map(([question = "", text = ""]) => [question, text.normalize("NFD")] as const),
  Thai: [
    ["ข้าวผัด", "ข้าวผัดกุ้ง"],
    ["กุ้ง", "ข้าวผัดกุ้ง"],
  ],
  Lao: [["ເຂົ້າໜຽວ", "ເຂົ້າໜຽວ"]],
  Khmer: [["បាយ", "បាយ"]],
  Burmese: [["ထမင်း", "ထမင်းကြော်"]],
};
