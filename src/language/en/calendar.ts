import type { Calendar } from "../types/language.ts";

export const calendar: Calendar = {
  months:
    "january,jan february,feb march,mar april,apr may june,jun july,jul august,aug september,sept,sep october,oct november,nov december,dec",
  weekdays:
    "monday,mon tuesday,tue,tues wednesday,wed thursday,thu,thurs friday,fri saturday,sat sunday,sun",
  numbers:
    "one,a two,a_couple_of three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
};
