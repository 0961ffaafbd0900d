import type { LanguageRules } from "../types/rules.ts";
import { rows } from "./rows.ts";

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

/** How statements are made in German. */
export const rules: LanguageRules = {
  code: "de",
  verbFinal: true,
  words:
    "der die das den dem des ein eine einen einem einer eines und oder dass daß mit für von vom zu zum zur ohne über auf unter zwischen seit bis wenn nicht kein keine keinen ja nein ist sind bin bist war waren sein habe hab hat haben hatte ich du er sie es wir ihr mich mir dich dir sich uns ihm ihn ihnen mein meine meinen meinem meiner unser unsere dein deine dieser diese dieses sehr mehr weniger auch schon immer nie niemals aber weil denn wie wann wo wer was welche alle alles jeder jede jedes jeden einige manche viele meisten keiner anderer wohne wohnt lebe lebt arbeite arbeitet mag mögen liebe liebt hasse lieber gern gerne esse trinke nehme will gehe gehen fahre heiße heißt geboren studiere spreche mache macht merk notier vergiss heute morgen gestern jetzt hier dort besser etwas nichts gut schlecht zwei drei jahre tag niemand jemand leute man allergisch schwester bruder an am im in ins als bei beim nach aus um so doch noch nur beschlossen",
  markers: {
    fillers:
      "also|na ja|naja|nun|tja|ähm+|äh+|hm+|ach|oh|hallo|hi|hey|guten (?:morgen|tag|abend)|übrigens|außerdem|und|weißt du|weisst du|hör mal|schau mal|ehrlich gesagt|eigentlich|ja|gut|okay|ok|danke|super|perfekt|toll|naja|jedenfalls|kurz gesagt|nur damit du es weißt|damit du es weißt|zur info|wie gesagt|ich wollte (?:dir )?(?:noch )?sagen,? dass|du solltest wissen,? dass|noch etwas|noch was|aber|denn|weil|vor allem|persönlich|zum glück|leider|wichtig|ganz wichtig|der arzt (?:sagt|meint),?(?: dass)?|die ärztin (?:sagt|meint),?(?: dass)?|ich muss (?:dir )?sagen,? dass",
    tails:
      "bitte|danke|weißt du|okay|ok|ja|gell|oder so|ne|nämlich|übrigens|ehrlich gesagt|haha+|natürlich",
    question:
      "(?:was(?! (?:hilft|funktioniert|geholfen))|wer|wen|wem|wessen|welche[rsnm]?|wann|wo|wohin|woher|wie(?! gesagt)|warum|wieso|weshalb|wie viele?|kannst du|könntest du|können wir|könnten wir|kann ich|weißt du(?=,? (?:ob|was|wo|wann|wie|wer))|hast du|gibt es|gibt's|bist du|ist das|hat das|empfiehlst du|glaubst du|meinst du|soll ich|sollen wir|darf ich|erinnerst du)|ich frage mich|ich weiß nicht,? (?:ob|was|wie|wann|wo|warum)|sag mir|ich (?:möchte|würde gern|will) wissen|gib mir|hilf mir|erklär mir|zeig mir|empfiehl mir|eine idee",
    hypothetical:
      "wenn ich (?:.{1,40} )?(?:hätte|wäre|könnte|würde|wohnte|lebte)|(?:ich|wir|er|sie|es|man) (?:würde|würden|hätte|hätten|wäre|wären|könnte|könnten|möchte|möchten|sollte|müsste)|(?:hätte|wäre|würde|könnte)(?: ich|n wir)|vielleicht|möglicherweise|eventuell|ich hoffe|hoffentlich|angenommen|stell dir vor|kann sein|könnte sein|ich glaube|ich denke|ich vermute|ich überlege|wir überlegen|ich weiß nicht|als ob|theoretisch|irgendwann|wahrscheinlich|vermutlich|ich glaube nicht|ich bezweifle|keine ahnung|ich bin (?:mir )?nicht sicher",
    command:
      "(?:bitte )?(?:stell|stelle|spiel(?= |e (?!ich))|mach|schalte|öffne|schließ|zeig|such|suche|find|finde|füg|füge|schick|sende|stopp|stoppe|reserviere|buche|kauf|bestell|lies|berechne|vergleich|weck|lösch|lösche|storniere|ignorier|ignoriere|wiederhole|sing|erstelle|empfiehl|schlag|erklär|erkläre|erinnere mich(?! daran,? dass))",
    material:
      "(?:bitte )?(?:(?:kannst|könntest) du (?:mir )?(?:bitte )?)?(?:übersetz|übersetze|übersetzen|korrigier|korrigiere|korrigieren|fass(?:e)? .{0,40}zusammen|zusammenfassen|schreib (?:mir )?(?:eine?n?|das|die|den) |schreibe (?:mir )?(?:eine?n?|das|die|den) |formulier|formuliere|umschreiben|erzähl mir eine|tu so|stell dir vor|angenommen|nehmen wir an|du bist jetzt|in meine[mr] (?:roman|geschichte|buch|traum|märchen)|in (?:dem|der|diesem|dieser) (?:roman|geschichte|lied|film|spiel|song)|im (?:roman|lied|film|märchen|spiel)|meine (?:figur|romanfigur)|die hauptfigur|es war einmal|hier ist (?:ein|eine|der|die|das|mein|meine) (?:text|mail|e-mail|nachricht|brief|artikel|fehler|code)|(?:das lied|der song|der brief|der text) (?:geht|sagt|lautet)|wie sagt man|was bedeutet|was heißt|sehr geehrte|liebe[rs]? (?:herr|frau|kolleg|\\p{Lu}\\p{L}+,))",
    reported:
      "du hast (?:mir )?(?:gesagt|erzählt|gemeint|notiert)|wie du (?:gesagt|sagtest)|laut|du weißt(?: ja)?,? dass ich|(?:sagt|sagte|sagen|meint|meinte|glaubt|glauben|behauptet|denkt|erzählte),? (?:dass|er|sie|ich|es|wir)|hat (?:mir )?(?:gesagt|erzählt|gefragt|gemeint)|ich habe (?:gelesen|gehört|gesehen),? dass|nur ein (?:witz|scherz)|als ich (?:klein|jung|ein kind)|ich habe geträumt|früher (?:habe|war|hatte|mochte)(?!.*(?:gewohnt|gelebt|gearbeitet|studiert))|als kind(?!.*(?:gewohnt|gelebt|gewohnt))",
    temporary:
      "heute|heute (?:morgen|abend|nacht)|im moment|momentan|gerade eben|diese woche|diesmal|vorerst|zurzeit gerade",
    takeBack:
      "(?:nein,? |ach,? |warte,? |oh,? |sorry,? |egal,? |doch nicht,? )*(?:vergiss (?:das|es|was ich gesagt habe)(?: wieder)?(?=[ ,.]*$|,|\\.)|vergiss(?=[ ,.]*$)|schon gut|egal(?=[ ,.]*$)|macht nichts|lass (?:das|es|gut sein)|(?:das )?war (?:nur )?(?:ein )?(?:witz|scherz|spaß)|nur (?:ein )?(?:witz|scherz|spaß)|ich mache nur spaß|ich nehme das zurück|das stimmte nicht|das war gelogen|streich das|lösch das|doch nicht(?=[ ,.]*$))",
    offRecord:
      "merk dir (?:das|dies|es) (?:bitte )?nicht|(?:speicher|speichere|notier|notiere|schreib) (?:das|dies|es) (?:bitte )?nicht(?: auf)?|(?:das |es )?(?:bleibt|ist) (?:nur )?(?:unter uns|zwischen uns)|unter uns gesagt|ganz unter uns|nicht (?:speichern|notieren|aufschreiben|merken)|(?:das )?(?:musst|brauchst) du (?:dir )?nicht (?:zu )?(?:merken|notieren|speichern)|off the record",
    forget:
      "(?:bitte |(?:kannst|könntest|würdest) du (?:bitte )?|du kannst |ich (?:möchte|will),? dass du )*(?:verg(?:iss|isst|esst)(?![^,]{0,25} (?:nicht|nie)(?!\\p{L}))(?! (?:nicht|nie)(?!\\p{L}))|vergessen(?! (?:habe|hat|haben|hatte|wir|nicht)(?!\\p{L}))|(?:lösche|lösch|streiche|streich|entferne),? (?:dass|was))",
    noMore: "nicht mehr|keine?[nrsm]? (?:\\S+ )?mehr",
    correction:
      "(?:nein,? |ne,? |ach,? |oh,? |warte,? |sorry,? |entschuldigung,? |ups,? )*(?:eigentlich(?= (?:nicht|ist|am|um|in))|in wirklichkeit|tatsächlich|nein(?= ?[,.:;…–-])|nee(?= ?[,.:;…–-])|sorry|entschuldigung|warte|besser gesagt|vielmehr|ich (?:meine|meinte)|korrektur|ich habe mich (?:geirrt|vertan|versprochen)|mein fehler|das stimmt (?:nicht|nicht mehr|so nicht)|das ist (?:nicht mehr|falsch|nicht) ?(?:so|wahr|richtig|aktuell)?|planänderung|doch (?=am|um|in))(?:[ ,.:;-]+(?:eigentlich|ich (?:meine|meinte)|es ist|das ist|sorry|doch|sondern))*",
    notButs: [
      "(?:nein,? |sorry,? |ach,? |ich (?:meine|meinte) )*nicht (?:am |um |in |im )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:sondern|ich meinte|es ist)(?: am| um| in| im)? (?<new>[^,;]{1,40})",
      "(?:nein,? |sorry,? |ach,? )*nicht (?:am |um |in |im )?(?<old>[^,;]{1,40}?), (?:am |um |in |im )?(?<new>[^,;]{1,40})",
      "(?:nein,? |sorry,? |ach,? )*(?:am |um |in |im |ich meinte )?(?<new>[^,;]{1,40}?),? (?:und nicht|nicht|statt|anstatt) (?:am |um |in |im )?(?<old>[^,;]{1,40})",
    ],
    agree:
      "(?:(?:ja|ok|okay|gut|super|perfekt|genau|klar|natürlich|toll|prima|abgemacht|einverstanden|gute idee|alles klar|sehr gut)[ ,.!]*)*(?:(?:machen wir|mach ich|so machen wir|das machen wir|ich mache)(?: das| es)?(?: so)?|merk dir das|notier (?:das|es)|schreib (?:das|es) auf|speicher das|abgemacht|einverstanden|gute idee|klingt gut|passt|das passt|perfekt|so ist es beschlossen|genau so|deal|bin dabei)(?=[ ,.!]*(?:$|,|danke|bitte|dann))",
    yes: "ja(?: bitte| gern| gerne| genau)?|genau|klar|natürlich|richtig|stimmt|gern|gerne|unbedingt|auf jeden fall",
    but: "aber|nicht|außer|kein\\p{L}*|vielleicht|lieber|später|warte|\\?",
    keep: "(?:und |ja,? |bitte,? |ok,? )*(?:merk(?:e)? dir (?:das|es|dies)|notier(?:e)? (?:dir )?(?:das|es|dies)|vergiss (?:das|es) nicht|schreib (?:dir )?(?:das|es) auf|speicher(?:e)? (?:das|es)|behalte (?:das|es) im kopf)(?: bitte)?",
    propose:
      "(?:also |dann |ok,? |vielleicht )*(?:wie wäre es(?: mit|,? wenn wir|,? wenn du)?|wie wär's(?: mit|,? wenn wir)?|ich (?:schlage vor|empfehle)(?:,? dass)?(?:,)?|mein vorschlag(?: ist|:)|lass uns|wollen wir|warum (?:nicht|machen wir nicht)|wir könnten|du könntest|wir sollten|du solltest|was hältst du davon,? (?:wenn wir|wenn du)?)(?! (?:helfen|sagen|sehen))",
    pointing:
      "eine[nrs]? (?:für|bei|von|um|ab|mieten|kaufen|leihen) ?.*|einen|eines|es|das (?=\\p{L}+en(?:,|$))|dort|da|sie|ihn|welche",
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
  lists: {
    diet: "(?:streng )?(?:vegetarier(?:in)?|veganer(?:in)?|vegetarisch|vegan|pescetarier(?:in)?|flexitarier(?:in)?|zöliakie)(?= |$).*",
    ill: "(?:diabetiker(?:in)?|asthmatiker(?:in)?|epileptiker(?:in)?|autist(?:in)?|legastheniker(?:in)?|bluter(?:in)?|zuckerkrank|herzkrank).*",
    illness:
      "asthma|diabetes.*|migräne|epilepsie|arthritis|arthrose|adhs|depressionen?|angststörung.*|neurodermitis|psoriasis|schuppenflechte|schilddrüsen\\p{L}+|hashimoto|morbus .+|endometriose|herzschrittmacher|bluthochdruck|hohen blutdruck|hohes cholesterin|schlafapnoe|tinnitus|skoliose|schwindel|schlafstörungen|reflux|gicht|anämie|zöliakie|heuschnupfen|bandscheibenvorfall|rückenprobleme|knieprobleme|fibromyalgie|rheuma|osteoporose|legasthenie|krebs|alzheimer|parkinson|multiple sklerose|glaukom|grauen star|autismus|\\p{L}+krankheit",
    medicine:
      "(?:mg|milligramm|tabletten?|tropfen|spray|asthmaspray|insulin|antidepressiva|antihistaminika|blutverdünner|statine|betablocker|blutdrucktabletten|marcumar|eliquis|xarelto|ritalin|lithium|ibuprofen|paracetamol|aspirin|medikamente? (?:für|gegen)|l-thyroxin|thyroxin|metformin|omeprazol|pantoprazol|sertralin|vitamin|eisen|cortison|kortison|die pille|pille|\\p{L}+(?:pril|sartan|olol|statin|oxetin|prazol|zepam|dipin|gliptin|triptan|gabalin|parin|xaban|formin|lukast|tralin)).*",
    job: "(?:lehrer|krankenpfleger|pfleger|ingenieur|anwalt|anwält|rechtsanwält|architekt|bäcker|tischler|schreiner|koch|köch|kellner|programmierer|entwickler|designer|schriftsteller|übersetzer|musiker|student|journalist|psychologe|psycholog|therapeut|physiotherapeut|buchhalter|berater|elektriker|klempner|mechaniker|gärtner|landwirt|fotograf|maler|friseur|bibliothekar|sekretär|verkäufer|kassierer|polizist|soldat|pilot|flugbegleiter|maurer|chirurg|ökonom|direktor|künstler|schauspieler|sänger|tänzer|trainer|techniker|analyst|metzger|richter|notar|forscher|wissenschaftler|biologe|biolog|chemiker|physiker|apotheker|historiker|philosoph|mathematiker|unternehmer|erzieher|sozialarbeiter|busfahrer|taxifahrer|rentner)(?:in|e|en|innen)?(?: .+)?$|(?:krankenschwester|arzt|ärztin|zahnarzt|zahnärztin|tierarzt|tierärztin|beamter|beamtin|hebamme|feuerwehrmann|angestellte[r]?|selbstständig|selbständig|freiberufler(?:in)?|arbeitslos|in rente|im ruhestand|hausfrau|hausmann|friseurin|professor(?:in)?)(?: .+)?$",
    tongue:
      "(?:ein bisschen |nur |gut |fließend |auch )?(?:englisch|spanisch|katalanisch|französisch|deutsch|italienisch|portugiesisch|galicisch|baskisch|arabisch|chinesisch|japanisch|koreanisch|russisch|polnisch|niederländisch|schwedisch|norwegisch|dänisch|griechisch|türkisch|rumänisch|ukrainisch|hindi|hebräisch|latein).*",
    kin: "(?:söhne?|sohn|töchter|tochter|kind|kinder|brüder|bruder|schwestern?|geschwister|zwillinge|enkel|enkelin|enkelkinder|neffen?|nichten?|freund|freundin|frau|mann|baby|cousins?|cousinen?)(?= |$|,).*",
    pet: "(?:hunde?|katzen?|kater|kätzchen|welpen?|kaninchen|hamster|papageien?|kanarienvogel|schildkröten?|pferde?|ponys?|hühner|fische?|meerschweinchen|wellensittiche?)(?= |$|,).*",
    play: "(?:oboe|fagott|blockflöte|posaune|tuba|kontrabass|bratsche|mandoline|horn|keyboard|billard|snooker|dart|wasserball|eishockey|gitarre|klavier|geige|cello|schlagzeug|bass|flöte|saxofon|saxophon|trompete|klarinette|ukulele|akkordeon|orgel|harfe|fußball|fussball|tennis|basketball|schach|padel|volleyball|rugby|golf|handball|hockey|badminton|tischtennis|videospiele|karten|skat).*",
    sport:
      "(?:yoga|pilates|judo|karate|krafttraining|gymnastik|leichtathletik|ballett|aerobic|triathlon|sport|musik|töpfern).*",
  },
  rows,
  remember: [
    "(?:bitte )?(?:(?:kannst|könntest) du dir (?:bitte )?)?(?:merk(?:e|en)?(?: dir)?|notier(?:e|en)?(?: dir)?|vergiss nicht|denk(?:e)? daran|denk dran|erinnere dich(?: daran)?|erinnere mich daran|schreib(?: dir)? auf|speicher(?:e)?|behalte)(?:,? bitte)?,? ?dass (.+)",
    "(?:bitte )?(?:kannst|könntest) du (?:dir )?(?:bitte )?(?:merken|notieren|aufschreiben),? dass (.+)",
    "(?:bitte )?(?:merk(?:e)? dir(?: bitte| das)?|notier(?:e)?(?: dir)?(?: bitte| das)?|schreib(?: dir)?(?: das)? auf|vergiss nicht|zur erinnerung|notiz|zum merken) ?[:,-] ?(?!dass )(.+)",
  ],
  ended: [
    ["ich (\\S+) (.+) nicht mehr(?: (.*))?", "ich $1 $2 $3", ""],
    ["ich (\\S+) nicht mehr (.+)", "ich $1 $2", ""],
    ["ich (\\S+) keine?n? (.+) mehr", "ich $1 immer $2", ""],
  ],
  habits:
    "benutze>benutzt benutzen> verwende>verwendet verwenden> esse>isst essen> trinke>trinkt trinken> nehme>nimmt nehmen> koche>kocht kochen> kaufe>kauft kaufen> gehe>geht gehen> schlafe>schläft schlafen> trage>trägt laufe>läuft laufen> jogge>joggt arbeite>arbeitet arbeiten> lese>liest schaue>schaut schauen> höre>hört hören> stelle>stellt lege>legt lasse>lässt mache>macht machen> zahle>zahlt reise>reist fahre>fährt fahren> frühstücke>frühstückt frühstücken> spiele>spielt spielen> schwimme>schwimmt trainiere>trainiert besuche>besucht besuchen> rufe>ruft putze>putzt putzen> gieße>gießt lerne>lernt beginne>beginnt bestelle>bestellt bestellen> backe>backt backen> habe>hat haben> stehe>steht füttere>füttert füttern> gieße>gießt hole>holt holen> bringe>bringt bringen> koche>kocht singe>singt singen> male>malt helfe>hilft komme>kommt kommen> treffe>trifft treffen> feiere>feiert feiern> verbringe>verbringt verbringen> dusche>duscht meditiere>meditiert zahlen> wandere>wandert wandern> spazieren>",
  habitSubject: "(?:ich|wir) ",
  habitAdverbs: "immer|nie|niemals|normalerweise|meistens|fast immer|fast nie|nur|gewöhnlich|oft",
  relations:
    "family:familie guest:gast,gäste,besuch child:kind grandparents:großeltern siblings:geschwister sister:schwester,schwestern brother:bruder mother:mutter,mama father:vater,papa wife:frau,ehefrau husband:mann,ehemann partner:partner,partnerin girlfriend:freundin boyfriend:freund fiance:verlobter,verlobte son:sohn daughter:tochter children:kinder baby:baby parents:eltern grandmother:großmutter,oma grandfather:großvater,opa aunt:tante uncle:onkel cousin:cousin,cousine nephew:neffe niece:nichte grandson:enkel granddaughter:enkelin mother_in_law:schwiegermutter father_in_law:schwiegervater brother_in_law:schwager sister_in_law:schwägerin neighbour:nachbar,nachbarin,nachbarn,nachbarinnen friend:kumpel,freunde flatmate:mitbewohner,mitbewohnerin boss:chef,chefin colleague:kollege,kollegin teacher:lehrer,lehrerin dog:hund,hündin cat:katze,kater pet:haustier rabbit:kaninchen parrot:papagei horse:pferd tortoise:schildkröte doctor:arzt,ärztin,hausarzt,hausärztin dentist:zahnarzt,zahnärztin landlord:vermieter,vermieterin godmother:patentante godfather:patenonkel",
  slots:
    "class:klasse name:name,voller_name birthday:geburtstag,geburtsdatum home_address:adresse,anschrift phone:telefonnummer,handynummer,nummer email:e-mail,email,e-mail-adresse,mailadresse id_number:steuernummer,personalausweisnummer,passnummer,sozialversicherungsnummer employer:arbeitgeber,firma job:beruf,job salary:gehalt blood_type:blutgruppe shoe_size:schuhgröße shirt_size:hemdgröße ring_size:ringgröße clothes_size:kleidergröße,größe height:körpergröße weight:gewicht car:auto bike:fahrrad,rad licence_plate:kennzeichen,nummernschild wifi_name:wlan-name,name_des_wlans,wlan,w-lan anniversary:hochzeitstag boss:chef,chefin doctor:hausarzt,hausärztin,arzt dentist:zahnarzt,zahnärztin star_sign:sternzeichen mother_tongue:muttersprache hometown:heimatstadt,heimatort postcode:postleitzahl locker_number:spindnummer,spind member_number:mitgliedsnummer insurance_number:versicherungsnummer hobby:hobby school:schule university:universität,uni team:mannschaft,verein vet:tierarzt,tierärztin plumber:klempner electrician:elektriker hairdresser:friseur,friseurin physio:physiotherapeut,physiotherapeutin lawyer:anwalt,anwältin babysitter:babysitter,babysitterin landlord:vermieter,vermieterin teacher:lehrer,lehrerin therapist:therapeut,therapeutin saints_day:namenstag nationality:staatsangehörigkeit room:zimmernummer seat:sitzplatz username:benutzername",
  secrets:
    "wifi_password:wlan-passwort,w-lan-passwort,wlan-schlüssel,passwort_fürs_wlan,passwort_des_wlans,wifi-passwort password:passwort,kennwort pin:pin,geheimzahl card_number:kartennummer,kreditkartennummer,kreditkarte cvv:cvv,prüfnummer alarm_code:alarmcode,code_der_alarmanlage door_code:türcode,code_der_haustür,code_fürs_tor safe_code:tresorcode,tresorkombination bank_account:iban,kontonummer",
  nouns:
    "colour:farbe,lieblingsfarbe food:essen,lieblingsessen dish:gericht,lieblingsgericht film:film,lieblingsfilm book:buch,lieblingsbuch song:lied,lieblingslied band:band,lieblingsband singer:sänger,sängerin,lieblingssänger music:musik,lieblingsmusik author:autor,autorin,lieblingsautor city:stadt,lieblingsstadt country:land,lieblingsland season:jahreszeit,lieblingsjahreszeit animal:tier,lieblingstier fruit:obst,lieblingsobst drink:getränk,lieblingsgetränk wine:wein,lieblingswein tea:tee,lieblingstee sport:sport,lieblingssport team:lieblingsverein,mannschaft restaurant:restaurant,lieblingsrestaurant game:spiel,lieblingsspiel series:serie,lieblingsserie place:ort,lieblingsort dessert:nachtisch,lieblingsnachtisch cake:kuchen,lieblingskuchen ice_cream:eis,lieblingseis flower:blume,lieblingsblume number:zahl,lieblingszahl day:tag spare_key:ersatzschlüssel,zweitschlüssel,reserveschlüssel keys:schlüssel passport:pass,pässe,reisepass,reisepässe first_aid_kit:verbandskasten,erste-hilfe-kasten documents:dokumente,papiere,unterlagen toolbox:werkzeugkasten tools:werkzeug charger:ladegerät torch:taschenlampe umbrella:regenschirm suitcase:koffer",
  possessed: ["(?:seine[rnm]?|ihre[rnm]?|sein|ihr) (?<rel>{relation}|{slot})", "{name}s {rel}"],
  reordered: [
    [
      "(.{3,60}?) (?:wurde|ist|wird) (?:vom .{3,20} )?auf (?:den )?((?:{weekday}|\\d).*?) (?:verschoben|verlegt|vorgezogen|vertagt)(?: worden)?",
      "$1 ist am $2",
    ],
    [
      "(?:und )?((?!(?:im prinzip|auf jeden fall|auf keinen fall|im grunde|am ende|in der tat|auf einmal|zum glück|zum beispiel|von mir aus|für dich|mit dir|im moment|momentan|zurzeit|am anfang|vor allem|im ernst) )(?:am|im|in|an|um|seit|jeden|jede|jedes|jetzt|nun|morgens|abends|mittags|nachts|nachmittags|vormittags|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s|immer|meistens|normalerweise|gewöhnlich|üblicherweise|oft|manchmal|zum|zur|bei|beim|mit|vor|nach|früher|damals|als|von|vom|bis|ab|unter|werktags|auf|für|einmal|zweimal|dreimal|alle|mittlerweile|inzwischen|zurzeit|derzeit|momentan|seitdem|dort|aus)(?: [\\p{L}\\d'.-]+){0,4}?) (\\p{Ll}+) (ich|wir)(?! nicht(?: mehr)?$)(?: (.+))?",
      "$3 $2 $1 $4",
    ],
    ["(?:(?:{my}) {relation}(?: {name})?|{name}) und ich (.+)", "wir $1"],
  ],
  things: [
    "(?:mein|meine|unser|unsere|der|die|das) (?:neue[rs]? |alte[rs]? )?(?<thing>handy|smartphone|laptop|rechner|computer|tablet|kamera|drucker|router|heizung|ofen|backofen|herd|spülmaschine|waschmaschine|kühlschrank|wärmepumpe|fernseher|uhr|gitarre|klavier|geige|motorrad|roller|wohnwagen|wohnmobil|boot|nähmaschine|kaffeemaschine|rasenmäher|fahrrad|rad|bank|krankenkasse|versicherung|stromanbieter|anbieter) ist (?:eine? |von |bei der |die )(?<o>(?:\\p{Ll}+ )?(?!(?:problem|witz|schrott|katastrophe|traum|mist|geschenk|ding)\\b)[\\p{L}\\d].+)",
  ],
  settled: [
    "(?:der|die|das|unser|unsere|mein|meine) (?<thing>[\\p{L}-]+(?: [\\p{L}-]+){0,3}?) (?:wird|werden) (?<o>(?:nun |jetzt |doch )?(?:hell|dunkel|blass|zart|pastell|tannen|himmel|salbei)?(?:blau|grün|gelb|rot|weiß|schwarz|grau|beige|braun|orange|rosa|lila|türkis)(?:,? nicht .+)?|(?:.+ )(?:heißen|stattfinden|gefeiert|gestrichen)|(?:.+), nicht .+)",
    "(?:der|die|das) (?<thing>hochzeit|feier|party|taufe|konfirmation|kommunion|umzug|treffen|kurs|konzert|sommerfest|geburtstagsfeier) (?:findet|finden) (?<o>.+ statt)",
  ],
  my: "einer unserer|eine unserer|eines unserer|einer meiner|eine meiner|mein|meine|meinem|meinen|meiner|meines|unseres|unser|unsere|unserem|unseren|unserer",
  the: "der|die|das|den|ein|eine",
  owned: [
    "(?:{my}|der|die|das) (?:neue[rs]? |aktuelle[rs]? )?(?<slot>{slot}) (?:ist|sind|heißt|lautet|:|=)(?: jetzt| am)?(?= ) (?<o>.+)",
    "(?<o>{name}) ist (?:{my}) (?:(?:beste[rn]?|ältere[r]?|jüngere[r]?|große[r]?|kleine[r]?|neue[r]?|älteste[r]?|jüngste[r]?) )?(?<rel>{relation})",
    "(?<o>{name}) ist (?:{my}) (?:neue[r]? )?(?<slot>{slot})",
    "(?:der|die|das) (?<slot>{slot}) (?:{my}) (?:autos|wagens|fahrrads|rads|motorrads) (?:ist|lautet) (?<o>.+)",
    "(?<owner>[\\p{L}·-]+)s (?<slot>{slot}) ist(?: am)? (?<o>.+)",
    "(?:der|die|das) (?<slot>{slot}) von (?<owner>{name}) ist(?: am)? (?<o>.+)",
    "(?:der|die|das) (?<slot>{slot}) (?:{my}) (?<rel>{relation})(?: (?<owner>{name}))? ist(?: am)? (?<o>.+)",
    "(?:der|die|das) (?<slot>{slot}) von (?:{my}) (?<rel>{relation})(?: (?<owner>{name}))? ist(?: am)? (?<o>.+)",
    "(?:{my}|der|die|das) (?<slot>{slot}) (?:für|von|vom|des|der|fürs) (?<of>.{2,40}?) (?:ist|lautet) (?<o>.+)",
  ],
  favourite: [
    "(?:{my}) (?<noun>lieblings[\\p{L}]+) (?:ist|sind|war schon immer|heißt) (?<o>.+)",
    "(?<o>.+) ist (?:{my}) (?<noun>lieblings[\\p{L}]+)",
  ],
  places: [
    "(?:der|die|das|unser|mein|meine) (?<thing>[\\p{L}-]*(?:schlüssel|pässe|pass|papiere)) (?:ist|sind|liegt|liegen) (?<o>bei (?!mir|uns|dir).+)",
    "(?:den|die|das|unseren|meinen) (?<thing>[\\p{L}-]*(?:schlüssel|pässe|pass|papiere)) (?:hat|haben) (?<o>(?!ich|du|wir)[\\p{L}-]+(?: [\\p{L}-]+)?)",
    "(?:der|die|das|mein|meine|unser|unsere) (?<thing>[\\p{L}-]+(?: [\\p{L}-]+){0,3}?) (?:ist|sind|liegt|liegen|steht|stehen|hängt|hängen|befindet sich)(?: immer| jetzt)? (?<o>(?:unter|hinter|in|im|auf|neben|über|zwischen|am|an) (?:dem |der |den |einem |einer |meinem |meiner |unserem |unserer )?\\p{L}.+)",
    "(?:ich|wir) (?:bewahre|bewahren|verstecke|verstecken|habe|haben|lege|legen|stelle) (?:den|die|das|meinen|meine|mein) (?<thing>[\\p{L}-]+(?: [\\p{L}-]+){0,3}?) (?<o>(?:unter|hinter|in|im|auf|neben) (?:dem |der |den |die |das |einem |einer )?\\p{Lu}.+)",
  ],
  passing:
    "lied|song|buch|datei|funktion|serie|seite|teufel|herz|kopf|ergebnis|wort|satz|system|server|milch|hund|katze|kater|kind|kinder|baby|leute|suppe|essen|abendessen|problem|zeit|wetter|nachricht|sohn|tochter|frau|mann|mutter|vater|bruder|schwester|chef|frage|antwort|sache|film|idee|besprechung|termin|zug|bus|wasser|wäsche|kaffee|licht|sonne|mond|ball|spiel|junge|mädchen|verkehr|haus|musik|radio|fernseher|geschichte|fehler|liebe|trick|geheimnis|lösung|ursache|grund|leben|konzert|prüfung",
  chain: [
    "(?:der|die|das) (?<rel>{relation}) (?:{my}|von {my}) (?<a>{relation})s?",
    "(?<owner>[\\p{L}·-]+)s (?<rel>{relation})",
    "(?:der|die|das) (?<rel>{relation}) von (?<owner>[\\p{L}·-]+)",
  ],
  nameArticle: "",
  adjectives:
    "große[rsn]?|kleine[rsn]?|ältere[rsn]?|jüngere[rsn]?|beste[rsn]?|neue[rsn]?|alte[rsn]?|älteste[rsn]?|jüngste[rsn]?|ex",
  bare: "mama|papa|oma|opa",
  pronouns: "er|sie",
  mine: "ich|mein|meine|meinen|meinem|meiner|meines|mich|mir|wir|uns|unser|unsere|unserem|unseren|unserer",
  dangling:
    "(?:das|dies|diese[rsnm]?|es|ihn|ihm|ihr|sie(?= |$)|dich|dir|du|dein|deine[rsnm]?|wie|was|so|sehr|viel|wenig|etwas|nichts|alles|alle|beide|(?:den|die|das) (?:ersten?|zweiten?|letzten?|anderen?)|die option|die idee|hier|dort|da|auch|jetzt (?:nicht|kein\\p{L}*)|mehr|zu sehr|einverstanden|sicher|bereit|gut|schlecht|nicht|ja|zu (?:wissen|hören|sehen))(?= |$|[,.])",
  plan: {
    first:
      "(?:(?:ich|wir) )?(?:habe|haben|fliege|fliegen|gehe|gehen|fahre|fahren|reise|reisen|treffe|treffen|besuche|besuchen|beginne|beginnen|fange|fangen|ziehe|ziehen|heirate|heiraten|feiere|feiern|kommt|kommen|komme|esse|essen|bin im urlaub|sind im urlaub|muss|müssen|will|wollen|werde|werden|hole|holen|unterschreibe|gebe|laufe|spiele|spielen|starte|starten|mache|machen|kaufe|kaufen|arbeite|bekomme|bekommen|sehe|sehen)(?: (?:ich|wir))?",
    third:
      "(?:ist|sind|kommt|kommen|beginnt|beginnen|fährt|fahren|fliegt|kehrt|heiratet|heiraten|besucht uns|besuchen uns|hat|haben|geht|spielt|läuft|endet|schließt|öffnet|zieht|wird|findet|startet)",
    bare: "(?:kommt|kommen)",
    state:
      "(?:ist|sind|hat|haben) (?:immer )?(?:geschlossen|zu|geöffnet|offen|auf|voll|leer|billiger|teuer|teurer|heiß|kalt|schön)",
    past: "gestern|war|waren|hatte|hatten|letzte[nrs]?|vorige[nrs]?|vor \\S+ (?:tagen|wochen|monaten|jahren|tag|woche)|ging|kam|kaufte|sah|sagte|(?:bin|hab|habe|haben|hat|ist|sind|ham|wurde|wurden) .{0,80}(?:\\p{L}*ge\\p{L}+(?:t|e?n)|besucht|bekommen|\\p{L}+ lassen|(?:ver|ent)\\p{L}+t|\\p{L}+iert)",
    have: "(?:ich habe|wir haben|habe ich|haben wir) (?!keine?n? )(?:einen |eine |ein |den |die |das )?",
    appointments:
      "dentist:zahnarzt,zahnarzttermin,zahnärztin doctor:arzt,arzttermin,ärztin exam:prüfung,klausur interview:vorstellungsgespräch wedding:hochzeit driving_test:fahrprüfung flight:flug surgery:operation,op meeting:besprechung,meeting hairdresser:friseur,friseurtermin vet:tierarzt,tierarzttermin concert:konzert party:party,feier birthday_party:geburtstagsfeier dinner:abendessen lunch:mittagessen trip:reise holiday:urlaub deadline:abgabe,frist physio:physio,physiotherapie appointment:termin checkup:vorsorgeuntersuchung blood_test:blutabnahme presentation:präsentation rehearsal:probe funeral:beerdigung baptism:taufe graduation:abschlussfeier plumber:klempner,installateur electrician:elektriker optician:optiker,augenarzt marathon:marathon,halbmarathon",
    you: "du|dir|dich|dein\\p{L}*|erinnere mich|wecker|timer",
  },
  regular:
    "(?:der|die|das|mein|meine|unser|unsere|(?=(?:müll|altpapier|biomüll|chorprobe|training|probe|markt|schule) )) ?(?:[\\p{L}-]+ ){1,4}?(?:ist|trifft|treffen|sind|öffnet|öffnen|schließt|schließen|fährt|fahren|beginnt|kommt|kommen|kostet|wird|werden|hat|probt|findet)",
  measures:
    "(?:der|die|das|mein|meine|unser|unsere) (?:[\\p{L}-]+ ){1,4}?(?:kostet|kosten|beträgt|betragen|liegt bei|ist eingestellt auf|steht auf|wiegt|wiegen|misst|verlangt|fasst|braucht|brauchen|dauert|verbraucht)",
  connectors: "und|aber|weil|denn|obwohl|und auch|und außerdem|während|sondern",
  elided: "ich ",
  youToI: [
    ["du bist", "ich bin"],
    ["du hast", "ich habe"],
    ["du wohnst", "ich wohne"],
    ["du arbeitest", "ich arbeite"],
    ["du magst", "ich mag"],
    ["du liebst", "ich liebe"],
    ["du", "ich"],
    ["deine", "meine"],
    ["dein", "mein"],
    ["bist", "bin"],
    ["hast", "habe"],
    ["wohnst", "wohne"],
    ["arbeitest", "arbeite"],
    ["magst", "mag"],
    ["liebst", "liebe"],
    ["bevorzugst", "bevorzuge"],
  ],
  mood: {
    good: "toll|glücklich|froh|liebe|wunderbar|ausgezeichnet|danke|perfekt|super|fantastisch|freue|schön",
    bad: "traurig|wütend|schrecklich|furchtbar|hasse|besorgt|schlecht|schlechte nachrichten|gestresst|enttäuscht|schmerzen|kaputt|angst|gestorben",
  },
};
