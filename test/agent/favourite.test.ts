import { expect, test } from "vitest";
import { shortPreference } from "../../src/agent/short-preference.ts";
import type { TurnPorts } from "../../src/agent/turn-ports.ts";
import { favouriteKey } from "../../src/language/read/favourite-key.ts";
import { typesOf, useConversation } from "./conversation.ts";

const usual = { enabled: true, maxLength: 60, words: [] };

// Written before the patterns, but for those that are left to the conversation's end (below).
test.each([
  "My favourite colour is green",
  "my favorite band is Radiohead!",
  "My favourite kind of tea is Earl Grey",
  "My favorite ice cream flavor is pistachio.",
  "my all-time favourite film is Casablanca",
  "My favorite singers are Adele and Sia",
  "Mi color favorito es el verde",
  "mi plato favorito es la fideuá",
  "Mis flores favoritas son las peonías",
  "Mi libro favorito es Rayuela",
  "Mi comida preferida es la tortilla",
  "El meu color preferit és el blau",
  "els meus llibres preferits són els de misteri",
  "El meu plat favorit és l'escudella",
  "A minha cor favorita é o azul",
  "Minha comida favorita é feijoada",
  "o meu filme preferido é Cidade de Deus",
  "Os meus livros favoritos são os policiais",
  "Ma couleur préférée est le bleu",
  "mon plat préféré est la ratatouille",
  "Mes fleurs préférées sont les tulipes",
  "Meine Lieblingsfarbe ist Blau",
  "Mein Lieblingsessen ist Kartoffelsalat",
  "Meine Lieblingsblumen sind Tulpen",
  "mein Lieblingsfilm ist Das Boot",
  "My favourite food is my mum's lasagne",
  "My favorite movie is The Godfather",
  "my favourite season is autumn",
  "My favourite colours are red and green",
  "My favourite author is Ursula K Le Guin",
  "Mis colores favoritos son el azul y el verde",
  "Mi color favorito es azul",
  "La meva sèrie preferida és Merlí",
  "O meu prato favorito é bacalhau à Brás",
  "Minha cor favorita é azul",
  "Mon auteur préféré est Camus",
  "Mes chaussures préférées sont les rouges",
  "Meine Lieblingsband sind Die Ärzte",
  "Meine Lieblingsfarbe ist blau",
  "Mein Lieblingsort ist der kleine See",
])("shortPreference() keeps %j as the one favourite of its kind", (said) => {
  const found = shortPreference(said, usual);
  expect(found).toEqual({
    text: said.charAt(0).toUpperCase() + said.slice(1).replace(/[.!]$/, ""),
    isFavourite: true,
  });
});

test.each([
  "My favourite colour used to be green",
  "My favourite colour was green",
  "His favourite colour is green",
  "My sister's favourite film is Casablanca",
  "Is my favourite colour green?",
  "is green my favourite colour",
  "What is my favourite colour?",
  "what is my favourite colour",
  "my favourite colour is not green",
  "My favourite colour isn't green",
  "My favourite colour is",
  "My favourite colour is that one",
  "My favourite is this one",
  "My favourite song is on",
  "My favourite song is playing right now",
  "My favourite mug is broken",
  "My favourite shop is closed today",
  "My favourite colour is green but I also like blue, red and all the others",
  "my favourite colour is green, isn't it",
  "I think my favourite colour is green",
  "if my favourite colour is green",
  "my favourite colour might be green",
  "My favourite colour will be green",
  "You know what my favourite colour is",
  "Forget that my favourite colour is green",
  "my favourite would be mint",
  "Your favourite colour is green",
  "My favourite part is what you said",
  "My favourite colour is whatever",
  "My favourite book is yours",
  "My favourite people are you",
  "Su color favorito es el verde",
  "Mi color favorito era el verde",
  "Mi color favorito no es el verde",
  "cuál es mi color favorito",
  "¿Cuál es mi color favorito?",
  "mi canción favorita es esa",
  "Tu color favorito es el verde",
  "Mi taza favorita está rota",
  "El color favorito de Ana es el verde",
  "El seu color preferit és el blau",
  "El meu color preferit era el blau",
  "El meu color preferit no és el blau",
  "quin és el meu color preferit",
  "La meva cançó preferida és aquesta",
  "A cor favorita dela é o azul",
  "A minha cor favorita era o azul",
  "A minha cor favorita não é o azul",
  "qual é a minha cor favorita",
  "A minha música favorita é esta",
  "Minha caneca favorita está quebrada",
  "Sa couleur préférée est le bleu",
  "Ma couleur préférée était le bleu",
  "Ma couleur préférée n'est pas le bleu",
  "quelle est ma couleur préférée",
  "Ma chanson préférée est celle-ci",
  "Ma tasse préférée est cassée",
  "Seine Lieblingsfarbe ist Blau",
  "Meine Lieblingsfarbe war Blau",
  "Meine Lieblingsfarbe ist nicht Blau",
  "was ist meine Lieblingsfarbe",
  "Mein Lieblingslied ist das hier",
  "Meine Lieblingstasse ist kaputt",
  "Deine Lieblingsfarbe ist Blau",
  "Ist Blau meine Lieblingsfarbe",
  "Mein Lieblingsladen ist geschlossen",
  "My favourite team is winning",
  "my favourite team lost",
  "My favourite person is here",
  "My favourite chair is his",
  "My favourite is the second one",
  "My favourite day is tomorrow",
  "My favourite of the three is the blue one",
  "My favourite jumper is in the wash",
  "My favourite teacher is leaving",
  "My favourite time is when it rains",
  "My favourite thing about you is the voice",
  "My favourite mug is cracked",
  "My favourite bar is next door",
  "My favourite café is two streets away",
  "my favourite colour is it",
  "My favourite song is over",
  "Mein Lieblingsverein ist abgestiegen",
  "Mein Lieblingspulli ist in der Wäsche",
  "Meine Lieblingsserie ist vorbei",
  "Mon équipe préférée est éliminée",
  "Ma chanson préférée est finie",
  "Mi equipo favorito es muy malo",
  "El meu bar preferit és tancat",
  "O meu time favorito é muito ruim",
  "Mi canción favorita es la que suena ahora",
  "My favourite colour is green or maybe blue",
])("shortPreference() takes %j for no favourite", (said) => {
  expect(shortPreference(said, usual)).toBeUndefined();
});

// Favourites said in another way: found when the conversation ends.
test.each([
  "Blau ist meine Lieblingsfarbe",
  "El verde es mi color favorito",
  "Green is my favourite colour",
  "La meva cançó preferida és Boig per tu",
  "Le bleu est ma couleur préférée",
  "Mein liebstes Getränk ist Tee",
  "Meine liebste Jahreszeit ist der Herbst",
  "Mon film préféré, c'est Amélie",
  "My favourite place in the house is the balcony",
  "My least favorite vegetable is celery",
  "my favourite is mint",
])("shortPreference() leaves %j for later", (said) => {
  expect(shortPreference(said, usual)).toBeUndefined();
});

test("shortPreference() goes by its settings: off, how long, and further beginnings in any language", () => {
  expect(shortPreference("I love jazz", { ...usual, enabled: false })).toBeUndefined();
  expect(shortPreference("I love jazz", { ...usual, maxLength: 10 })).toBeUndefined();
  expect(shortPreference("I love jazz", { ...usual, maxLength: 11 })?.text).toBe("I love jazz");
  const long = `I love ${"very ".repeat(20)}loud jazz`;
  expect(shortPreference(long, { ...usual, maxLength: 200 })?.text).toBe(long);
  const words = ["mi piace", "I'm fond of", "(a+)+$", "."];
  const keeps = (said: string) => shortPreference(said, { ...usual, words })?.text;
  expect(keeps("Mi piace il gorgonzola!")).toBe("Mi piace il gorgonzola");
  expect(keeps("i’m fond of maps")).toBe("I'm fond of maps");
  for (const said of [
    ...[
      "Mi piace",
      "Mi piaceva il gorgonzola",
      "Mi piace?",
      "Mi piace il tè, e tu",
      "I'm fond of you",
    ],
    ...["I'm fond of this one", "Do you mi piace tea", "aaaa tea", "x tea"],
  ])
    expect(keeps(said), said).toBeUndefined();
  expect(shortPreference("Mi piace il gorgonzola", usual)).toBeUndefined();
});

test("favouriteKey() names the same slot in every language", () => {
  for (const said of [
    ...[
      "My favourite colour is red",
      "Mi color favorito es el rojo",
      "El meu color preferit és el roig",
    ],
    ...[
      "A minha cor favorita é o vermelho",
      "Ma couleur préférée est le rouge",
      "Meine Lieblingsfarbe ist Rot",
    ],
  ])
    expect(favouriteKey(said), said).toBe("favourite_colour");
  expect(favouriteKey("I love red")).toBeUndefined();
});

test("takeTurn() saves a favourite with its slot, notes that the message says nothing else, and off it saves nothing", async () => {
  const saved: unknown[] = [];
  const remember: TurnPorts["remember"] = async (_session, memory) => {
    saved.push(memory);
    return { status: "saved", text: memory.text, file: "general/2026-02.md", line: 3 };
  };
  const { say, sessions, session } = useConversation({ remember });
  const text = "My favourite colour is green";
  await say(text);
  expect(saved).toEqual([{ text, preference: true, key: "favourite_colour" }]);
  expect(sessions.events(session.id)).toMatchObject([{ type: "saved", text, isWhole: true }]);
  const off = useConversation({ remember, shortcut: { ...usual, enabled: false } });
  for (const said of [text, "I love jazz"])
    expect(typesOf(await off.say(said))).not.toContain("tool");
  expect([saved.length, off.sessions.events(off.session.id)]).toEqual([1, []]);
});

test("takeTurn() leaves a favourite whose slot is filled to the end of the conversation", async () => {
  const { say, sessions, session } = useConversation({
    remember: async (_session, { text }) => ({ status: "left", text }),
  });
  const events = await say("My favourite colour is green");
  expect(typesOf(events)).toEqual(["message user", "recall", "delta", "message assistant"]);
  expect(sessions.events(session.id)).toEqual([]);
});
