import { expect, test } from "vitest";
import { recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

/** File → lines; beside each line the questions that must find it among the first three. */
const vault: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  english: {
    "The dentist appointment moved to Thursday at nine": [
      "when is the dentist",
      "DENTISTS",
      "dentist appointmnet",
    ],
    "Bought a second-hand bicycle from the neighbours": [
      "bike",
      "bicycles",
      "secondhand bycicle",
      "what did we buy",
    ],
    "The wi-fi password is on the fridge": ["wifi password", "wi-fi", "refrigerator"],
    "Server runs version 1.0.21 of the backup tool": ["1.0.21", "which version of the backup tool"],
    "Notes live in src/index/schema.ts": ["schema.ts", "src/index/schema.ts"],
    "Learned C++ before C# at university": ["c++", "C#"],
    "O'Brien's café serves crème brûlée": ["obrien", "cafe", "creme brulee"],
    "The children went to the swimming pool": ["did a child go swimming?", "kids swim"],
  },
  spanish: {
    "Mañana hay que renovar el pasaporte en la comisaría": [
      "pasaportes",
      "¿dónde renuevo el pasaporte?",
      "comisaria",
    ],
    "La habitación de invitados necesita cortinas nuevas": [
      "habitaciones",
      "habitacion",
      "cortina",
    ],
    "El médico recomendó caminar treinta minutos": ["medicos", "¿qué recomendó el médico?"],
  },
  catalan: {
    "L'àvia prepara canelons per Sant Esteve": ["avia", "caneló", "què prepara l'àvia?"],
    "La Júlia col·labora amb l'escola els dimarts": ["collaborar", "escoles", "Julia"],
  },
  portuguese: {
    "As crianças preferem pão com manteiga": ["pao", "criança", "o que preferem as crianças?"],
    "O coração do avô precisa de uma operação": ["operações", "coracao"],
  },
  french: {
    "L'hôtel à Lyon était réservé pour deux nuits": ["hotel", "réservation hôtel lyon", "nuit"],
    "Les œufs frais viennent du marché": ["oeufs", "marche"],
  },
  german: {
    "Der Zahnarzttermin ist am Montag um zehn Uhr": ["zahnarzt", "Zahnarzttermine"],
    "Die Schlüssel liegen in der Straße Nummer fünf": [
      "strasse",
      "schluessel schlüssel",
      "Schlüsseln",
    ],
  },
  italian: {
    "La nonna compra i pomodori al mercato": ["pomodoro", "mercati"],
  },
  polish: { "Wizyta u lekarza w Łodzi jest w środę": ["lodz", "lodzi", "sroda lekarza"] },
  turkish: { "Işık faturası ayın onunda ödenecek": ["isik", "fatura"] },
  vietnamese: { "Mẹ thích phở bò vào buổi sáng": ["pho bo", "phở"] },
  russian: {
    "Ёлка стоит на балконе до января": ["елка", "ёлки", "балкон"],
    "Бабушка любит чёрный чай с лимоном": ["черный чай", "лимоны"],
  },
  greek: { "Ο γιατρός είπε να πίνω περισσότερο νερό": ["γιατρος", "ΝΕΡΟ"] },
  arabic: {
    "اشترى أحمد الكتاب الجديد من المكتبة": ["كتاب", "المكتبه", "احمد"],
    "القِطَّة تنام في المطبخ": ["القطة", "مطبخ"],
  },
  hebrew: { "הבית הגדול ליד הים נמכר": ["בית", "ים", "הבית"] },
  persian: { "کتاب‌های کودکان در قفسه بالا هستند": ["کتاب", "كودكان"] },
  hindi: { "माँ को चाय बहुत पसंद है": ["चाय", "पसंद"] },
  bengali: { "দাদু প্রতিদিন সকালে হাঁটতে যান": ["দাদু", "সকালে"] },
  tamil: { "அம்மா காலையில் காபி குடிப்பார்": ["காபி", "அம்மா"] },
  thai: { แม่ชอบกินข้าวผัดกุ้ง: ["ข้าวผัด", "กุ้ง"] },
  lao: { ຂ້ອຍມັກເຂົ້າໜຽວ: ["ເຂົ້າໜຽວ"] },
  khmer: { ខ្ញុំចូលចិត្តបាយ: ["បាយ"] },
  burmese: { "မောင်လေးက ထမင်းကြော် ကြိုက်တယ်": ["ထမင်း"] },
  georgian: { "ბებიას უყვარს ყავა": ["ყავა"] },
  armenian: { "Տատիկը սիրում է սուրճ": ["սուրճ"] },
  ethiopic: { "እናቴ ቡና ትወዳለች": ["ቡና"] },
  chinese: {
    妈妈喜欢喝绿茶: ["绿茶", "茶", "妈妈喜欢喝什么"],
    医生建议每天散步半小时: ["散步", "医生"],
  },
  japanese: {
    父は毎朝コーヒーを飲みます: ["コーヒー", "毎朝", "ｺｰﾋｰ"],
    京都で抹茶アイスを食べた: ["抹茶", "京都"],
  },
  korean: { "할머니는 김치찌개를 좋아하신다": ["김치", "김치찌개", "할머니"] },
  emoji: { "Friday is 🍕 night": ["🍕", "pizza 🍕"] },
};

const cases = Object.values(vault).flatMap((lines) =>
  Object.entries(lines).flatMap(([line, questions]) =>
    questions.map((question) => ({ question, line })),
  ),
);

const files = Object.fromEntries(
  Object.entries(vault).map(([name, lines]) => [
    `topics/${name}.md`,
    Object.keys(lines)
      .map((line) => `- ${line}\n`)
      .join(""),
  ]),
);

test("there are questions enough to tell", () => {
  expect(cases.length).toBeGreaterThanOrEqual(70);
});

test.each(cases)("recall() finds «$line» when asked «$question»", ({ question, line }) => {
  const db = useIndex(files);
  const hits = recall(db, question, { limit: 3, filter: {}, viewer: {} });
  expect(hits.map((hit) => hit.text)).toContain(line);
});

/** A month of a home where several languages are spoken, mostly Catalan: inflected questions, in the language of each line. */
const month: Readonly<Record<string, readonly string[]>> = {
  "Les claus de recanvi són al calaix de la cuina": ["clau de recanvi"],
  "La Júlia té classes de dansa els dimarts": ["la classe de dansa", "dansar"],
  "Els veïns ens deixen l'escala quan la necessitem": ["escales del veí"],
  "Cada divendres mengem peixos del mercat": ["peix"],
  "Grandma's recipes are kept in the blue boxes": ["recipe", "a blue box", "keeping recipes"],
  "Tom stopped driving buses after his operations": ["bus driver", "Tom's operation"],
  "Der Klempner repariert die undichten Leitungen": ["undichte Leitung", "repariert Klempner"],
  "Opa sammelt alte Landkarten": ["Landkarte", "alten"],
  "Los niños recogieron las bicicletas arregladas": ["recoger bicicleta arreglada"],
  "Les voisines arrosent nos plantes vertes": ["plante verte", "voisine"],
  "As vizinhas regaram as nossas plantas": ["planta regada vizinha"],
};
const monthFile = {
  "general/2026-11.md": Object.keys(month)
    .map((line) => `- ${line} (2026-11-02)\n`)
    .join(""),
};
const monthCases = Object.entries(month).flatMap(([line, questions]) =>
  questions.map((question) => ({ question, line })),
);

test.each(monthCases)(
  "recall() finds «$line» among lines of other languages when asked «$question»",
  ({ question, line }) => {
    const [hit] = recall(useIndex(monthFile), question, { limit: 1, filter: {}, viewer: {} });
    expect(hit?.text).toBe(line);
  },
);
