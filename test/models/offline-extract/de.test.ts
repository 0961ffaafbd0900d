import { expect, test } from "vitest";
import { decision, fact, type KeptRow, keptOf, plan, preference, say } from "./say.ts";

const de = { language: "de" };

const kept: readonly KeptRow[] = [
  ["Am liebsten trinke ich Kamillentee", [preference("Am liebsten trinke ich Kamillentee")]],
  ["Seit 2019 wohne ich in Köln", [fact("Seit 2019 wohne ich in Köln", "home_city")]],
  ["Jetzt arbeite ich bei Siemens", [fact("Arbeitet bei Siemens", "employer")]],
  ["Jeden Dienstag gehe ich zum Yoga", [preference("Geht jeden Dienstag zum Yoga")]],
  ["Im Sommer fahren wir immer nach Rügen", [preference("Im Sommer fahren wir immer nach Rügen")]],
  ["Morgens trinke ich immer Tee", [preference("Trinkt morgens immer Tee")]],
  ["Ich habe früher in Hamburg gewohnt", [fact("Ich habe früher in Hamburg gewohnt")]],
  ["Als Kind habe ich in Graz gewohnt", [fact("Als Kind habe ich in Graz gewohnt")]],
  ["Ich ziehe im Juni nach Wien", [plan("Ich ziehe im Juni 2026 nach Wien")]],
  [
    "Meine neue Adresse ist Rosenweg 4",
    [fact("Meine neue Adresse ist Rosenweg 4", "home_address")],
  ],
  ["Ich wohne im Rosenweg 4", [fact("Ich wohne im Rosenweg 4", "home_address")]],
  ["Ich arbeite als Lehrerin in Bonn", [fact("Arbeitet als Lehrerin in Bonn", "job")]],
  ["Mein Sohn geht in die dritte Klasse", [fact("Mein Sohn geht in die dritte Klasse")]],
  ["Meine Tochter geht aufs Gymnasium", [fact("Meine Tochter geht aufs Gymnasium")]],
  [
    "Meine Tochter heißt Lina und wird im Mai sechs",
    [
      fact("Meine Tochter heißt Lina", "daughter_name"),
      plan("Meine Tochter Lina wird im Mai 2026 sechs"),
    ],
  ],
  [
    "Mein Bruder heißt Jonas und wohnt in Bremen",
    [
      fact("Mein Bruder heißt Jonas", "brother_name"),
      fact("Mein Bruder Jonas wohnt in Bremen", "jonas_home_city"),
    ],
  ],
  [
    "Der Klempner heißt Anton und er kommt am Dienstag",
    [
      fact("Der Klempner heißt Anton", "plumber"),
      plan("Der Klempner Anton kommt am Dienstag 2026-03-03", "plumber_date"),
    ],
  ],
  [
    "Die Buchhandlung heißt Lesezeichen",
    [fact("Die Buchhandlung heißt Lesezeichen", "buchhandlung_name")],
  ],
  ["Jonas ist mein Bruder", [fact("Jonas ist mein Bruder", "brother_name")]],
  [
    "Meine Schwester Anna wohnt in Ulm. Ihre Tochter heißt Ida.",
    [
      fact("Meine Schwester Anna wohnt in Ulm", "anna_home_city"),
      fact("Annas Tochter heißt Ida", "anna_daughter_name"),
    ],
  ],
  [
    "Meine Mutter hat am 9. November Geburtstag",
    [fact("Meine Mutter hat am 9. November Geburtstag", "mother_birthday")],
  ],
  [
    "Der Geburtstag meiner Mutter ist am 9. November",
    [fact("Der Geburtstag meiner Mutter ist am 9. November", "mother_birthday")],
  ],
  [
    "Unser Hochzeitstag ist am 21. Juni",
    [fact("Unser Hochzeitstag ist am 21. Juni", "anniversary")],
  ],
  ["Oma wird am 8. August 90", [plan("Oma wird am 8. August 2026 90")]],
  ["Ich bin allergisch gegen Nüsse", [fact("Allergisch gegen Nüsse", { importance: 1 })]],
  [
    "Unsere Nachbarin ist gegen Katzen allergisch",
    [fact("Unsere Nachbarin ist gegen Katzen allergisch", { importance: 1 })],
  ],
  [
    "Einer unserer Gäste ist Vegetarier",
    [fact("Einer unserer Gäste ist Vegetarier", "guest_diet")],
  ],
  ["Mein Sohn verträgt keine Laktose", [fact("Mein Sohn verträgt keine Laktose")]],
  ["Ich nehme jeden Morgen Ramipril", [fact("Nimmt jeden Morgen Ramipril")]],
  ["Mein Vater hat Parkinson", [fact("Mein Vater hat Parkinson")]],
  ["Ich trage Kontaktlinsen", [fact("Ich trage Kontaktlinsen")]],
  ["Von Penicillin bekomme ich Ausschlag", [fact("Von Penicillin bekomme ich Ausschlag")]],
  [
    "Ich habe mir letztes Jahr das Handgelenk gebrochen",
    [fact("Ich habe mir letztes Jahr das Handgelenk gebrochen")],
  ],
  [
    "Ich habe im Januar mit dem Rauchen aufgehört",
    [fact("Ich habe im Januar mit dem Rauchen aufgehört")],
  ],
  ["Ich mag keine Rosinen", [preference("Mag keine Rosinen")]],
  ["Ich liebe Wandern in den Alpen", [preference("Liebt Wandern in den Alpen")]],
  ["Meine Kinder lieben Pfannkuchen", [preference("Meine Kinder lieben Pfannkuchen")]],
  [
    "Meine Lieblingsfarbe ist Türkis",
    [preference("Meine Lieblingsfarbe ist Türkis", "favourite_colour")],
  ],
  ["Ich sammle Briefmarken", [preference("Ich sammle Briefmarken")]],
  ["Ich singe im Chor", [preference("Ich singe im Chor")]],
  ["Meine Mutter besucht uns jeden August", [preference("Meine Mutter besucht uns jeden August")]],
  [
    "Unsere Nachbarin Frau Krüger gießt die Blumen, wenn wir weg sind",
    [preference("Unsere Nachbarin Frau Krüger gießt die Blumen, wenn wir weg sind")],
  ],
  [
    "Wir haben uns für die blauen Fliesen entschieden",
    [decision("Wir haben uns für die blauen Fliesen entschieden")],
  ],
  [
    "Wir haben es uns anders überlegt: die Küche wird gelb, nicht grün",
    [decision("Die Küche wird gelb, nicht grün")],
  ],
  ["Die Küche wird hellgelb", [decision("Die Küche wird hellgelb")]],
  ["Wir haben uns auf 900 Euro geeinigt", [decision("Wir haben uns auf 900 Euro geeinigt")]],
  ["Ab jetzt esse ich kein Fleisch mehr", [decision("Ab jetzt esse ich kein Fleisch mehr")]],
  ["Wir übernachten bei Miriam in Tromsø", [plan("Wir übernachten bei Miriam in Tromsø")]],
  ["Ich fliege am 9. Mai nach Helsinki", [plan("Ich fliege am 9. Mai 2026 nach Helsinki")]],
  [
    "Der Zahnarzttermin ist am Donnerstag um 9:30",
    [plan("Der Zahnarzttermin ist am Donnerstag 2026-03-05 um 9:30", "dentist_date")],
  ],
  ["Der Vertrag läuft im Dezember aus", [plan("Der Vertrag läuft im Dezember 2026 aus")]],
  ["Ich fahre einen Skoda", [fact("Fährt einen Skoda", "car")]],
  ["Mein Handy ist ein Pixel 8", [fact("Mein Handy ist ein Pixel 8", "handy")]],
  [
    "Das Kennzeichen meines Autos ist HH-AB 123",
    [fact("Das Kennzeichen meines Autos ist HH-AB 123", "licence_plate")],
  ],
  ["Unser Hund ist ein Labrador", [fact("Unser Hund ist ein Labrador")]],
  [
    "Der Ersatzschlüssel liegt unter der Matte",
    [fact("Der Ersatzschlüssel liegt unter der Matte", "spare_key_place")],
  ],
  [
    "Merk dir, dass der Alarmcode 9021 ist",
    [fact("Der Alarmcode ist 9021", { key: "alarm_code", sensitivity: "secret" })],
  ],
  [
    "Merk dir bitte, dass Ella eine Nussallergie hat",
    [fact("Ella hat eine Nussallergie", { importance: 1 })],
  ],
  ["Unsere Miete beträgt 950 Euro", [fact("Unsere Miete beträgt 950 Euro")]],
  ["Ich backe Brot bei 230 Grad", [preference("Ich backe Brot bei 230 Grad")]],
  [
    ["Mein Flug geht am Dienstag", "Nein, am Mittwoch"],
    [plan("Mein Flug geht am Mittwoch 2026-03-04", "flight_date")],
  ],
  [
    "Ich wohne nicht mehr in Leipzig, ich wohne in Dresden",
    [fact("Wohnt in Dresden", "home_city")],
  ],
  [
    "Der Lesekreis trifft sich am ersten Montag im Monat",
    [fact("Der Lesekreis trifft sich am ersten Montag im Monat")],
  ],
  ["Der Müll wird dienstags abgeholt", [fact("Der Müll wird dienstags abgeholt")]],
  ["Meine Frau und ich sind Vegetarier", [fact("Meine Frau und ich sind Vegetarier", "diet")]],
  ["Ich habe zwei Schwestern", [fact("Hat zwei Schwestern")]],
  ["Ich trinke keinen Alkohol", [preference("Ich trinke keinen Alkohol")]],
  ["Wir haben eine Katze namens Minka", [fact("Wir haben eine Katze namens Minka")]],
  [
    "Ich lese gerade Der Zauberberg von Thomas Mann",
    [fact("Ich lese gerade Der Zauberberg von Thomas Mann")],
  ],
  ["Ich wurde 1979 in Halle geboren", [fact("Ich wurde 1979 in Halle geboren", "birthday")]],
  ["Ich bin am 4. März 1990 geboren", [fact("Am 4. März 1990 geboren", "birthday")]],
  [
    "Die Telefonnummer der Schule ist 0221 4455",
    [fact("Die Telefonnummer der Schule ist 0221 4455", "schule_phone")],
  ],
];

test.each(kept)("extractOffline() keeps what is stated in German: %j", (said, expected) => {
  expect(keptOf(expected, say(said, de))).toEqual(expected);
});

const left: readonly string[] = [
  "Ich bin heute so müde",
  "Mir ist kalt",
  "Ich habe Hunger",
  "Ich habe keine Zeit",
  "Ich habe eine Frage",
  "Ich bin im Supermarkt",
  "Ich bin auf dem Weg nach Hause",
  "Heute arbeite ich nicht",
  "Im Moment bin ich gestresst",
  "Im Moment wohne ich bei meiner Mutter, weißt du",
  "Jetzt gehe ich ins Bett",
  "Jetzt habe ich Hunger",
  "In Berlin regnet es",
  "Das Wetter wird schön",
  "Der Kaffee wird kalt",
  "Die Zeit wird knapp",
  "Wie spät ist es?",
  "Magst du Jazz?",
  "Kannst du mir helfen?",
  "Stell einen Wecker auf 7 Uhr",
  "Wenn ich in Paris wohnte, würde ich Croissants essen",
  "Vielleicht ziehe ich nach Spanien",
  "Ich überlege, den Job zu wechseln",
  "Ich glaube, ich mag das",
  "Ich mag das",
  "Ich liebe es",
  "Das hasse ich",
  "Ich hätte gern einen Kaffee",
  "Ich möchte schlafen",
  "Ich muss Milch kaufen",
  "Gute Nacht",
  "Du hast gesagt, dass ich Nüsse mag",
  "Mein Bruder sagt, er zieht auf den Mars",
  "Ich habe gelesen, dass Kaffee ungesund ist",
  "War nur ein Witz, ich bin Millionär",
  "Übersetze: Ich wohne in Berlin und liebe Bier",
  "In meinem Roman lebt Anna in Wien",
  "Angenommen, ich bin Vegetarier",
  "Der Hund ist im Garten",
  "Das Essen ist im Ofen",
  "Die Kinder sind in der Schule",
  "Ich habe gestern einen Film gesehen",
  "Ich habe Nudeln gegessen",
  "Sie ist nett",
  "Meine Schwester ist hier",
  "Mein Bruder schläft",
  "Meine Frau ist bei der Arbeit",
  "Mein Handy ist ein Problem",
  "Mein Handy ist leer",
  "Wir schlafen gut",
  "Das ist mein Bruder",
  "Ich lese gerade ein Buch",
  "Ich spiele in meinem Zimmer",
  "Sag mir einen Witz",
  "Ich habe geträumt, dass ich in Rom wohne",
  "Auf dem Tisch habe ich nichts gefunden",
  "Am Montag war ich müde",
  "Mit dir rede ich gern",
];

test.each(left)("extractOffline() leaves out in German: %j", (said) => {
  expect(say(said, de)).toEqual([]);
});
