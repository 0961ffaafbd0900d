/** Texts of the site's login page in one language. */
export interface LoginTexts {
  /** Two-letter code of the language. */
  readonly language: string;
  readonly opening: string;
  readonly noKey: string;
  readonly oldKey: string;
  readonly gone: string;
  readonly noCookies: string;
  readonly noScript: string;
  readonly coming: string;
  readonly failed: string;
  readonly talk: string;
}

/** Returns the texts in a language, else in English. */
export function loginTexts(language: string): LoginTexts {
  return (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? en;
}

const en: LoginTexts = {
  language: "en",
  opening: "Opening…",
  noKey:
    "This page has no key. Open the whole address that Loci printed in its terminal, up to its end (#code=…).",
  oldKey:
    "The address was used before or is too old, or Loci was restarted since. A new one: loci up --address",
  gone: "Loci does not answer. Start it again, and open the address that it prints.",
  noCookies:
    "This browser keeps no cookie for this page. Allow it, or open the address in another browser.",
  noScript: "To show its key to Loci, this page needs JavaScript. The pages behind it do not.",
  coming: "The pages are being made. They appear here when they are ready.",
  failed: "The pages could not be made. The terminal in which Loci runs says why.",
  talk: "Talk",
};

const texts: Readonly<Record<string, LoginTexts>> = {
  en,
  es: {
    language: "es",
    opening: "Abriendo…",
    noKey:
      "A esta página le falta la clave. Abre la dirección completa que Loci mostró en su terminal, hasta el final (#code=…).",
    oldKey:
      "La dirección ya se usó o es demasiado antigua, o Loci se ha reiniciado desde entonces. Una nueva: loci up --address",
    gone: "Loci no responde. Vuelve a iniciarlo y abre la dirección que muestre.",
    noCookies:
      "Este navegador no guarda la cookie de esta página. Permítela o abre la dirección en otro navegador.",
    noScript:
      "Para mostrar su clave a Loci, esta página necesita JavaScript. Las páginas que hay detrás, no.",
    coming: "Las páginas se están preparando. Aparecerán aquí cuando estén listas.",
    failed:
      "No se han podido preparar las páginas. La terminal en la que se ejecuta Loci dice por qué.",
    talk: "Hablar",
  },
  ca: {
    language: "ca",
    opening: "S’està obrint…",
    noKey:
      "A aquesta pàgina li falta la clau. Obre l’adreça sencera que Loci ha mostrat al terminal, fins al final (#code=…).",
    oldKey:
      "L’adreça ja s’ha fet servir o és massa antiga, o Loci s’ha reiniciat des de llavors. Una de nova: loci up --address",
    gone: "Loci no respon. Torna’l a engegar i obre l’adreça que mostri.",
    noCookies:
      "Aquest navegador no desa la galeta d’aquesta pàgina. Permet-la o obre l’adreça en un altre navegador.",
    noScript:
      "Per mostrar la clau a Loci, aquesta pàgina necessita JavaScript. Les pàgines que hi ha darrere, no.",
    coming: "S’estan preparant les pàgines. Apareixeran aquí quan estiguin a punt.",
    failed: "No s’han pogut preparar les pàgines. El terminal on s’executa Loci diu per què.",
    talk: "Parla",
  },
  pt: {
    language: "pt",
    opening: "A abrir…",
    noKey:
      "Esta página não tem chave. Abra o endereço completo que o Loci mostrou no terminal, até ao fim (#code=…).",
    oldKey:
      "O endereço já foi usado ou é demasiado antigo, ou o Loci foi reiniciado desde então. Um novo: loci up --address",
    gone: "O Loci não responde. Inicie-o de novo e abra o endereço que ele mostrar.",
    noCookies:
      "Este navegador não guarda o cookie desta página. Permita-o ou abra o endereço noutro navegador.",
    noScript:
      "Para mostrar a chave ao Loci, esta página precisa de JavaScript. As páginas atrás dela, não.",
    coming: "As páginas estão a ser preparadas. Aparecem aqui quando estiverem prontas.",
    failed: "Não foi possível preparar as páginas. O terminal em que o Loci corre diz porquê.",
    talk: "Conversar",
  },
  fr: {
    language: "fr",
    opening: "Ouverture…",
    noKey:
      "Cette page n’a pas de clé. Ouvrez l’adresse entière que Loci a affichée dans son terminal, jusqu’au bout (#code=…).",
    oldKey:
      "L’adresse a déjà servi ou est trop ancienne, ou Loci a été relancé depuis. Une nouvelle : loci up --address",
    gone: "Loci ne répond pas. Relancez-le et ouvrez l’adresse qu’il affiche.",
    noCookies:
      "Ce navigateur ne garde pas le cookie de cette page. Autorisez-le, ou ouvrez l’adresse dans un autre navigateur.",
    noScript:
      "Pour montrer sa clé à Loci, cette page a besoin de JavaScript. Les pages derrière elle, non.",
    coming: "Les pages sont en préparation. Elles apparaîtront ici dès qu’elles seront prêtes.",
    failed: "Les pages n’ont pas pu être préparées. Le terminal où Loci tourne dit pourquoi.",
    talk: "Parler",
  },
  de: {
    language: "de",
    opening: "Wird geöffnet …",
    noKey:
      "Dieser Seite fehlt der Schlüssel. Öffne die ganze Adresse, die Loci im Terminal gezeigt hat, bis zum Ende (#code=…).",
    oldKey:
      "Die Adresse wurde schon benutzt oder ist zu alt, oder Loci wurde seither neu gestartet. Eine neue: loci up --address",
    gone: "Loci antwortet nicht. Starte es neu und öffne die Adresse, die es zeigt.",
    noCookies:
      "Dieser Browser behält das Cookie dieser Seite nicht. Erlaube es, oder öffne die Adresse in einem anderen Browser.",
    noScript:
      "Um Loci ihren Schlüssel zu zeigen, braucht diese Seite JavaScript. Die Seiten dahinter nicht.",
    coming: "Die Seiten werden gerade erstellt. Sie erscheinen hier, sobald sie fertig sind.",
    failed:
      "Die Seiten konnten nicht erstellt werden. Das Terminal, in dem Loci läuft, sagt warum.",
    talk: "Reden",
  },
  ar: {
    language: "ar",
    opening: "جارٍ الفتح…",
    noKey:
      "لا مفتاح لهذه الصفحة. افتح العنوان الكامل الذي عرضه Loci في الطرفية حتى نهايته (#code=…).",
    oldKey:
      "استُخدم العنوان من قبل أو مضى عليه وقت طويل، أو أُعيد تشغيل Loci بعده. عنوان جديد: loci up --address",
    gone: "لا يجيب Loci. شغّله من جديد وافتح العنوان الذي يعرضه.",
    noCookies:
      "لا يحفظ هذا المتصفح ملف تعريف الارتباط لهذه الصفحة. اسمح به أو افتح العنوان في متصفح آخر.",
    noScript:
      "لكي تُظهر هذه الصفحة مفتاحها لـ Loci تحتاج إلى JavaScript. أما الصفحات التي خلفها فلا تحتاجه.",
    coming: "يجري إعداد الصفحات. ستظهر هنا عندما تصبح جاهزة.",
    failed: "تعذّر إعداد الصفحات. الطرفية التي يعمل فيها Loci تذكر السبب.",
    talk: "محادثة",
  },
};
