import { expect, test } from "vitest";
import type { KnownLine } from "../../../src/models/task.ts";
import { say } from "./say.ts";

type Row = readonly [
  language: string,
  said: string | readonly string[],
  kept: readonly (readonly [text: string, key: string])[],
];

/** Whom a pronoun means: the nearest person of its own sentence; nobody where that is not sure. */
const pronouns: readonly Row[] = [
  [
    "en",
    ["Ana's birthday is on 14 May", "my mother's name is Helen and she lives in Hebden Bridge"],
    [
      ["Ana's birthday is on 14 May", "ana_birthday"],
      ["My mother's name is Helen", "mother_name"],
      ["My mother Helen lives in Hebden Bridge", "helen_home_city"],
    ],
  ],
  ["en", "My mother's name is Helen", [["My mother's name is Helen", "mother_name"]]],
  [
    "en",
    ["Bob works at Lidl", "I like Julia and she lives in York"],
    [
      ["Bob works at Lidl", "bob_employer"],
      ["Likes Julia", ""],
    ],
  ],
  [
    "en",
    "My sister's name is Ann. We saw Julia. She lives in York",
    [["My sister's name is Ann", "sister_name"]],
  ],
  [
    "en",
    "Carme is coming for dinner on Friday. She is vegetarian.",
    [
      ["Carme is coming for dinner on Friday 2026-03-06", "dinner_date"],
      ["Carme is vegetarian", "carme_diet"],
    ],
  ],
  [
    "es",
    "Carme viene a cenar el viernes. Ella es vegetariana.",
    [
      ["Carme viene a cenar el viernes 2026-03-06", ""],
      ["Carme es vegetariana", "carme_diet"],
    ],
  ],
  [
    "de",
    "Carme kommt am Freitag zum Abendessen. Sie ist Vegetarierin.",
    [
      ["Carme kommt am Freitag 2026-03-06 zum Abendessen", "dinner_date"],
      ["Carme ist Vegetarierin", "carme_diet"],
    ],
  ],
  [
    "ca",
    ["L'aniversari de l'Ana és el 14 de maig", "la meva mare es diu Helena i viu a Girona"],
    [
      ["L'aniversari de l'Ana és el 14 de maig", "ana_birthday"],
      ["La meva mare es diu Helena", "mother_name"],
      ["La meva mare Helena viu a Girona", "helena_home_city"],
    ],
  ],
  [
    "en",
    "My son Tom goes to school. His class is 4B",
    [
      ["My son Tom goes to school", ""],
      ["Tom's class is 4B", "tom_class"],
    ],
  ],
  ["en", "His class is 4B", []],
];

test.each(pronouns)(
  "extractOffline() knows in %s whom a pronoun means: %j",
  (language, said, kept) => {
    expect(say(said, { language }).map(({ text, key }) => [text, key])).toEqual(kept);
  },
);

/** Who somebody is, and what they have and may not have. */
const persons: readonly Row[] = [
  [
    "en",
    "Tom, our son, is allergic to penicillin",
    [["Tom, our son, is allergic to penicillin", ""]],
  ],
  [
    "es",
    "Tom, nuestro hijo, es alérgico a la penicilina",
    [["Tom, nuestro hijo, es alérgico a la penicilina", ""]],
  ],
  [
    "ca",
    "El Tom, el nostre fill, és al·lèrgic a la penicil·lina",
    [["El Tom, el nostre fill, és al·lèrgic a la penicil·lina", ""]],
  ],
  [
    "pt",
    "O Tom, o nosso filho, é alérgico à penicilina",
    [["O Tom, o nosso filho, é alérgico à penicilina", ""]],
  ],
  [
    "fr",
    "Tom, notre fils, est allergique à la pénicilline",
    [["Tom, notre fils, est allergique à la pénicilline", ""]],
  ],
  [
    "de",
    "Tom, unser Sohn, ist allergisch gegen Penicillin",
    [["Tom, unser Sohn, ist allergisch gegen Penicillin", ""]],
  ],
  ["en", "Tom mustn't have milk", [["Tom mustn't have milk", ""]]],
  ["en", "Tom can't have milk", [["Tom can't have milk", ""]]],
  ["en", "Tom can't eat eggs", [["Tom can't eat eggs", ""]]],
  ["en", "Tom mustn't be late", []],
  ["en", "Tom can't have it", []],
  ["en", "Tom's doctor is Dr Puig", [["Tom's doctor is Dr Puig", "tom_doctor"]]],
  ["en", "Tom's doctor is late", []],
  [
    "ca",
    "El metge del Tom és la doctora Puig",
    [["El metge del Tom és la doctora Puig", "tom_doctor"]],
  ],
  [
    "es",
    "El médico de Tom es la doctora Puig",
    [["El médico de Tom es la doctora Puig", "tom_doctor"]],
  ],
  ["pt", "O médico do Tom é a doutora Puig", [["O médico do Tom é a doutora Puig", "tom_doctor"]]],
  [
    "fr",
    "Le médecin de Tom est le docteur Puig",
    [["Le médecin de Tom est le docteur Puig", "tom_doctor"]],
  ],
  ["de", "Der Arzt von Tom ist Dr. Puig", [["Der Arzt von Tom ist Dr. Puig", "tom_doctor"]]],
  ["ca", "El metge del Tom és molt simpàtic", []],
];

test.each(persons)("extractOffline() knows in %s who is meant: %j", (language, said, kept) => {
  expect(say(said, { language }).map(({ text, key }) => [text, key])).toEqual(kept);
});

const line = (text: string): KnownLine => ({ label: "m1", text, date: "2026-01-05", key: "" });

/** What somebody is to the person makes no other statement of it. */
const same: readonly (readonly [
  language: string,
  known: string,
  said: string,
  relation: string,
])[] = [
  ["en", "Tom is allergic to penicillin", "My son Tom is allergic to penicillin", "known"],
  ["en", "My son Tom is allergic to penicillin", "Tom is allergic to penicillin", "known"],
  ["en", "My son Tom is allergic to penicillin", "Our son Tom is allergic to penicillin", "known"],
  ["en", "Tom is allergic to penicillin", "Tom, our son, is allergic to penicillin", "known"],
  ["en", "My son Tom is allergic to penicillin", "My son Max is allergic to penicillin", "new"],
  ["en", "My brother is allergic to penicillin", "My sister is allergic to penicillin", "new"],
  [
    "ca",
    "El Tom és al·lèrgic a la penicil·lina",
    "El meu fill Tom és al·lèrgic a la penicil·lina",
    "known",
  ],
  ["es", "Tom es alérgico a la penicilina", "Mi hijo Tom es alérgico a la penicilina", "known"],
  ["pt", "O Tom é alérgico à penicilina", "O meu filho Tom é alérgico à penicilina", "known"],
  [
    "fr",
    "Tom est allergique à la pénicilline",
    "Mon fils Tom est allergique à la pénicilline",
    "known",
  ],
  [
    "de",
    "Tom ist allergisch gegen Penicillin",
    "Mein Sohn Tom ist allergisch gegen Penicillin",
    "known",
  ],
];

test.each(same)("extractOffline() relates in %s to %j: %j", (language, known, said, relation) => {
  const found = say(said, { language, known: [line(known)] });
  expect(found.map((conclusion) => conclusion.relation)).toEqual([relation]);
});
