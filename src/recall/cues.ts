import { foldWord } from "../index/tokenize.ts";

/** True when a question asks for a point or a length of time ("when", "how long", "¿qué día…?"). */
export function asksWhen(folded: string): boolean {
  return whenQuestion.test(folded);
}

/** True when a text says when something was or will be: a day, a month, a year, "last week", "ago". */
export function tellsWhen(text: string): boolean {
  return timeExpression.test(foldWord(text.toLowerCase()));
}

/** True for words with which people ask a memory ("tell", "remember", "please"), and which it hardly ever holds. */
export function isAskingWord(folded: string): boolean {
  return askingWords.has(folded);
}

/** Leaves out what a spoken question says beside the point: "um hey so can you tell me … i forgot right now". */
export function stripFiller(folded: string): string {
  const stripped = folded.replace(filler, " ").trim();
  return /[\p{L}\p{N}]/u.test(stripped) ? stripped : folded;
}

const before = "(?<![\\p{L}\\p{N}])";
const after = "(?![\\p{L}\\p{N}])";

const whenPhrases = [
  "when|how long|(?:what|which) (?:date|day|year|month|time|season|week)|since when",
  "cuando|cuanto tiempo|cuantos (?:dias|anos|meses)|(?:que|cual) (?:dia|fecha|ano|mes|es la fecha)",
  "quan|quant de temps|quants (?:dies|anys|mesos)|quin (?:dia|any|mes)|quina data",
  "quando|quanto tempo|que dia|em que (?:dia|ano|mes|data)|che (?:giorno|anno|mese)|in che data",
  "quand|combien de temps|quel (?:jour|mois)|quelle (?:date|annee)|depuis quand",
  "wann|wie lange|seit wann|welche[ms]? (?:tag|jahr|monat|datum)",
  "wanneer|hoe ?lang|welke (?:dag|datum|maand)|welk jaar|kiedy|kdy|mikor|milloin|nar|hvornar|cand",
  "когда|как долго|коли|кога|ποτε|ne zaman|متي|מתי",
];
const whenSpaceless =
  "什么时候|什麼時候|何时|何時|几号|哪天|哪年|多久|いつ|何日|何年|언제|며칠|เมื่อไหร่|เมื่อไร|कब";
const whenQuestion = new RegExp(
  `${before}(?:${whenPhrases.join("|")})${after}|${whenSpaceless}`,
  "u",
);

const timeWords = [
  "yesterday|today|tonight|tomorrow|ago|last|next|weeks?|months?|years?|days?|weekends?|since|recently",
  "this (?:morning|summer|winter|spring|fall|autumn)|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
  "january|february|march|april|june|july|august|september|october|november|december",
  "ayer|hoy|manana|anoche|hace|semanas?|mes(?:es)?|anos?|dias?|desde|proxim[oa]|pasad[oa]",
  "lunes|martes|miercoles|jueves|viernes|sabado|domingo|enero|febrero|marzo|abril|mayo|junio|julio",
  "agosto|se[pt]*iembre|octubre|noviembre|diciembre|ahir|avui|dema|setman(?:a|es)|anys?|dies|vinent",
  "dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|gener|febrer|juny|juliol|desembre",
  "ontem|hoje|amanha|semanas?|mes|ha|atras|hier|aujourd|demain|semaines?|mois|ans?|jours?|depuis",
  "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|avril|juillet|aout",
  "gestern|heute|morgen|wochen?|monate?n?|jahre?n?|tage?n?|seit|vor|letzte[nrs]?|nachste[nrs]?",
  "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|marz|juni|juli|oktober|dezember",
  "ieri|oggi|domani|settiman[ae]|mes[ei]|ann[oi]|giorn[oi]|fa|scors[oa]|prossim[oa]|gisteren|vandaag",
  "weken|maand(?:en)?|jaar|dagen|sinds|geleden|вчера|сегодня|завтра|недел\\p{L}*|месяц\\p{L}*|год\\p{L}*|назад",
  "(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}[:.]\\d\\d",
];
const timeSpaceless =
  "昨天|今天|明天|去年|今年|明年|上周|下周|昨日|今日|明日|先週|来週|[年月日]|어제|오늘|내일|작년|내년|지난|เมื่อวาน|วันนี้|พรุ่งนี้";
const timeExpression = new RegExp(
  `${before}(?:${timeWords.join("|")})${after}|${timeSpaceless}`,
  "u",
);

const fillerPhrases = [
  "(?:um+|uh+|er+m*|hm+|hey|hi|hello|ok(?:ay)?|well|so|please|thanks|thank you|right now|by the way)",
  "(?:can|could|would|will) you (?:please )?(?:tell|remind|show|give) me|do you (?:know|remember|recall)",
  "(?:i|we) (?:can(?:no|')?t|don'?t|do not) (?:remember|recall|know)|i (?:forgot|wonder|want to know)",
  "(?:oye|hola|por favor|pues|eh+|gracias)|(?:me )?puedes decir(?:me)?|sabes|te acuerdas de|no (?:me acuerdo|recuerdo)",
  "(?:ei|escolta|si us plau|doncs|sisplau)|em pots dir|saps|recordes|no (?:me'n recordo|recordo)",
  "(?:ola|por favor|obrigad[oa])|podes dizer-me|voce (?:sabe|lembra)|sabes|nao me lembro",
  "(?:salut|bonjour|s'il te plait|s'il vous plait|merci|euh+)|(?:peux-tu|tu peux|pouvez-vous) me dire|tu te souviens|est-ce que",
  "(?:hallo|bitte|danke|also|ah+m*)|kannst du mir (?:bitte )?sagen|weisst du(?: noch)?|ich weiss nicht mehr",
  "(?:ciao|per favore|grazie|allora)|(?:mi )?puoi dir(?:e|mi)|sai|ti ricordi|non (?:mi )?ricordo",
];
const filler = new RegExp(`${before}(?:${fillerPhrases.join("|")})${after}`, "gu");

const askingWords = new Set(
  `likely probably maybe perhaps tell told know knew remember remembered recall mention mentioned kind kinds thing things type types sort sorts one ones various
  anything something everything please um uh hey
  dime decir sabes saber recuerdas recordar recuerda tipo tipos cosa cosas algo favor digues dir saps recordes tipus coses res plau
  diz dizer sabe lembras lembra coisa coisas dis dire sais sait souviens genre type chose choses
  sag sagen weisst weiss erinnerst art ding dinge sachen dimmi sai ricordi qualcosa zeg weet herinner soort ding dingen`.split(
    /\s+/,
  ),
);
