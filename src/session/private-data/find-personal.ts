import { calendarNames } from "../../language/languages.ts";
import type { Span } from "./span.ts";

/** Birth dates, postal addresses and numbers of records and documents, in English, Spanish, Catalan, Portuguese, French and German. Takes linear time. */
export const findBirthDates = (text: string): Span[] => spansOf(text, birthDates);
export const findAddresses = (text: string): Span[] => spansOf(text, addresses);
export const findRecordNumbers = (text: string): Span[] =>
  spansOf(text, [recordNumber]).filter(
    ({ start, end }) => (text.slice(start, end).match(/\d/g) ?? []).length >= minDigits,
  );

const minDigits = 5;

const months = calendarNames("months").join("|");
const date = `(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|er|\\.|º)? ?(?:de |d['’]|of )?(?:${months})(?:,? (?:de |del |d['’])?\\d{4})?|(?:${months}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)(?![\\p{L}\\p{N}])`;
const bornBefore =
  "born|birthday|date of birth|birth ?date|d\\.?o\\.?b\\.?|nací|nació|nacid[oa]|nacimiento|cumpleaños|vaig néixer|va néixer|nascu(?:t|da)|naixement|nasci|nasceu|nascid[oa]|nascimento|née?|naissance|geboren|geburtsdatum|geburtstag";
const birthDates = [
  new RegExp(`(?<!\\p{L})(?:${bornBefore})(?!\\p{L})[^\\d.;\\n]{0,24}?(${date})`, "dgiu"),
  new RegExp(`(?<![\\p{L}\\p{N}])(${date}),? geboren(?!\\p{L})`, "dgiu"),
];

const name = "\\p{Lu}[\\p{L}’'·-]{0,30}";
const joint = "(?:de|del|d['’]|da|do|dos|das|des|du|la|las|los|les|els|l['’]|i|y|e)";
const names = `(?:${joint} ){0,3}${name}(?: (?:${joint} ){0,2}${name}){0,4}`;
const number = "\\d{1,4}(?: ?[a-zA-Z]|[a-zA-Z])?";
/** "08013 Barcelona" */
const town = "(?:,? ?\\d{4,5}(?:-\\d{3,4})? \\p{Lu}\\p{L}{1,30})?";
const end = "(?![\\p{L}\\p{N}])";
const romanStreets =
  "[Cc]alle|[Cc]/|[Aa]venida|[Aa]vda\\.?|[Aa]v\\.|[Pp]laza|[Pp]aseo|[Cc]amino|[Cc]arrer|[Aa]vinguda|[Pp]laça|[Pp]asseig|[Pp]assatge|[Rr]ambla|[Rr]onda|[Rr]ua|[Pp]raça|[Tt]ravessa";
const frenchStreets =
  "rue|avenue|boulevard|place|chemin|impasse|quai|allée|Rue|Avenue|Boulevard|Place|Chemin|Impasse|Quai|Allée";
const englishStreets =
  "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Court|Square|Boulevard|Blvd|Terrace|Crescent|Gardens|Grove|Close|Row";
const addresses = [
  new RegExp(
    `(?<![\\p{L}\\p{N}.])(\\d{1,5}[A-Za-z]? (?:${name} ){1,4}(?:${englishStreets})${end})`,
    "dgu",
  ),
  new RegExp(
    `(?<!\\p{L})((?:${romanStreets}) ?${names},? (?:n[º°.]|núm\\.?|número)? ?${number}${end}${town})`,
    "dgu",
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}.])(\\d{1,4}(?: bis| ter)?,? (?:${frenchStreets}) ${names}${town})`,
    "dgu",
  ),
  new RegExp(
    `(?<!\\p{L})(\\p{Lu}[\\p{L}-]{0,30}(?:straße|strasse|str\\.|weg|gasse|platz|allee|Allee|Straße|ufer|damm) ${number}${end}(?! (?:km|m|Minuten))${town})`,
    "dgu",
  ),
];

const records =
  "(?:medical|patient|hospital) (?:record|file|id|number)|mrn|passport|insurance (?:number|no)|policy (?:number|no)|driving licence|driver['’]s license|historia clínica|tarjeta sanitaria|pasaporte|número de afiliación|història clínica|targeta sanitària|passaport|número de utente|cartão de cidadão|passaporte|dossier (?:médical|patient)|carte vitale|passeport|sécurité sociale|versicherten?nummer|versicherungsnummer|patientennummer|reisepass(?:nummer)?|personalausweis(?:nummer)?";
const recordNumber = new RegExp(
  `(?<!\\p{L})(?:${records})(?!\\p{L})(?: (?:number|no\\.?|nº|num\\.?|nummer|n°))?[ :#]{0,3}(?:(?:is|es|és|é|est|ist|lautet)[ :]{1,2})?((?=[A-Z\\d])[A-Z\\d]{1,15}(?:[ ./-][A-Z\\d]{1,12}){0,5})(?![\\p{L}\\p{N}])`,
  "dgiu",
);

function spansOf(text: string, shapes: readonly RegExp[]): Span[] {
  return shapes.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ indices }) => {
      const [start, end] = indices?.[1] ?? [0, 0];
      return end > start ? [{ start, end }] : [];
    }),
  );
}

/** Illnesses that a person is said to have, in English, Spanish, Catalan, Portuguese, French and German. Takes linear time. */
export function findDiagnoses(text: string): Span[] {
  return [...text.matchAll(said), ...text.matchAll(had)].flatMap(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return end > start ? [{ start, end }] : [];
  });
}

/** Whatever follows "diagnosed with", up to four words that do not begin another clause. */
const cut =
  "in|on|at|by|last|since|when|and|but|the|this|a|an|two|el|la|en|hace|desde|y|e|i|des|fa|quan|há|em|et|depuis|dans|und|seit|im|vor|ago";
const word = `(?!(?:${cut})(?!\\p{L}))[\\p{L}\\d][\\p{L}\\d'’-]{0,30}`;
const said = new RegExp(
  `(?<!\\p{L})(?:diagnosed with(?: an?)?|diagnos(?:is|e|tic|i) ?:|diagn[oóò]stico? ?:|diagnosticaron(?: con)?|diagnosticad[oa]s? (?:con|de|com)|diagnosticat|diagnosticad[ao] d['e]|diagnostiquée? d['’e]) ?(${word}(?: ${word}){0,3})`,
  "dgiu",
);

/** Names of illnesses that are said of people and hardly of anything else. */
const illness =
  "diabetes|diabète|diabetis|cancer|cáncer|càncer|câncer|cancro|krebs|leuk(?:a?emia|ämie)|leucemia|leucèmia|leucémie|leucemia|asthma?|asma|asthme|epileps(?:y|ie)|epilepsia|epilèpsia|épilepsie|parkinson|alzheimer|arthritis|artritis|artrite|arthrite|arthrose|artrosis|schizophreni[ae]|esquizofrenia|schizophrénie|depression|depresión|depressió|depressão|dépression|depressionen|dementia|demencia|demència|demência|démence|demenz|hepatitis|hepatite|hépatite|lupus|hiv|vih|aids|sida|adhd|tdah|tda|autism|autismo|autisme|autismus|anorexia|anorexie|bulimia|celiac disease|celiaquía|endometriosis|fibromyalgia|fibromialgia|multiple sclerosis|esclerosis múltiple|epilepsia|bipolar disorder|trastorno bipolar|anxiety disorder|migraines?|migrañas?|migraine";
const has =
  "have|has|had|suffers? from|tengo|tienes?|tiene|tenía|padece(?: de)?|sufre de|tinc|té|tenia|pateix(?: de)?|tenho|tem|sofre de|padece de|ai|j['’]ai|a|souffre|habe|hat|hatte|leide[t]? an|erkrankt an";
const had = new RegExp(
  `(?<!\\p{L})(?:${has}) (?:de |d['’]|an? |une? |une |el |la |le |eine? )?((?:(?:breast|lung|skin|type [12]|severe|chronic|bowel|prostate) ){0,2}(?:${illness})(?: (?:tipo|type|typ) \\d)?)(?!\\p{L})(?![ -](?:clinic|research|cent(?:er|re)|charity|ward|book|film|friendly))`,
  "dgiu",
);
