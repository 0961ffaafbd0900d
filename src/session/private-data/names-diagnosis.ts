/**
 * Whether a sentence says of a person that they have an illness, in English, Spanish, Catalan, Portuguese, French and
 * German: the trained head misses some of the shortest ("I have diabetes"). Takes linear time.
 */
export const namesDiagnosis = (sentence: string): boolean => had.test(sentence);

/** Names of illnesses that are said of people and hardly of anything else. */
const illness =
  "diabetes|diabète|diabetis|cancer|cáncer|càncer|câncer|cancro|krebs|leuk(?:a?emia|ämie)|leucemia|leucèmia|leucémie|leucemia|asthma?|asma|asthme|epileps(?:y|ie)|epilepsia|epilèpsia|épilepsie|parkinson|alzheimer|arthritis|artritis|artrite|arthrite|arthrose|artrosis|schizophreni[ae]|esquizofrenia|schizophrénie|depression|depresión|depressió|depressão|dépression|depressionen|dementia|demencia|demència|demência|démence|demenz|hepatitis|hepatite|hépatite|lupus|hiv|vih|aids|sida|adhd|tdah|tda|autism|autismo|autisme|autismus|anorexia|anorexie|bulimia|celiac disease|celiaquía|endometriosis|fibromyalgia|fibromialgia|multiple sclerosis|esclerosis múltiple|epilepsia|bipolar disorder|trastorno bipolar|anxiety disorder|migraines?|migrañas?|migraine";
const has =
  "have|has|had|suffers? from|tengo|tienes?|tiene|tenía|padece(?: de)?|sufre de|tinc|té|tenia|pateix(?: de)?|tenho|tem|sofre de|padece de|ai|j['’]ai|a|souffre|habe|hat|hatte|leide[t]? an|erkrankt an";
const had = new RegExp(
  `(?<!\\p{L})(?:${has}) (?:de |d['’]|an? |une? |une |el |la |le |eine? )?((?:(?:breast|lung|skin|type [12]|severe|chronic|bowel|prostate) ){0,2}(?:${illness})(?: (?:tipo|type|typ) \\d)?)(?!\\p{L})(?![ -](?:clinic|research|cent(?:er|re)|charity|ward|book|film|friendly))`,
  "iu",
);
