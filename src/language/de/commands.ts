import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `bitte | ok | okay | also | na gut | gut | hey | hör mal | äh | ähm | nein | nee | und | jetzt | entschuldige
    | entschuldigung | warte | moment | (?:kannst|könntest|würdest) du(?: bitte)?`,
  closing: "bitte | danke | jetzt | ok | okay | mal | wieder",
  forget_that: `vergiss (?:das|es|dies|das wieder|das letzte|was ich (?:gerade |eben )?gesagt habe|das was ich gesagt habe)
    | (?:das|es) vergessen | lösch(?:e)? (?:das|es|das wieder) | (?:das|es) löschen | streich(?:e)? das
    | (?:ich )?nehm(?:e)? das zurück | merk dir das nicht | das nicht merken`,
  misheard: `das (?:habe|hab) ich (?:so )?nicht gesagt | das ist nicht(?: das)? was ich (?:gesagt habe|meinte|gemeint habe|sagte)
    | das war nicht(?: das)? was ich gesagt habe | (?:das|so) (?:habe|hab) ich(?: das)? nicht gemeint
    | (?:du hast|da hast du) (?:mich |das )?(?:falsch verstanden|missverstanden|falsch gehört)
    | du hast mich nicht (?:richtig )?verstanden
    | (?:das (?:habe|hab) ich nicht gesagt|nein|nee) (?:nein )?ich (?:sagte|meinte|meine) REST
    | (?:das (?:habe|hab) ich nicht gesagt|nein|nee) (?:nein )?ich (?:habe|hab) (?:gesagt|gemeint) REST
    | (?:nein|nee) (?:nein )?ich (?:habe|hab) REST (?:gesagt|gemeint)`,
  corrected: "ich (?:habe|hab) REST gesagt | ich (?:habe|hab) gesagt REST",
  forget: `vergiss (?:dass|das mit|die sache mit|was ich dir über) REST
    | vergiss (?:alles |alles was |das was |was )du (?:über|von) REST weißt
    | vergiss (?:alles )?was ich (?:dir )?(?:über|von|zu) REST (?:gesagt|erzählt) habe
    | lösch(?:e)? (?:alles )?was du (?:über|von) REST weißt | lösch(?:e)? (?:die )?erinnerung an REST | vergiss REST`,
  too_much: `dass | das | es | mich | dich | ihn | sie | uns | alles | alle | nichts | nicht .* | es .*`,
  remark: `war | ist egal | weil | lass uns | ich will | ich möchte | erst mal | erstmal | fürs erste | und sag | lieber`,
  end: `(?:beende|beenden|schließe|schließ) (?:das|dieses|unser) gespräch | (?:das )?gespräch beenden
    | (?:gesprächsende|ende des gesprächs|ende der unterhaltung) | (?:die |unsere )?unterhaltung beenden
    | beende die unterhaltung | (?:das (?:war's|war es|war alles|ist alles|wär's)|das wäre alles)(?: für (?:heute|jetzt))?
    | (?:wir sind|ich bin) fertig | mehr nicht
    | (?:tschüss|tschüs|tschau|ciao|auf wiedersehen|bis (?:bald|morgen|später|dann)) | gute nacht | geh schlafen`,
  stop: `stopp | stop | halt | hör auf(?: zu reden)? | sei (?:still|ruhig|leise) | still | ruhe | leise | halt den mund
    | genug | das reicht | es reicht | schluss | schon gut | egal | vergiss es nicht so wichtig | abbrechen | brich ab
    | lass (?:es|gut sein)`,
  repeat: `wiederhol(?:e|en)?(?: das| es)? | (?:das|es) wiederholen
    | (?:sag(?:e|st)? )?(?:das |es )?(?:bitte )?noch (?:ein ?mal|mal) | noch ein ?mal | nochmal(?:s)? | sag das nochmal
    | was (?:hast du|hattest du) (?:gerade |eben )?gesagt | wie bitte
    | (?:das |dich )?(?:habe|hab) ich(?: das| dich)? nicht (?:gehört|verstanden)
    | ich (?:habe|hab) (?:dich|das) nicht (?:gehört|verstanden)`,
  help: `hilfe | hilf mir | was kann ich (?:dir )?(?:sagen|machen|tun|fragen) | was kannst du(?: alles)?(?: tun| machen)?
    | wie (?:funktioniert (?:das|es)|funktionierst du|geht das) | was verstehst du`,
  yes: `ja | jaja | ja ja | jawohl | klar | na klar | sicher | natürlich | gerne | genau | richtig | stimmt | mach das
    | tu das | mach | (?:ja )?(?:das|den|die|diese|diesen|dieses|genau das) | (?:ja )?vergiss (?:es|das) | in ordnung | ok
    | okay | ja bitte | einverstanden`,
  no: `nein | nee | nö | nein nein | nein danke | lieber nicht | auf keinen fall | natürlich nicht
    | (?:nein )?(?:das|den|die|diese|diesen|dieses) nicht | (?:nein )?nicht (?:das|den|die|diese|diesen|dieses)
    | (?:nein )?(?:keins|keine|keinen|keines|nichts) | (?:nein )?lass (?:es|das)(?: sein)? | (?:nein )?abbrechen
    | (?:nein )?vergiss (?:es|das) nicht | (?:nein )?behalt(?:e)? (?:es|das)`,
};
