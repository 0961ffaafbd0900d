import { pluralsOf } from "./plurals.ts";

/** What the search says: apart from the other sentences, for it is all of them that the browser gets. */
export interface SearchStrings {
  readonly title: string;
  readonly open: string;
  readonly placeholder: string;
  readonly label: string;
  readonly submit: string;
  readonly close: string;
  readonly loading: string;
  readonly results: (count: number) => string;
  readonly none: (query: string) => string;
  readonly hint: string;
  readonly begin: string;
  readonly failed: string;
  readonly needsScript: string;
  readonly more: string;
  readonly all: string;
  readonly filters: string;
  readonly bank: string;
  readonly topic: string;
  readonly person: string;
  readonly tag: string;
  readonly from: string;
  readonly to: string;
  readonly any: string;
  readonly clearFilters: string;
  readonly exact: string;
  readonly archived: string;
  readonly keys: string;
  /** Where no document has all words. */
  readonly some: string;
  readonly superseded: string;
  readonly note: string;
  /** Behind the memories of a document that are shown. */
  readonly left: (count: string) => string;
}

const en: SearchStrings = {
  title: "Search",
  open: "Search",
  placeholder: "Search your memory",
  label: "Words to search for",
  submit: "Search",
  close: "Close",
  loading: "Searching …",
  results: pluralsOf("en")({ one: "# result", other: "# results" }),
  none: (query: string) => `Nothing found for “${query}”.`,
  hint: "Try fewer or other words.",
  begin: "Type a word or two.",
  failed: "Search could not be loaded.",
  needsScript: "Search needs JavaScript. The lists of topics and tags work without it.",
  more: "Show more",
  all: "All results",
  filters: "Filters",
  bank: "Bank",
  topic: "Topic",
  person: "Person",
  tag: "Tag",
  from: "From",
  to: "To",
  any: "Any",
  clearFilters: "Clear filters",
  exact: "Page of that name",
  archived: "Archived",
  keys: "↑ ↓ to move, Enter to open, Esc to close",
  some: "No page has all of these words. These have some:",
  superseded: "No longer so",
  note: "Note",
  left: (count) => `and ${count} more here`,
};

const es: SearchStrings = {
  title: "Buscar",
  open: "Buscar",
  placeholder: "Busca en tu memoria",
  label: "Palabras que buscar",
  submit: "Buscar",
  close: "Cerrar",
  loading: "Buscando…",
  results: pluralsOf("es")({ one: "# resultado", many: "# de resultados", other: "# resultados" }),
  none: (query: string) => `No se ha encontrado nada para «${query}».`,
  hint: "Prueba con menos palabras o con otras.",
  begin: "Escribe una o dos palabras.",
  failed: "No se ha podido cargar la búsqueda.",
  needsScript: "La búsqueda necesita JavaScript. Las listas de temas y etiquetas funcionan sin él.",
  more: "Mostrar más",
  all: "Todos los resultados",
  filters: "Filtros",
  bank: "Banco",
  topic: "Tema",
  person: "Persona",
  tag: "Etiqueta",
  from: "Desde",
  to: "Hasta",
  any: "Cualquiera",
  clearFilters: "Quitar los filtros",
  exact: "Página con ese nombre",
  archived: "Archivado",
  keys: "↑ ↓ para moverse, Intro para abrir, Esc para cerrar",
  some: "Ninguna página tiene todas estas palabras. Estas tienen algunas:",
  superseded: "Ya no es así",
  note: "Nota",
  left: (count) => `y ${count} más aquí`,
};

const ca: SearchStrings = {
  title: "Cerca",
  open: "Cerca",
  placeholder: "Cerca a la teva memòria",
  label: "Paraules que cal cercar",
  submit: "Cerca",
  close: "Tanca",
  loading: "S’està cercant…",
  results: pluralsOf("ca")({ one: "# resultat", many: "# de resultats", other: "# resultats" }),
  none: (query: string) => `No s’ha trobat res per a «${query}».`,
  hint: "Prova amb menys paraules o amb unes altres.",
  begin: "Escriu una paraula o dues.",
  failed: "No s’ha pogut carregar la cerca.",
  needsScript: "La cerca necessita JavaScript. Les llistes de temes i d’etiquetes funcionen sense.",
  more: "Mostra’n més",
  all: "Tots els resultats",
  filters: "Filtres",
  bank: "Banc",
  topic: "Tema",
  person: "Persona",
  tag: "Etiqueta",
  from: "Des de",
  to: "Fins a",
  any: "Qualsevol",
  clearFilters: "Treu els filtres",
  exact: "Pàgina amb aquest nom",
  archived: "Arxivat",
  keys: "↑ ↓ per moure’s, Retorn per obrir, Esc per tancar",
  some: "Cap pàgina té totes aquestes paraules. Aquestes en tenen algunes:",
  superseded: "Ja no és així",
  note: "Nota",
  left: (count) => `i ${count} més aquí`,
};

const pt: SearchStrings = {
  title: "Pesquisar",
  open: "Pesquisar",
  placeholder: "Pesquise na sua memória",
  label: "Palavras a pesquisar",
  submit: "Pesquisar",
  close: "Fechar",
  loading: "Pesquisando…",
  results: pluralsOf("pt")({ one: "# resultado", many: "# de resultados", other: "# resultados" }),
  none: (query: string) => `Nada encontrado para “${query}”.`,
  hint: "Tente com menos palavras ou com outras.",
  begin: "Escreva uma ou duas palavras.",
  failed: "Não foi possível carregar a pesquisa.",
  needsScript:
    "A pesquisa precisa de JavaScript. As listas de temas e etiquetas funcionam sem ele.",
  more: "Mostrar mais",
  all: "Todos os resultados",
  filters: "Filtros",
  bank: "Banco",
  topic: "Tema",
  person: "Pessoa",
  tag: "Etiqueta",
  from: "De",
  to: "Até",
  any: "Qualquer",
  clearFilters: "Limpar os filtros",
  exact: "Página com esse nome",
  archived: "Arquivado",
  keys: "↑ ↓ para mover, Enter para abrir, Esc para fechar",
  some: "Nenhuma página tem todas estas palavras. Estas têm algumas:",
  superseded: "Já não é assim",
  note: "Nota",
  left: (count) => `e mais ${count} aqui`,
};

const fr: SearchStrings = {
  title: "Recherche",
  open: "Rechercher",
  placeholder: "Cherchez dans votre mémoire",
  label: "Mots à chercher",
  submit: "Rechercher",
  close: "Fermer",
  loading: "Recherche en cours…",
  results: pluralsOf("fr")({ one: "# résultat", many: "# de résultats", other: "# résultats" }),
  none: (query: string) => `Rien trouvé pour « ${query} ».`,
  hint: "Essayez moins de mots, ou d’autres.",
  begin: "Tapez un mot ou deux.",
  failed: "La recherche n’a pas pu être chargée.",
  needsScript:
    "La recherche a besoin de JavaScript. Les listes de sujets et d’étiquettes s’en passent.",
  more: "Afficher plus",
  all: "Tous les résultats",
  filters: "Filtres",
  bank: "Banque",
  topic: "Sujet",
  person: "Personne",
  tag: "Étiquette",
  from: "Du",
  to: "Au",
  any: "Tous",
  clearFilters: "Effacer les filtres",
  exact: "Page de ce nom",
  archived: "Archivé",
  keys: "↑ ↓ pour se déplacer, Entrée pour ouvrir, Échap pour fermer",
  some: "Aucune page n’a tous ces mots. Celles-ci en ont quelques-uns :",
  superseded: "N’est plus vrai",
  note: "Note",
  left: (count) => `et ${count} de plus ici`,
};

const de: SearchStrings = {
  title: "Suche",
  open: "Suchen",
  placeholder: "Im Gedächtnis suchen",
  label: "Suchwörter",
  submit: "Suchen",
  close: "Schließen",
  loading: "Wird gesucht …",
  results: pluralsOf("de")({ one: "# Treffer", other: "# Treffer" }),
  none: (query: string) => `Nichts gefunden für „${query}“.`,
  hint: "Versuch es mit weniger oder anderen Wörtern.",
  begin: "Gib ein oder zwei Wörter ein.",
  failed: "Die Suche ließ sich nicht laden.",
  needsScript: "Die Suche braucht JavaScript. Die Listen der Themen und Schlagwörter nicht.",
  more: "Mehr zeigen",
  all: "Alle Treffer",
  filters: "Filter",
  bank: "Bereich",
  topic: "Thema",
  person: "Person",
  tag: "Schlagwort",
  from: "Von",
  to: "Bis",
  any: "Alle",
  clearFilters: "Filter zurücksetzen",
  exact: "Seite dieses Namens",
  archived: "Archiviert",
  keys: "↑ ↓ zum Bewegen, Enter zum Öffnen, Esc zum Schließen",
  some: "Keine Seite hat alle diese Wörter. Diese haben einige davon:",
  superseded: "Gilt nicht mehr",
  note: "Notiz",
  left: (count) => `und ${count} weitere hier`,
};

const ar: SearchStrings = {
  title: "البحث",
  open: "بحث",
  placeholder: "ابحث في ذاكرتك",
  label: "كلمات البحث",
  submit: "ابحث",
  close: "إغلاق",
  loading: "جارٍ البحث…",
  results: pluralsOf("ar")({
    zero: "لا نتائج",
    one: "نتيجة واحدة",
    two: "نتيجتان",
    few: "# نتائج",
    many: "# نتيجة",
    other: "# نتيجة",
  }),
  none: (query: string) => `لم يُعثر على شيء عن «${query}».`,
  hint: "جرّب كلمات أقل أو كلمات أخرى.",
  begin: "اكتب كلمة أو كلمتين.",
  failed: "تعذّر تحميل البحث.",
  needsScript: "يحتاج البحث إلى JavaScript. أما قوائم المواضيع والوسوم فتعمل بدونه.",
  more: "عرض المزيد",
  all: "كل النتائج",
  filters: "عوامل التصفية",
  bank: "البنك",
  topic: "الموضوع",
  person: "الشخص",
  tag: "الوسم",
  from: "من",
  to: "إلى",
  any: "الكل",
  clearFilters: "مسح التصفية",
  exact: "صفحة بهذا الاسم",
  archived: "مؤرشفة",
  keys: "↑ ↓ للتنقل، Enter للفتح، Esc للإغلاق",
  some: "لا توجد صفحة فيها كل هذه الكلمات. هذه الصفحات فيها بعضها:",
  superseded: "لم تعد صحيحة",
  note: "ملاحظة",
  left: (count) => `و${count} أخرى هنا`,
};

const stringsByLanguage: Readonly<Record<string, SearchStrings>> = { en, es, ca, pt, fr, de, ar };

/** The words of the search in a language of the interface, else in English. */
export function searchStringsFor(language: string): SearchStrings {
  const [base = ""] = language.toLowerCase().split("-");
  return Object.hasOwn(stringsByLanguage, base) ? (stringsByLanguage[base] ?? en) : en;
}
