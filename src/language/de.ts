import type { Language } from "./language.ts";

/** German. */
export const de: Language = {
  code: "de",
  commonWords: `der die das und ist in zu den mit von für nicht ein eine einen wann wo wer wie was ich du er sie wir ihr mein meine
    hat haben war waren auf im dem des sich auch bei nach wurde habe sind seit noch schon gegen bis nur sein ihre seine
    aus beim zum zur wird werden kein keine immer vom jeden jede`,
  wordEndings: `ten hen gen ung cht gt kt ich sen ern sch ben fen ken rin eit ag mmer tet zt tt zen ein nn hn ln tz iert ße zig elt
    sche llt hlt sst ß tig nnt uch ßen keit lich isch chen`,
  markerWords: `der ist und ich nicht ein eine einen mit wie wir sie er auf für mich mir mein meine bitte danke heute morgen gestern
    auch aber von zu zum haben habe hast kann nein guten gut licht mach wann dass noch sehr mag kein keinen`,
  languageRequest: `(?:sprich|rede|antworte|sprechen wir|lass uns)(?: mit mir)?(?: bitte)?(?: auf)? NAME(?: sprechen| reden| weiter| weitermachen)?
    | (?:können wir |wollen wir |mit mir )?(?:auf )?NAME (?:sprechen|reden|antworten|weitermachen)
    | (?:wechsle|wechseln wir)(?: bitte)? (?:zu|zum|auf|ins) NAME`,
  stopWords: `wurde wurden gibt gab wer wann wo was warum einem einer dein deine unser unsere oder thema themen mich
    mir uns uber weisst alles etwas jemand`,
  months: `januar,jänner februar märz april mai juni juli august september oktober november dezember`,
  weekdays: "montag dienstag mittwoch donnerstag freitag samstag,sonnabend sonntag",
  numbers: `einem,einer,eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
    sechzehn siebzehn achtzehn neunzehn zwanzig`,
  moreNumbers: `dreißig 30 vierzig 40 funfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 hundert 100 tausend 1000
    ein 1 eine 1 einen 1 zwo 2 dreissig 30`,
  before: "vorher",
  asksWhen: "wann|wie lange|seit wann|welche[ms]? (?:tag|jahr|monat|datum)",
  timeWords: `gestern heute morgen woche wochen monat monate monaten jahr jahre jahren tag tage tagen seit letzte
    letzten letztes nachste nachsten`,
  askingWords: "sag sagen weisst weiss erinnerst art ding dinge sachen etwas",
  vague:
    "mag liebt will braucht kauft kommt geht macht nimmt immer nie gut beste besser neu alt gross klein mal stunde stunden minuten",
  kin: "mutter vater bruder schwester sohn tochter frau mann oma opa onkel neffe nichte",
  capitalNouns: true,
  fillers: `also | na ja | naja | nun | tja | ähm+ | äh+ | hm+ | ach | oh | hallo | hi | hey
      | guten (?:morgen|tag|abend) | übrigens | und | weißt du | hör mal | eigentlich | ja | gut | okay | ok
      | danke | aber | denn | weil | bitte`,
  asking:
    "bitte | jetzt | na gut | (?:kannst|könntest|würdest) du(?: mir| dir)?(?: bitte)? | du kannst",
  statements: {
    corrections: `nein | nee | sorry | entschuldigung | warte | ups | tatsächlich | ich (?:meine|meinte)
      | korrektur | das (?:stimmt|ist) nicht(?: mehr)?(?: so| wahr| richtig)?`,
    material: `übersetz(?:e|en)? | korrigier(?:e|en)? | fasse? .{0,40}zusammen | tu so | stell dir vor
      | angenommen | es war einmal
      | (?:im|in (?:meine[mr]|de[mr]|diese[mr])) (?:roman|geschichte|buch|traum|märchen|lied|film|spiel)`,
    takeBack: `vergiss (?:das|es|was ich gesagt habe)(?: wieder)?(?=$|[,.!:;]| -) | schon gut | macht nichts
      | lass (?:das|es|gut sein) | (?:das )?war (?:nur )?(?:ein )?(?:witz|scherz|spaß) | ich mache nur spaß
      | ich nehme das zurück | (?:streich|lösch) das`,
    offRecord: `merk dir (?:das|dies|es) (?:bitte )?nicht | (?:speicher|notier|schreib)e? (?:das|dies|es) (?:bitte )?nicht
      | unter uns | off the record`,
    forget: `verg(?:iss|isst|esst)(?![^,]{0,25} (?:nicht|nie)(?!\\p{L})) | vergessen(?! (?:ha|nicht|wir))
      | (?:lösche?|streiche?|entferne),? (?:dass|was)`,
    offer: "soll ich (?:mir )?(?:merken|notieren|speichern),? dass",
    subjects: "ich | mich | mir | wir | uns | der | die | das | den | ein | eine",
    my: "(?:eine[rs]? )?(?:meine?[mnrs]?|unsere?[mnrs]?)",
    pronouns: "er | sie | seine? | ihre?",
    past: `gestern | war | waren | hatte | hatten | letzte[nrs]? | ging | kam | kaufte | sagte
      | vor \\S+ (?:tagen|wochen|monaten|jahren|tag|woche)
      | (?:bin|hab|habe|haben|hat|ist|sind|wurde|wurden) .{0,80}(?:\\p{L}*ge\\p{L}+(?:t|e?n)|bekommen|\\p{L}+ lassen|(?:be|ver|ent)\\p{L}+t|\\p{L}+iert)`,
    connectors: "und | aber | weil | denn | obwohl | sondern",
    each: `jede[nrsm]? | alle | {weekday}s | täglich | wöchentlich | monatlich
      | (?:pro|am|in der) (?:tag|woche|monat|jahr) | werktags`,
  },
  days: {
    inWords: `erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte dreizehnte vierzehnte fünfzehnte
      sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste einundzwanzigste zweiundzwanzigste dreiundzwanzigste
      vierundzwanzigste fünfundzwanzigste sechsundzwanzigste siebenundzwanzigste achtundzwanzigste neunundzwanzigste
      dreißigste einunddreißigste`,
    seasons: "frühling,frühjahr sommer herbst",
    on: "am",
    in: "in",
    weekOf: "in der Woche vom",
    units: "tag,tage,tagen woche,wochen monat,monate,monaten jahr,jahre,jahren",
    table: `
      date: (?:am |zum |der |den )?(?:{wd},? )?(?:den |dem )?{d}[nr]?\\.? ?{month}(?: {y})?
      day: am {d}\\.(?! ?\\p{L}{3,9} (?:19|20)\\d\\d)
      +2d: übermorgen
      -2d: vorgestern
      +1d: (?<!guten |heute |jeden |am )morgen
      -1d: gestern
      +n: in {n} {unit}
      -n: vor {n} {unit}
      +: (?:am )?{wd} (?:nächster|kommender) woche|nächste woche (?:am )?{wd}
      +: (?:in der |im )?(?:nächste|kommende)[rnsm]? {span}
      -: (?:am |in der |im )?(?:letzte|vorige|vergangene)[rnsm]? (?:{wd}|{span}|{month})
      =: (?:am |an diesem )?(?:nächsten |kommenden |diesen )?{wd}
      =: (?:im|ab|seit|bis|vor|anfang|mitte|ende|kommenden|nächsten) {month}(?! \\d)|(?:diese[ns]|heuer im) {season}`,
  },
  courtesy: {
    thanks: "danke|dankeschon|vielen dank",
    goodbye:
      "tschuss|auf wiedersehen|bis (?:bald|morgen|spater|dann)|gute nacht|schonen (?:tag|abend)",
    greeting:
      "hallo|guten (?:morgen|tag|abend)|moin|servus|wie geht(?:s| es|'s)(?: (?:dir|ihnen|euch))?|alles gut bei dir",
  },
  chatter: `nein klar gut prima alles genau stimmt verstanden naja schon sehr hilfe deine mehr heute war's wars dank bitte
    tausend`,
  agreements: "ja genau richtig klar stimmt jawohl",
  refusals: "nicht nein aber kein",
  questionWords: `wann was wer wem wen wessen wo wohin woher welche welcher welches welchen welchem wie wieviel wieso
    warum weshalb womit`,
  remember: {
    verbs: "merke? dir|merken|notier(?:en?)?|denke? daran|vergiss nicht|notiz|merke",
    that: " ?,? dass | ?: ?",
    bare: "das|dass",
  },
  remind: {
    lead: "mich(?: bitte)?(?= .*erinnern)|erinner(?:e|st du)? mich(?: bitte)?",
    opening: "(?:bitte )?daran(?: erinnern)?,? ?(?:dass )?|an |dass ",
    today: "heute|in .{1,20}(?:stunden?|minuten?)",
  },
  wish: {
    about:
      "fasse?(?= .*zusammen)|(?:eine )?zusammenfassung (?:von|uber|zu)|was weisst du|was weißt du|was habe ich dir|(?:sag mir )?alles,? was du|erzahl(?:e)? mir|liste|zeig(?:e)? mir",
    memory: {
      count:
        "wie ?viele (?:erinnerungen|dinge|notizen|eintrage|fakten) (?:hast du|habe ich|haben wir|gibt es|kennst du|weisst du|weißt du)(?: dir)?(?: gespeichert| uber mich| insgesamt| notiert| gemerkt)*|wie ?viel (?:weisst|weißt) du(?: uber mich)?",
      told: "was hab(?:e|en)? (?:ich|wir) (?:dir )?(?:alles )?(?:gesagt|erzahlt|gemacht)|was hast du (?:dir )?(?:gelernt|gemerkt|notiert|gespeichert)|was (?:ist|war) (?:alles )?(?:passiert|geschehen|los|neu)|was gibt es neues",
      talked:
        "(?:woruber|uber was|wovon) haben wir (?:uns )?(?:gesprochen|geredet|unterhalten)|woruber (?:sprachen|redeten) wir",
      today: "heute(?: (?:fruh|morgen|mittag|nachmittag|abend))?",
      yesterday: "gestern(?: abend)?",
    },
  },
  preference: {
    stating:
      /^ich (?:liebe|mag(?: sehr)?|bevorzuge|hasse|(?:esse|trinke|höre|lese|koche|spiele) (?:sehr |am liebsten |nicht )?gerne?) (?<liked>.+)$/iu,
    notPlain: `es dies diese dieser dieses diesen dich euch sie ihn ihr ihnen dein deine deinen wie wenn was dass
      idee plan beide beides lieber mehr nicht anderen andere erste ersten jetzt gerade heute gestern aber weil`,
  },
  turned:
    "ich: wir: ich_bin:du_bist ich_habe:du_hast ich_war:du_warst ich_mag:du_magst ich_kann:du_kannst ich_will:du_willst ich_muss:du_musst ich_wohne:du_wohnst wir_sind:ihr_seid wir_haben:ihr_habt mich:dich mir:dir mein:dein meine:deine meinen:deinen meinem:deinem meiner:deiner meines:deines uns:euch unser:euer unsere:eure unseren:euren unserem:eurem unserer:eurer",
  unfinished:
    "und|oder|aber|weil|dass|wenn|obwohl|während|ein|eine|einen|einem|einer|mein|meine|meinen|meiner|dein|deine|der|den|dem|im|am|zum|zur|vom|von|für|sehr|ich|und dann",
  invented: `(?:vielen dank|danke) (?:für'?s (?:zuschauen|zusehen)|für (?:ihre|die) aufmerksamkeit)
    | bis zum nächsten (?:mal|video) | abonniert (?:den|meinen) kanal | vergesst nicht zu abonnieren
    | lasst ein abo da | das war's für heute | musik | applaus | gelächter | stille`,
  commands: {
    closing: "bitte | danke | jetzt | ok | okay | mal | wieder | ab jetzt",
    forget_that: `(?:vergiss|lösche?|streiche?) (?:das|es)(?: wieder)? | vergiss (?:das )?was ich (?:gerade |eben )?gesagt habe
      | (?:das|es) (?:vergessen|löschen) | (?:ich )?nehme? das zurück | merk dir das nicht | das habe? ich nicht gesagt
      | das ist nicht was ich gesagt habe | du hast mich falsch verstanden`,
    forget: `vergiss (?:dass|das mit|die sache mit) REST
      | (?:vergiss|lösche?) (?:alles |alles was |das was |was )du (?:über|von) REST weißt
      | vergiss (?:alles )?was ich (?:dir )?(?:über|von|zu) REST (?:gesagt|erzählt) habe
      | vergiss (?:bitte |ja |doch )*(?!wie |ob |.* zu \\w+en$)REST`,
    end: `beenden? (?:das|dieses|unser) gespräch | (?:das )?gespräch beenden | ende des gesprächs
      | (?:das (?:war's|war es|war alles|ist alles)|das wäre alles)(?: für (?:heute|jetzt))? | (?:wir sind|ich bin) fertig
      | tschüss | tschüs | ciao | auf wiedersehen | bis (?:bald|morgen|später|dann) | gute nacht`,
    stop: `stopp | stop | halt | hör auf(?: zu reden)? | sei (?:still|ruhig|leise) | still | ruhe | genug | es reicht | schluss
      | schon gut | egal | abbrechen | lass (?:es|gut sein)`,
    repeat: `wiederhol(?:e|en)?(?: das| es)? | (?:sage? das )?noch ?(?:ein)? ?mal | was hast du (?:gerade |eben )?gesagt | wie bitte
      | das habe ich nicht (?:gehört|verstanden)`,
    help: "hilfe | hilf mir | was kann ich (?:dir )?(?:sagen|tun|fragen) | was kannst du(?: alles)? | wie funktioniert das",
    yes: "ja(?: (?:ja|das|den|die|vergiss (?:es|das)|mach das))? | jawohl | vergiss (?:es|das) | mach das",
    no: "nein | nee | nö | lieber nicht | (?:nein )?(?:das|den|die|diese[ns]?) nicht | keins | keine | keinen | nichts",
  },
  phrases: {
    sorry: "Wie bitte?",
    one_moment: "Einen Moment.",
    model_trouble: "Ich kann gerade nicht antworten. Was du gesagt hast, ist aufgehoben.",
    failed: "Da ging etwas schief. Bitte versuch es noch einmal.",
    memory_slow: "Ich kann noch nicht in mein Gedächtnis schauen. Frag mich gleich noch einmal.",
    cannot_hear: "Ich höre dich nicht: Das Mikrofon funktioniert nicht.",
    hears_again: "Ich höre dich wieder.",
    transcriber_gone: "Ich höre dich, kann aber gerade nicht verstehen, was gesagt wird.",
    voice_gone: "Meine gewohnte Stimme ist weg. Ich spreche mit dieser, bis sie wieder da ist.",
    wake_gone: "Ich kann mein Aktivierungswort gerade nicht hören.",
    disk_full: "Mein Speicher ist voll. Ich kann nicht aufheben, was du mir sagst.",
    memory_off: "Mein Gedächtnis ist ausgeschaltet. Ich behalte nichts.",
    nothing_to_take_back: "Es gibt nichts zurückzunehmen.",
    forgotten: "Vergessen: {text}",
    changed_and_stays: "Das wurde inzwischen geändert, also behalte ich es: {text}",
    nothing_forgotten: "In Ordnung, ich vergesse nichts.",
    kept: {
      one: "Ich habe mir eine Sache gemerkt.",
      other: "Ich habe mir # Dinge gemerkt.",
    },
    nothing_new: "Es gab nichts Neues zu merken.",
    kept_for_later: "Ich nehme es später ins Gedächtnis auf. Bis dahin ist es hier sicher.",
    ready: "Ich höre.",
    reminder: "Zur Erinnerung: {text}",
    help: "Frag mich, was du wissen willst. Sag: Merk dir, dass, und ich behalte es. Sag: Vergiss das, und ich nehme es zurück. Oder: Was weißt du über, wiederhole das, stopp, Gespräch beenden.",
    noted: "Notiert:",
    known: "Das wusste ich schon:",
    not_saved: "Das konnte ich nicht speichern:",
    what_to_remember: "Was soll ich mir merken?",
    nothing: "Dazu habe ich nichts.",
    nearest: "Am nächsten kommt:",
    will_keep: "Ich behalte:",
    all_right: "In Ordnung.",
    greeting: "Hallo! Frag mich etwas, oder sag mir, was ich mir merken soll.",
    thanks: "Gern geschehen.",
    goodbye: "Bis bald.",
    forget: "Um etwas zu vergessen, sag: vergiss, und worum es geht.",
    said_now: "Du hast gerade gesagt: „{text}“",
    speaking: "In Ordnung, sprechen wir Deutsch.",
    holds: { one: "Ich habe # Erinnerung.", other: "Ich habe # Erinnerungen." },
    more: { other: "… und # weitere" },
  },
};
