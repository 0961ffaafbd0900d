import type { Markers } from "./language.ts";

/** Words around what German speakers state. */
export const deMarkers: Markers = {
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
};
