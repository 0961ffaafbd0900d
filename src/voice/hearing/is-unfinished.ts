/**
 * True where the person will go on: the text ends with a comma, a hesitation, or a word that nothing ends with ("and",
 * "porque", "i"). Transcribers put a full stop after everything, so that says nothing. All languages count where the
 * language is not known. Pure.
 */
export function isUnfinished(text: string, language: string | null): boolean {
  const said = text.normalize("NFC").toLowerCase().trim();
  if (/[?!؟]["'»”)]*$/.test(said)) return false;
  if (/[,،;:–—-]$/.test(said)) return true;
  const words = said.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const last = words.at(-1);
  if (last === undefined) return false;
  const lastTwo = words.slice(-2).join(" ");
  const known = language === null ? undefined : byLanguage[language];
  const lists = known === undefined ? Object.values(byLanguage) : [known];
  return hesitations.has(last) || lists.some((words) => words.has(last) || words.has(lastTwo));
}

const listOf = (words: string): ReadonlySet<string> => new Set(words.split("|"));

const hesitations = listOf(
  "um|uh|uhm|erm|ehm|hmm|eh|euh|äh|ähm|öh|em|este|pues|doncs|então|alors|also|يعني",
);

/** None that can end a sentence: not "para" (stop!), "mit" (komm mit), "that", "so", "to", nor "là" for its accent. */
const byLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: listOf(
    "and|but|or|because|if|the|a|an|my|your|our|their|of|than|although|unless|whether|while|and then|and so|i|i'm|it's|he's|she's|they're|we're|the|every|very|such as|so that|that the",
  ),
  es: listOf(
    "y|e|o|u|pero|porque|que|cuando|si|aunque|mientras|de|del|el|los|las|un|una|unos|unas|mi|mis|su|sus|con|en|al|por|ni|como|muy|para que|a la|de la|en la|tiene que|hay que|y la|con la",
  ),
  ca: listOf(
    "i|o|però|perquè|que|quan|si|encara que|mentre|de|del|dels|el|els|les|un|una|uns|unes|meu|meva|amb|en|al|als|per|ni|com|molt|de la|a la|per a|i la|amb la|el meu|la meva",
  ),
  pt: listOf(
    "e|ou|mas|porque|que|quando|se|embora|enquanto|de|do|da|dos|das|o|os|as|um|uma|meu|minha|com|em|ao|nem|como|muito|de que|para o|para a|e a",
  ),
  fr: listOf(
    "et|ou|mais|parce que|que|quand|si|quoique|pendant que|de|du|des|le|la|les|un|une|mon|ma|mes|ton|ta|son|sa|ses|avec|à|au|aux|en|dans|ni|comme|très|je|j'ai|c'est|il|ils|et puis",
  ),
  de: listOf(
    "und|oder|aber|weil|dass|wenn|obwohl|während|ein|eine|einen|einem|einer|mein|meine|meinen|meiner|dein|deine|der|den|dem|im|am|zum|zur|vom|von|für|sehr|ich|und dann",
  ),
  it: listOf(
    "e|o|ma|perché|che|quando|se|mentre|anche se|di|del|della|dei|delle|il|lo|gli|un|una|uno|mio|mia|con|nel|nella|al|alla|per|né|come|molto|e poi",
  ),
  ar: listOf("و|أو|لكن|لأن|لان|إذا|اذا|عندما|أن|إن|في|من|إلى|الى|على|عن|مع|الذي|التي|ثم|بدون"),
};
