import type { Calendar } from "../types/language.ts";

export const calendar: Calendar = {
  months: "gener febrer març,marc abril maig juny juliol agost setembre octubre novembre desembre",
  weekdays: "dilluns dimarts dimecres dijous divendres dissabte diumenge",
  numbers:
    "un,una dos,dues,un_parell_de tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou vint",
};
