/** Asks for a point or a length of time; words folded, a line a language. */
export const whenPhrases = [
  "when|how long|(?:what|which) (?:date|day|year|month|time|season|week)|since when",
  "cuando|cuanto tiempo|cuantos (?:dias|anos|meses)|(?:que|cual) (?:dia|fecha|ano|mes|es la fecha)",
  "quan|quant de temps|quants (?:dies|anys|mesos)|quin (?:dia|any|mes)|quina data",
  "quando|quanto tempo|que dia|em que (?:dia|ano|mes|data)|che (?:giorno|anno|mese)|in che data",
  "quand|combien de temps|quel (?:jour|mois)|quelle (?:date|annee)|depuis quand",
  "wann|wie lange|seit wann|welche[ms]? (?:tag|jahr|monat|datum)",
  "wanneer|hoe ?lang|welke (?:dag|datum|maand)|welk jaar|kiedy|kdy|mikor|milloin|nar|hvornar|cand",
  "когда|как долго|коли|кога|ποτε|ne zaman|متي|מתי",
];

/** The same in languages that put no spaces between words. */
export const whenSpaceless =
  "什么时候|什麼時候|何时|何時|几号|哪天|哪年|多久|いつ|何日|何年|언제|며칠|เมื่อไหร่|เมื่อไร|कब";

/** Words that place something in time; single words, since every candidate is looked through. */
export const timeWords = new Set(
  `yesterday today tonight tomorrow ago last next week weeks month months year years day days weekend weekends since recently
  morning summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  ayer hoy manana anoche hace semana semanas mes meses ano anos dia dias desde proximo proxima pasado pasada
  lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre
  setiembre octubre noviembre diciembre ahir avui dema setmana setmanes any anys vinent passat passada
  dilluns dimarts dimecres dijous divendres dissabte diumenge gener febrer juny juliol setembre desembre
  ontem hoje amanha atras hier aujourd'hui demain semaine semaines mois annee jour jours depuis
  lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier avril juin juillet aout septembre octobre decembre
  gestern heute morgen woche wochen monat monate monaten jahr jahre jahren tag tage tagen seit letzte letzten letztes nachste
  nachsten montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz juni juli oktober dezember
  ieri oggi domani settimana settimane mese mesi anno anni giorno giorni scorso scorsa prossimo prossima
  gisteren vandaag weken maand maanden jaar dagen sinds geleden
  вчера сегодня завтра неделя недели неделю неделе месяц месяца месяце год года году лет назад`.split(
    /\s+/,
  ),
);

/** The same in languages that put no spaces between words. */
export const timeSpaceless =
  /昨天|今天|明天|去年|今年|明年|上周|下周|昨日|今日|明日|先週|来週|[年月日]|어제|오늘|내일|작년|내년|지난|เมื่อวาน|วันนี้|พรุ่งนี้/;

/** What a spoken question says beside the point; words folded. */
export const fillerPhrases = [
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

/** Words with which people ask a memory ("tell", "remember", "kind"), and which it hardly ever holds. */
export const askingWordsByLanguage: Readonly<Record<string, string>> = {
  ca: "digues dir saps recordes recorda tipus cosa coses res algun alguna",
  de: "sag sagen weisst weiss erinnerst art ding dinge sachen etwas",
  en: `tell told know knew remember remembered recall mention mentioned kind kinds thing things type types sort sorts
    one ones various anything something everything likely probably maybe perhaps`,
  es: "dime decir sabes saber recuerdas recordar recuerda tipo tipos cosa cosas algo",
  fr: "dis dire sais sait souviens genre type chose choses",
  it: "dimmi dire sai ricordi tipo cosa cose qualcosa",
  nl: "zeg weet herinner soort ding dingen iets",
  pt: "diz dizer sabes sabe lembras lembra tipo coisa coisas algo",
};
