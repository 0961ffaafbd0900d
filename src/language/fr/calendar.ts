import type { Calendar } from "../types/language.ts";

export const calendar: Calendar = {
  months:
    "janvier février,fevrier mars avril mai juin juillet août,aout septembre octobre novembre décembre,decembre",
  weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
  numbers:
    "un,une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
};
