/**
 * The memory in a short plain preference ("I love jazz", "no soporto el ruido"), which needs no model to be kept;
 * undefined for anything else. Rather misses one than keeps "I love it", "I'd like a coffee" or a question: what is missed
 * here is found when the conversation ends.
 */
export function shortPreference(message: string): string | undefined {
  const said = message.normalize("NFC").replaceAll("’", "'").trim();
  if ([...said].length > maxCharacters) return undefined;
  const sentence = said.replace(/[.!]+$/, "").trimEnd();
  if (/[.,;:!?¿¡…\n\r"“”«»()[\]{}<>#*`|\\/]/.test(sentence)) return undefined;
  for (const { stating, notPlain } of languages) {
    const liked = stating.exec(sentence)?.groups?.liked;
    if (liked === undefined) continue;
    const words = liked.toLowerCase();
    if (/[\p{L}\p{N}]/u.test(words) && !notPlain.test(words)) return capitalise(sentence);
  }
  return undefined;
}

const maxCharacters = 60;

interface Language {
  /** From the start of the sentence; `liked` is what the preference is for. */
  readonly stating: RegExp;
  /** What makes it a remark on something before, on the other one here, or on the moment. */
  readonly notPlain: RegExp;
}

const languages: readonly Language[] = [
  {
    stating:
      /^I (?:also |really |absolutely |just |always |do )?(?:love|like|adore|enjoy|prefer|hate|dislike|detest|can't stand|cannot stand|don't like|do not like|don't enjoy|never liked) (?<liked>.+)$/i,
    notPlain:
      /^(?:it|that|this|these|those|them|him|her|he|she|you|your|yours|u|us|me|my life|what|when|where|how|who|why|one|ones|both|neither|all of|every bit|the (?:way|idea|plan|sound|first|second|third|last|next|other|former|latter|new|old|same|fact|look)|to (?:say|admit|think|know|hear|see|ask|tell|disappoint|interrupt|break|be that|bother)|not to)(?![\p{L}'])|(?<![\p{L}'])(?:it|this|that|you|your|now|today|tonight|tomorrow|yesterday|currently|if|but|because|please|than usual|more than)(?![\p{L}'])/iu,
  },
  {
    stating:
      /^(?:a mí )?(?:yo )?(?:también |siempre |nunca )?(?:(?:no )?me (?:encanta|encantan|gusta|gustan|fascina|fascinan|chifla|chiflan|apasiona|apasionan)(?: mucho| muchísimo| nada)?|adoro|prefiero|odio|detesto|no soporto|no aguanto) (?<liked>.+)$/iu,
    notPlain:
      /^(?:eso|esto|ese|esa|esos|esas|este|esta|estos|estas|aquello|aquel|aquella|ello|ella|ellos|ellas|él|lo que|lo|cómo|como|cuando|que|tu|tus|tú|ti|te|vuestr\p{L}*|su idea|la idea|el plan|así|más|menos|no|el otro|la otra|el primero|la primera|el segundo|la segunda|ambos|los dos|las dos)(?!\p{L})|(?<!\p{L})(?:eso|esto|ahora|hoy|mañana por|ayer|si|pero|porque|contigo|te|tu|tus|este|esta|ese|esa)(?!\p{L})/iu,
  },
  {
    stating:
      /^(?:a mi )?(?:jo )?(?:també |sempre )?(?:(?:no )?m'(?:encanta|encanten|agrada|agraden|apassiona|apassionen)(?: molt| moltíssim| gens)?|adoro|prefereixo|preferisc|odio|detesto|no suporto|no aguanto) (?<liked>.+)$/iu,
    notPlain:
      /^(?:això|allò|aquest|aquesta|aquests|aquestes|aquell|aquella|ell|ella|ells|elles|el que|com|quan|que|el teu|la teva|els teus|les teves|tu|teu|teva|la idea|el pla|així|més|menys|no|l'altre|l'altra|el primer|la primera|el segon|la segona|tots dos|totes dues)(?!\p{L})|(?<!\p{L})(?:això|ara|avui|ahir|si|però|perquè|tu|teu|teva|aquest|aquesta)(?!\p{L})/iu,
  },
  {
    stating:
      /^(?:eu )?(?:também |sempre )?(?:adoro|amo|prefiro|odeio|detesto|(?:não )?gosto(?: muito| imenso)? d[eoa]s?|não suporto|não aguento) (?<liked>.+)$/iu,
    notPlain:
      /^(?:isso|isto|aquilo|esse|essa|este|esta|aquele|aquela|ele|ela|eles|elas|você|vocês|ti|tu|te|teu|tua|teus|tuas|o que|como|quando|que|a ideia|da ideia|ideia|o plano|plano|assim|mais|menos|não|o outro|a outra|outro|outra|o primeiro|a primeira|ambos|os dois|saber|ouvir)(?!\p{L})|(?<!\p{L})(?:isso|isto|agora|hoje|ontem|se|mas|porque|você|teu|tua|te|esse|essa)(?!\p{L})/iu,
  },
  {
    stating:
      /^(?:moi )?(?:j'(?:adore|aime(?: bien| beaucoup| vraiment)?) |j'ai horreur (?:du|de la|de l'|des|de )\s?|je (?:préfère|déteste|hais) |je n'aime (?:pas|pas trop) |je ne supporte pas )(?<liked>.+)$/iu,
    notPlain:
      /^(?:ça|cela|ceci|ce|cet|cette|ces|celui|celle|ceux|celles|lui|elle|eux|toi|vous|te|ton|ta|tes|votre|vos|l'idée|le plan|comment|quand|que|qu'|mieux|plus|moins|pas|ne|l'autre|le premier|la première|le second|la seconde|les deux|savoir|entendre|autant)(?!\p{L})|(?<!\p{L})(?:ça|cela|maintenant|aujourd'hui|hier|si|mais|parce|toi|vous|ton|ta|tes|ce|cet|cette|ces)(?!\p{L})/iu,
  },
  {
    stating:
      /^ich (?:liebe|mag(?: sehr)?|bevorzuge|hasse|verabscheue|(?:esse|trinke|höre|lese|koche|spiele) (?:sehr |am liebsten |nicht )?gerne?) (?<liked>.+)$/iu,
    notPlain:
      /^(?:es|das(?: nicht)?$|dies|diese|dieser|dieses|diesen|jene\p{L}*|dich|euch|sie|ihn|ihr|ihnen|dein\p{L}*|wie|wenn|was|dass|die idee|den plan|beide|beides|lieber|mehr|nicht$|den anderen|die andere|das andere|den ersten|die erste|das erste)(?!\p{L})|(?<!\p{L})(?:jetzt|gerade|heute|gestern|wenn|aber|weil|dich|dein\p{L}*|diese\p{L}*|lieber)(?!\p{L})/iu,
  },
];

function capitalise(sentence: string): string {
  const [first = "", ...rest] = sentence;
  return first.toUpperCase() + rest.join("");
}
