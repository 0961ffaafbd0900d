import { expect, test } from "vitest";
import { askedMemoryIn } from "../../../src/language/read/asked-memory.ts";

/** Said on Wednesday, 2 December 2026. */
const read = (message: string) => askedMemoryIn(message, "2026-12-02");

test.each([
  ["remind me in two weeks that the lease ends", "The lease ends", "2026-12-16"],
  ["remind me tomorrow at nine to call Ana", "Call Ana at nine", "2026-12-03"],
  [
    "remind me at twenty-five to seven tomorrow to call",
    "Call at twenty-five to seven",
    "2026-12-03",
  ],
  ["remind me tomorrow to invite five to ten people", "Invite five to ten people", "2026-12-03"],
  ["remind me on the 5th of March to call Ana", "Call Ana", "2027-03-05"],
  ["remind me in March to plant tomatoes", "Plant tomatoes", "2027-03-01"],
  ["don't let me forget to call Ana on Friday", "Call Ana on Friday 2026-12-04", "2026-12-04"],
  ["On Friday at nine, remind me to call Ana.", "Call Ana at nine", "2026-12-04"],
  ["In two hours remind me to call Ana", "Call Ana in two hours", "2026-12-02"],
  ["remind me tonight to call Ana", "Call Ana tonight", "2026-12-02"],
  ["recuérdame el viernes que llame al dentista", "Llame al dentista", "2026-12-04"],
  [
    "recuérdame mañana a las siete de la tarde llamar a Ana",
    "Llamar a Ana a las siete de la tarde",
    "2026-12-03",
  ],
  ["recuérdame dentro de dos horas llamar a Ana", "Llamar a Ana dentro de dos horas", "2026-12-02"],
  ["mañana a las siete recuérdame que llame a Ana", "Llame a Ana a las siete", "2026-12-03"],
  ["recorda'm demà a tres quarts d'onze de trucar", "Trucar a tres quarts d'onze", "2026-12-03"],
  [
    "recorda'm d'aquí a dues hores de trucar a l'Ana",
    "Trucar a l'Ana d'aquí a dues hores",
    "2026-12-02",
  ],
  ["Lembra-me amanhã de uma consulta", "Uma consulta", "2026-12-03"],
  ["Recuérdame mañana de una cita con el médico", "Una cita con el médico", "2026-12-03"],
  ["lembra-me na sexta-feira de ligar ao dentista", "Ligar ao dentista", "2026-12-04"],
  ["lembra-me daqui a duas horas de ligar à Ana", "Ligar à Ana daqui a duas horas", "2026-12-02"],
  [
    "rappelle-moi demain à sept heures moins dix d'appeler Ana",
    "Appeler Ana à sept heures moins dix",
    "2026-12-03",
  ],
  [
    "rappelle-moi dans une demi-heure d'appeler Ana",
    "Appeler Ana dans une demi-heure",
    "2026-12-02",
  ],
  ["Erinnere mich am Freitag daran, Ana anzurufen", "Ana anzurufen", "2026-12-04"],
  ["erinnere mich in zwei Stunden an den Kuchen", "Den Kuchen in zwei Stunden", "2026-12-02"],
])("%j", (said, text, remind) => {
  expect(read(said)).toEqual({ text, remind });
});

test.each([
  ["remind me to call Ana", "Call Ana"],
  ["can you remind me at nine to call Ana?", "Call Ana at nine"],
  ["remind me every Friday to take out the bins", "Take out the bins every Friday"],
  ["recuérdame sacar la basura todos los viernes", "Sacar la basura todos los viernes"],
  ["recorda'm cada divendres de treure la brossa", "Treure la brossa cada divendres"],
  ["lembra-me todas as sextas de levar o lixo", "Levar o lixo todas as sextas"],
  [
    "rappelle-moi tous les vendredis de sortir les poubelles",
    "Sortir les poubelles tous les vendredis",
  ],
  ["erinnere mich jeden Freitag an den Müll", "Den Müll jeden Freitag"],
  ["remind me yesterday to call Ana", "Call Ana yesterday"],
  ["remind me in 48 hours to call Ana", "Call Ana in 48 hours"],
  ["remember that we have a cat", "We have a cat"],
])("%j is a memory without a day to come up", (said, text) => {
  expect(read(said)).toEqual({ text });
});

test.each([
  "When Ana called on Friday, remind me to be kind",
  "My sister said remind me to eat",
  "What did you remind me of on Friday?",
  "remind me what I like",
  "remind me of my sister's birthday",
  "remind me again what I wanted to say",
  "Mich freut, dass Ana kommt",
  "Appunto, è quello che dicevo",
  "Rappel, il fait froid",
  "I got a reminder, but I love jazz",
])("%j asks for nothing to be remembered", (said) => {
  expect(read(said)).toBeUndefined();
});
