import { expect, test } from "vitest";
import { decision, fact, type KeptRow, keptOf, plan, preference, say } from "./say.ts";

const ca = { language: "ca" };

const kept: readonly KeptRow[] = [
  [
    "Mi hermana se llama Marta. Su hija se llama Inés",
    [
      fact("Mi hermana se llama Marta", { key: "sister_name" }),
      fact("Hija de Mi hermana Marta se llama Inés", { key: "marta_daughter_name" }),
    ],
  ],
  [
    "La meva germana es diu Marta. La seva filla es diu Inés",
    [
      fact("La meva germana es diu Marta", { key: "sister_name" }),
      fact("Filla de La meva germana Marta es diu Inés", { key: "marta_daughter_name" }),
    ],
  ],
  [
    "visc a Girona and I work in Barcelona",
    [fact("Viu a Girona", { key: "home_city", importance: 0.8 }), fact("Works in Barcelona")],
  ],
  [
    "La Marta is allergic to nuts",
    [fact("La Marta is allergic to nuts", { importance: 1, bank: "Health" })],
  ],
  [
    "el meu germà viu a Londres, he works at Google",
    [
      fact("El meu germà viu a Londres", { key: "brother_home_city", importance: 0.8 }),
      fact("El meu germà works at Google", { key: "brother_employer" }),
    ],
  ],
  [
    "em dic Oriol and I'm a designer",
    [
      fact("Es diu Oriol", { key: "name", importance: 0.9 }),
      fact("I'm a designer", { key: "job" }),
    ],
  ],
  [
    "m'encanta el sushi but I hate wasabi",
    [preference("Li encanta el sushi"), preference("Hates wasabi")],
  ],
  ["I love hiking, però odio córrer", [preference("Loves hiking"), preference("Odia córrer")]],
  [
    "tinc dos fills y vivo en Sabadell",
    [fact("Té dos fills"), fact("Vive en Sabadell", { key: "home_city", importance: 0.8 })],
  ],
  [
    "soc vegana y mi marido es celíaco",
    [fact("Soc vegana y mi marido es celíaco", { key: "diet", importance: 0.8, bank: "Health" })],
  ],
  [
    "Recorda que el meu flight és el 4 d'abril",
    [plan("El meu flight és el 4 d'abril de 2026", { importance: 0.8 })],
  ],
  [
    "Hem decidit fer el kick-off el 12 de març",
    [decision("Hem decidit fer el kick-off el 12 de març de 2026")],
  ],
  ["treballo from home els divendres", [preference("Treballa from home els divendres")]],
  [
    "mi madre vive en Lleida i el meu pare a Reus",
    [
      fact("Mi madre vive en Lleida", { key: "mother_home_city", importance: 0.8 }),
      fact("El meu pare a Reus"),
    ],
  ],
  ["prefereixo que em parlis en english", [preference("Prefereixo que em parlis en english")]],
  [
    "I'm from Vic però visc a Barcelona",
    [
      fact("From Vic", { key: "origin" }),
      fact("Viu a Barcelona", { key: "home_city", importance: 0.8 }),
    ],
  ],
  [
    "la clau de recanvi és sota la maceta",
    [fact("La clau de recanvi és sota la maceta", { key: "spare_key_place" })],
  ],
  [
    "remember que soc al·lèrgica al kiwi",
    [fact("Al·lèrgica al kiwi", { importance: 1, bank: "Health" })],
  ],
];

test.each(kept)(
  "extractOffline() keeps what is stated in mixed languages: %j",
  (said, expected) => {
    expect(keptOf(expected, say(said, ca))).toEqual(expected);
  },
);

const left: readonly string[] = [
  "ok genial thanks",
  "what time és el sopar?",
  "avui I'm so tired",
  "no sé, maybe me mudo",
  "bon dia, can you help me?",
  "quin lío today",
  "posa la playlist de jazz please",
  "estic en el bus now",
];

test.each(left)("extractOffline() leaves out in mixed languages: %j", (said) => {
  expect(say(said, ca)).toEqual([]);
});
