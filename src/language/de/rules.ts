import type { LanguageRules } from "../types/rules.ts";

/** `zwölfte`, `zwölften`, `zwölfter`, in the order of the month. */
const germanDays = [
  "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft",
  "dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst",
  ..."einund zweiund dreiund vierund fünfund sechsund siebenund achtund neunund"
    .split(" ")
    .map((unit) => `${unit}zwanzigst`),
  "dreißigst einunddreißigst",
]
  .join(" ")
  .split(" ")
  .map((day) => `${day}en,${day}e,${day}er`)
  .join(" ");

/** How statements are read in German. */
export const rules: LanguageRules = {
  code: "de",
  capitalNouns: true,
  words:
    "der die das den dem des ein eine einen einem einer eines und oder dass daß mit für von vom zu zum zur ohne über auf unter zwischen seit bis wenn nicht kein keine keinen ja nein ist sind bin bist war waren sein habe hab hat haben hatte ich du er sie es wir ihr mich mir dich dir sich uns ihm ihn ihnen mein meine meinen meinem meiner unser unsere dein deine dieser diese dieses sehr mehr weniger auch schon immer nie niemals aber weil denn wie wann wo wer was welche alle alles jeder jede jedes jeden einige manche viele meisten keiner anderer wohne wohnt lebe lebt arbeite arbeitet mag mögen liebe liebt hasse lieber gern gerne esse trinke nehme will gehe gehen fahre heiße heißt geboren studiere spreche mache macht merk notier vergiss heute morgen gestern jetzt hier dort besser etwas nichts gut schlecht zwei drei jahre tag niemand jemand leute man allergisch schwester bruder an am im in ins als bei beim nach aus um so doch noch nur beschlossen",
  markers: {
    fillers:
      "also|na ja|naja|nun|tja|ähm+|äh+|hm+|ach|oh|hallo|hi|hey|guten (?:morgen|tag|abend)|übrigens|außerdem|und|weißt du|weisst du|hör mal|schau mal|ehrlich gesagt|eigentlich|ja|gut|okay|ok|danke|super|perfekt|toll|naja|jedenfalls|kurz gesagt|nur damit du es weißt|damit du es weißt|zur info|wie gesagt|ich wollte (?:dir )?(?:noch )?sagen,? dass|du solltest wissen,? dass|noch etwas|noch was|aber|denn|weil|vor allem|persönlich|zum glück|leider|wichtig|ganz wichtig|der arzt (?:sagt|meint),?(?: dass)?|die ärztin (?:sagt|meint),?(?: dass)?|ich muss (?:dir )?sagen,? dass",
    tails:
      "bitte|danke|weißt du|okay|ok|ja|gell|oder so|ne|nämlich|übrigens|ehrlich gesagt|haha+|natürlich",
    material:
      "(?:bitte )?(?:(?:kannst|könntest) du (?:mir )?(?:bitte )?)?(?:übersetz|übersetze|übersetzen|korrigier|korrigiere|korrigieren|fass(?:e)? .{0,40}zusammen|zusammenfassen|schreib (?:mir )?(?:eine?n?|das|die|den) |schreibe (?:mir )?(?:eine?n?|das|die|den) |formulier|formuliere|umschreiben|erzähl mir eine|tu so|stell dir vor|angenommen|nehmen wir an|du bist jetzt|in meine[mr] (?:roman|geschichte|buch|traum|märchen)|in (?:dem|der|diesem|dieser) (?:roman|geschichte|lied|film|spiel|song)|im (?:roman|lied|film|märchen|spiel)|meine (?:figur|romanfigur)|die hauptfigur|es war einmal|hier ist (?:ein|eine|der|die|das|mein|meine) (?:text|mail|e-mail|nachricht|brief|artikel|fehler|code)|(?:das lied|der song|der brief|der text) (?:geht|sagt|lautet)|wie sagt man|was bedeutet|was heißt|sehr geehrte|liebe[rs]? (?:herr|frau|kolleg|\\p{Lu}\\p{L}+,))",
    takeBack:
      "(?:nein,? |ach,? |warte,? |oh,? |sorry,? |egal,? |doch nicht,? )*(?:vergiss (?:das|es|was ich gesagt habe)(?: wieder)?(?=[ ,.]*$|,|\\.)|vergiss(?=[ ,.]*$)|schon gut|egal(?=[ ,.]*$)|macht nichts|lass (?:das|es|gut sein)|(?:das )?war (?:nur )?(?:ein )?(?:witz|scherz|spaß)|nur (?:ein )?(?:witz|scherz|spaß)|ich mache nur spaß|ich nehme das zurück|das stimmte nicht|das war gelogen|streich das|lösch das|doch nicht(?=[ ,.]*$))",
    offRecord:
      "merk dir (?:das|dies|es) (?:bitte )?nicht|(?:speicher|speichere|notier|notiere|schreib) (?:das|dies|es) (?:bitte )?nicht(?: auf)?|(?:das |es )?(?:bleibt|ist) (?:nur )?(?:unter uns|zwischen uns)|unter uns gesagt|ganz unter uns|nicht (?:speichern|notieren|aufschreiben|merken)|(?:das )?(?:musst|brauchst) du (?:dir )?nicht (?:zu )?(?:merken|notieren|speichern)|off the record",
    forget:
      "(?:bitte |(?:kannst|könntest|würdest) du (?:bitte )?|du kannst |ich (?:möchte|will),? dass du )*(?:verg(?:iss|isst|esst)(?![^,]{0,25} (?:nicht|nie)(?!\\p{L}))(?! (?:nicht|nie)(?!\\p{L}))|vergessen(?! (?:habe|hat|haben|hatte|wir|nicht)(?!\\p{L}))|(?:lösche|lösch|streiche|streich|entferne),? (?:dass|was))",
    correction:
      "(?:nein,? |ne,? |ach,? |oh,? |warte,? |sorry,? |entschuldigung,? |ups,? )*(?:eigentlich(?= (?:nicht|ist|am|um|in))|in wirklichkeit|tatsächlich|nein(?= ?[,.:;…–-])|nee(?= ?[,.:;…–-])|sorry|entschuldigung|warte|besser gesagt|vielmehr|ich (?:meine|meinte)|korrektur|ich habe mich (?:geirrt|vertan|versprochen)|mein fehler|das stimmt (?:nicht|nicht mehr|so nicht)|das ist (?:nicht mehr|falsch|nicht) ?(?:so|wahr|richtig|aktuell)?|planänderung|doch (?=am|um|in))(?:[ ,.:;-]+(?:eigentlich|ich (?:meine|meinte)|es ist|das ist|sorry|doch|sondern))*",
    keep: "(?:und |ja,? |bitte,? |ok,? )*(?:merk(?:e)? dir (?:das|es|dies)|notier(?:e)? (?:dir )?(?:das|es|dies)|vergiss (?:das|es) nicht|schreib (?:dir )?(?:das|es) auf|speicher(?:e)? (?:das|es)|behalte (?:das|es) im kopf)(?: bitte)?",
    offer:
      "(?:also |ok,? |gut,? )*(?:soll ich (?:mir )?(?:merken|notieren|speichern)|möchtest du,? dass ich (?:mir )?(?:merke|notiere)|(?:dann )?(?:merke|notiere|speichere) ich(?: mir)?|ich (?:merke|notiere) mir),? dass",
  },
  dates: {
    days: germanDays,
    absolute: [
      "(?:am |zum |der |den )?(?:{wd},? )?(?:den |dem )?{d}\\. ?{month}(?: {y})?",
      "(?:am |zum |der |den )?(?:{wd},? )?(?:den |dem )?{d} {month}(?: {y})?",
    ],
    dayOnly: ["am {d}\\.(?! ?\\p{L}{3,9} (?:19|20)\\d\\d)"],
    relative: [
      ["übermorgen", 2],
      ["vorgestern", -2],
      ["(?<!guten |heute |jeden |am )morgen(?: (?=früh|vormittag|mittag|nachmittag|abend))?", 1],
      ["gestern", -1],
      ["in {n} tagen|in {n} tag", 1],
      ["in {n} wochen?", 7],
      ["vor {n} tagen?", -1],
      ["vor {n} wochen?", -7],
    ],
    weekdayOfNextWeek: ["(?:am )?{wd} (?:nächster|kommender) woche", "nächste woche (?:am )?{wd}"],
    lastWeekday: ["(?:am )?(?:letzten|vergangenen|vorigen) {wd}"],
    nextWeekday: ["(?:am |an diesem )?(?:nächsten |kommenden |diesen )?{wd}"],
    past: {
      week: "(?:in der )?(?:letzten?|vorigen?|vergangenen?) woche",
      month: "(?:im )?(?:letzte|vorige|vergangene)[nm] monat",
      year: "(?:im )?(?:letzte|vorige|vergangene)[snm] jahr",
      monthsAgo: "vor {n} monat(?:en?)?",
      yearsAgo: "vor {n} jahr(?:en?)?",
      named: "(?:im )?(?:letzten|vorigen|vergangenen) {month}",
      inMonth: "im {month}(?! \\d)",
      inYear: "im Jahr",
    },
    seasons: {
      names: "frühling,frühjahr sommer herbst",
      next: "(?:im )?(?:nächste|kommende)[rnsm]? {season}",
      last: "(?:im )?(?:letzte|vorige|vergangene)[rnsm]? {season}",
      current: "(?:diesen|heuer im) {season}|dieses frühjahr",
      written: "im {season} {year}",
    },
    feasts: {
      names:
        "12-25:weihnachten 12-24:heiligabend,heilig_abend 12-31:silvester 01-01:neujahr 01-06:dreikönig,heilige_drei_könige 11-11:martini,sankt_martin,st._martin 12-06:nikolaus 10-03:tag_der_deutschen_einheit 10-31:halloween,reformationstag 11-01:allerheiligen 05-01:tag_der_arbeit easter+0:ostern,ostersonntag easter-2:karfreitag easter+1:ostermontag easter+39:christi_himmelfahrt,vatertag easter+49:pfingsten easter+50:pfingstmontag easter+60:fronleichnam easter-48:rosenmontag easter-46:aschermittwoch",
      thisYear: "dieses jahr|heuer",
    },
    nextWeek: "(?:in der )?nächste[nr]? woche|kommende woche",
    monthOnly: ["(?:im|ab|seit|bis|vor|anfang|mitte|ende|kommenden|nächsten) {month}(?! \\d)"],
    nextYear: "nächstes jahr|kommendes jahr",
    weekends: [
      "dieses wochenende|an diesem wochenende",
      "nächstes wochenende|kommendes wochenende",
    ],
    nextMonth: "(?:im )?nächste[nrm]? monat|kommenden monat",
    recurring:
      "jede[nrsm]?|alle|immer (?:am|um)|täglich|wöchentlich|monatlich|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s|(?:ein|zwei|drei)mal (?:am|pro|in der) (?:tag|woche|monat|jahr)|pro (?:tag|woche|monat|jahr)|(?:am|jeden) (?:ersten|zweiten|dritten|vierten|letzten) (?:{weekday}) (?:im|des|jedes) monats?|alle zwei (?:wochen|tage|monate)|wenn (?:ich|wir) (?:weg|verreist|nicht da|im urlaub|unterwegs|auf reisen) (?:bin|sind)|unter der woche|nachmittags|vormittags|am tag|in der woche|morgens|abends|mittags|nachts|werktags|am wochenende|im (?:sommer|winter)|(?<!tag )zum (?:frühstück|mittagessen|abendessen)|vor dem schlafen",
    time: "(?:um (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?: uhr)?|um \\d[\\d:.]*(?: ?uhr)?(?: \\d\\d)?|mittags|früh|vormittag|mittag|nachmittag|abend|am (?:vormittag|nachmittag|abend)),?",
    today: "heute",
    halves: ["früh|vormittags?|morgens", "nachmittags?|abends?|nachts"],
    clock: {
      each: "jede[nmrs]?|täglich|wöchentlich|monatlich|jährlich",
      after: ["um {n}(?: minuten)? nach {h}", "um {h} uhr {n}"],
      before: ["um {n}(?: minuten)? vor {h}", "(?:um )?(?<n>halb|dreiviertel) {h}"],
      parts: "30:halb 15:viertel,dreiviertel",
      spans: [
        ["in (?:anderthalb|eineinhalb) stunden", 90],
        ["in einer halben stunde", 30],
        ["in einer dreiviertelstunde", 45],
        ["in einer viertelstunde", 15],
        ["in {n} stunden?", 60],
        ["in {n} minuten?", 1],
      ],
    },
    smallWeekdays: false,
    on: "am",
    weekOf: "in der Woche vom",
    inMonth: "im Monat",
    beforeYear: " ",
  },
  remember: [
    "(?:bitte )?(?:(?:kannst|könntest) du dir (?:bitte )?)?(?:merk(?:e|en)?(?: dir)?|notier(?:e|en)?(?: dir)?|vergiss nicht|denk(?:e)? daran|denk dran|erinnere dich(?: daran)?|erinnere mich daran|schreib(?: dir)? auf|speicher(?:e)?|behalte)(?:,? bitte)?,? ?dass (.+)",
    "(?:bitte )?(?:kannst|könntest) du (?:dir )?(?:bitte )?(?:merken|notieren|aufschreiben),? dass (.+)",
    "(?:bitte )?(?:merk(?:e)? dir(?: bitte| das)?|notier(?:e)?(?: dir)?(?: bitte| das)?|schreib(?: dir)?(?: das)? auf|vergiss nicht|zur erinnerung|notiz|zum merken) ?[:,-] ?(?!dass )(.+)",
  ],
  relations:
    "familie gast gäste besuch kind großeltern geschwister schwester schwestern bruder mutter mama vater papa frau ehefrau mann ehemann partner partnerin freundin freund verlobter verlobte sohn tochter kinder baby eltern großmutter oma großvater opa tante onkel cousin cousine neffe nichte enkel enkelin schwiegermutter schwiegervater schwager schwägerin nachbar nachbarin nachbarn nachbarinnen kumpel freunde mitbewohner mitbewohnerin chef chefin kollege kollegin lehrer lehrerin hund hündin katze kater haustier kaninchen papagei pferd schildkröte arzt ärztin hausarzt hausärztin zahnarzt zahnärztin vermieter vermieterin patentante patenonkel",
  my: "einer unserer|eine unserer|eines unserer|einer meiner|eine meiner|mein|meine|meinem|meinen|meiner|meines|unseres|unser|unsere|unserem|unseren|unserer",
  the: "der|die|das|den|ein|eine",
  pronouns: "er|sie|seine?|ihre?",
  mine: "ich|mein|meine|meinen|meinem|meiner|meines|mich|mir|wir|uns|unser|unsere|unserem|unseren|unserer",
  past: "gestern|war|waren|hatte|hatten|letzte[nrs]?|vorige[nrs]?|vor \\S+ (?:tagen|wochen|monaten|jahren|tag|woche)|ging|kam|kaufte|sah|sagte|(?:bin|hab|habe|haben|hat|ist|sind|ham|wurde|wurden) .{0,80}(?:\\p{L}*ge\\p{L}+(?:t|e?n)|besucht|bekommen|\\p{L}+ lassen|(?:ver|ent)\\p{L}+t|\\p{L}+iert)",
  connectors: "und|aber|weil|denn|obwohl|und auch|und außerdem|während|sondern",
};
