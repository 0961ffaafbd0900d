import type { Calendar } from "../types/language.ts";

export const calendar: Calendar = {
  months:
    "enero febrero marzo abril mayo junio julio agosto septiembre,setiembre octubre noviembre diciembre",
  weekdays: "lunes martes miércoles,miercoles jueves viernes sábado,sabado domingo",
  numbers:
    "un,una,uno dos,un_par_de tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis,dieciseis diecisiete dieciocho diecinueve veinte",
};
