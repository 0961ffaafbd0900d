import { featuresOf, wordsOf } from "./features.ts";
import { createScore } from "./score.ts";

/** Whether a sentence tells of somebody's health: an illness, a medicine, a condition, an allergy. */
export const isAboutHealth = (sentence: string): boolean =>
  score(featuresOf(sentence)) > (wordsOf(sentence).length < 3 ? clearly : 0);

/** One or two words say too little to get the benefit of the doubt (log-odds). */
const clearly = 0.4;

const score = createScore("health");
