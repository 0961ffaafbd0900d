import type { Calendar } from "../types/language.ts";

export const calendar: Calendar = {
  months:
    "januar,jänner februar märz april mai juni juli august september oktober november dezember",
  weekdays: "montag dienstag mittwoch donnerstag freitag samstag,sonnabend sonntag",
  numbers:
    "einem,einer,eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
};
