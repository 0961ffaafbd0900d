import { expect, test } from "vitest";
import { readReminder } from "../../../src/language/reply/remind.ts";

/** Said on Wednesday, 2 December 2026, at 14:20. */
const read = (message: string) => readReminder({ message, today: "2026-12-02", clock: "14:20" });

test.each([
  ["remind me in two hours to call Ana", "Call Ana", "2026-12-02T16:20"],
  ["remind me to call Ana in 45 minutes", "Call Ana", "2026-12-02T15:05"],
  ["remind me in an hour and a half to call Ana", "Call Ana", "2026-12-02T15:50"],
  ["remind me in half an hour that the cake is done", "The cake is done", "2026-12-02T14:50"],
  ["remind me in twelve hours to call Ana", "Call Ana", "2026-12-03T02:20"],
  ["remind me at half past six to call Ana", "Call Ana", "2026-12-02T18:30"],
  ["remind me at quarter to one to call Ana", "Call Ana", "2026-12-03T12:45"],
  ["remind me tomorrow at quarter past nine to call Ana", "Call Ana", "2026-12-03T09:15"],
  ["remind me at twenty-five to seven in the evening to call", "Call", "2026-12-02T18:35"],
  ["recuérdame a las nueve y media que llame a Ana", "Llame a Ana", "2026-12-02T21:30"],
  [
    "recuérdame mañana a las siete menos cuarto de la tarde llamar a Ana",
    "Llamar a Ana",
    "2026-12-03T18:45",
  ],
  ["recuérdame dentro de dos horas llamar a Ana", "Llamar a Ana", "2026-12-02T16:20"],
  ["recuérdame llamar a Ana en veinticinco minutos", "Llamar a Ana", "2026-12-02T14:45"],
  ["recorda'm a dos quarts de set de trucar a l'Ana", "Trucar a l'Ana", "2026-12-02T18:30"],
  ["recorda'm demà a tres quarts d'onze de trucar", "Trucar", "2026-12-03T10:45"],
  ["recorda'm d'aquí a dues hores de trucar a l'Ana", "Trucar a l'Ana", "2026-12-02T16:20"],
  ["recorda'm a les sis i un quart de la tarda de trucar", "Trucar", "2026-12-02T18:15"],
  ["lembra-me às seis e meia de ligar à Ana", "Ligar à Ana", "2026-12-02T18:30"],
  ["lembra-me daqui a duas horas de ligar à Ana", "Ligar à Ana", "2026-12-02T16:20"],
  ["rappelle-moi à dix-huit heures trente d'appeler Ana", "Appeler Ana", "2026-12-02T18:30"],
  ["rappelle-moi à sept heures moins le quart d'appeler Ana", "Appeler Ana", "2026-12-02T18:45"],
  ["rappelle-moi dans une demi-heure d'appeler Ana", "Appeler Ana", "2026-12-02T14:50"],
  ["erinnere mich um halb sieben daran, Ana anzurufen", "Ana anzurufen", "2026-12-02T18:30"],
  ["erinnere mich um Viertel nach acht an den Kuchen", "Den Kuchen", "2026-12-02T20:15"],
  ["erinnere mich in zwei Stunden daran, Ana anzurufen", "Ana anzurufen", "2026-12-02T16:20"],
  ["At a quarter to seven in the evening, remind me to call Ana", "Call Ana", "2026-12-02T18:45"],
  ["In two hours remind me to call Ana", "Call Ana", "2026-12-02T16:20"],
  ["don't let me forget to call Ana on Friday", "Call Ana on Friday 2026-12-04", "2026-12-04"],
  [
    "mañana por la mañana a las siete recuérdame que llame a Ana",
    "Llame a Ana",
    "2026-12-03T07:00",
  ],
  ["A dos quarts de set recorda'm de trucar a l'Ana", "Trucar a l'Ana", "2026-12-02T18:30"],
  [
    "rappelle-moi demain matin à sept heures moins dix d'appeler Ana",
    "Appeler Ana",
    "2026-12-03T06:50",
  ],
  ["erinnere mich um 18 Uhr 30 an den Kuchen", "Den Kuchen", "2026-12-02T18:30"],
  ["remind me tomorrow at 4 to call Ana", "Call Ana", "2026-12-03T16:00"],
  ["can you remind me at nine to call Ana?", "Call Ana", "2026-12-02T21:00"],
  ["remind me at 9 am to call Ana", "Call Ana", "2026-12-03T09:00"],
  ["remind me in two weeks that the lease ends", "The lease ends", "2026-12-16"],
  ["recuérdame el viernes que llame al dentista", "Llame al dentista", "2026-12-04"],
  ["recorda'm demà a les sis de la tarda de trucar", "Trucar", "2026-12-03T18:00"],
  [
    "rappelle-moi demain à neuf heures d'appeler le dentiste",
    "Appeler le dentiste",
    "2026-12-03T09:00",
  ],
  ["lembra-me na sexta-feira de ligar ao dentista", "Ligar ao dentista", "2026-12-04"],
  ["Erinnere mich am Freitag daran, Ana anzurufen", "Ana anzurufen", "2026-12-04"],
])("%j", (said, text, remind) => {
  expect(read(said)).toEqual({ text, remind });
});

test.each([
  "remind me every Friday to take out the bins",
  "remind me to take out the bins every Friday",
  "recuérdame sacar la basura todos los viernes",
  "recorda'm cada divendres de treure la brossa",
  "lembra-me todas as sextas de levar o lixo",
  "rappelle-moi tous les vendredis de sortir les poubelles",
  "erinnere mich jeden Freitag an den Müll",
])("%j asks for more than once, which is not there: nothing is set", (said) => {
  expect(read(said)).toBeUndefined();
});

test.each([
  "When Ana called on Friday, remind me to be kind",
  "My sister said remind me to eat",
  "What did you remind me of on Friday?",
])("%j has more than a time before it: nothing is set", (said) => {
  expect(read(said)).toBeUndefined();
});

test.each([
  ["remind me tomorrow to invite five to ten people", "Invite five to ten people", "2026-12-03"],
  ["remind me on Friday that the train takes two hours", "The train takes two hours", "2026-12-04"],
  ["recuérdame mañana que las niñas menos Ana cenan", "Las niñas menos Ana cenan", "2026-12-03"],
])("%j names no time of day", (said, text, remind) => {
  expect(read(said)).toEqual({ text, remind });
});
