import type { Calendar } from "../types/language.ts";

export const calendar: Calendar = {
  months:
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  weekdays:
    "segunda-feira,segunda terça-feira,terça quarta-feira,quarta quinta-feira,quinta sexta-feira,sexta sábado,sabado domingo",
  numbers:
    "um,uma dois,duas,um_par_de três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis,dezesseis dezassete,dezessete dezoito dezanove,dezenove vinte",
};
