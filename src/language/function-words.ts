/** Words so common in a language, and rare in its neighbours, that a few of them tell it. */
export const commonWords: Readonly<Record<string, string>> = {
  ar: "في من على إلى عن هذا هذه التي الذي ما متى أين كيف هل كان كانت أن لا هو هي مع",
  bg: "и на се за от не да са съм ще това кога къде какво как който беше",
  ca: "el la els les de del dels i en a amb que què qui quan on com per és són va vaig van ha he no més molt una un li ens nosaltres meu meva tinc tenim li'n al als aquest aquesta quin quina fins ja sense però cada sempre des té només aquí després abans ser fa fan d'en s'ha aquests cap",
  cs: "a se na je že do pro si kdy kde co jak jsem jsme byl byla být která který jeho její můj moje ale nebo",
  da: "og i jeg det at en den til er som på de med han af for ikke der var mig hvad hvor hvornår hvem min mit du har vi",
  de: "der die das und ist in zu den mit von für nicht ein eine einen wann wo wer wie was ich du er sie wir ihr mein meine hat haben war waren auf im dem des sich auch bei nach wurde habe sind seit noch schon gegen bis nur sein ihre seine aus beim zum zur wird werden kein keine immer vom jeden jede",
  en: "the of and to in is are was were what when where who how why did does do i my me you your we our he she his her they it that this with for on at from by have has had not a an be can will would which about as like so or but some their them been more there every other always never only after before until than into over out up no don't isn't",
  es: "el la los las de del y en a con que qué quién cuándo dónde cómo por es son fue ha he no más muy una un le nos nosotros mi tengo tenemos al este esta cuál su se lo para está están me hace e sin pero hasta desde ya bien siempre después antes nunca sí tienen toda todos cada va ser sus",
  fi: "ja on ei se että hän oli minä sinä mutta kun mitä missä milloin kuka miten ovat olen olla tai minun mikä",
  fr: "le la les de des du et en à avec que qui quand où comment pour est sont a ai ne pas plus très une un lui nous mon ma mes je il elle au aux ce cette quel quelle dans sur se son sa c'est qu'est quoi était sans chez leur leurs tous chaque depuis jusqu'à fait être deux y toujours jamais aussi avant après été",
  hu: "a az és hogy nem is egy van volt mikor hol mi ki hogyan én te ő de meg ez azt mit",
  it: "il lo la i gli le di del della e in a con che chi quando dove come per è sono ha ho non più molto una un ci noi mio mia abbiamo al alla questo questa quale nel nella si da era cosa senza fino già sempre mai dopo prima anche essere suo sua tutti ogni dal dalla",
  nl: "de het een en is in te van met voor niet wanneer waar wie hoe wat ik jij hij zij wij mijn heeft hebben was waren op dat die aan er maar om ook bij naar heb",
  no: "og i jeg det at en den til er som på de med han av for ikke der var meg hva hvor når hvem min mitt du har vi",
  pl: "i w na się nie z do jest że to jak kiedy gdzie kto co był była są dla moja mój mam ma po przez",
  pt: "o a os as de do da dos das e em com que quem quando onde como por é são foi tem tenho não mais muito uma um lhe nos nós meu minha ao à este esta qual seu sua se no na para está estão me sem até desde já sempre nunca depois antes também ser eu ele ela nossa seus toda cada vai",
  ro: "și în de la cu nu este sunt un o pe care când unde cum cine ce am a fost pentru mai din meu mea se",
  ru: "и в на не с что он она я мы вы кто где когда как у по из за для это был была были мой моя мне его её от но",
  sv: "och i jag det att en den till är som på de med han av för inte var mig vad när vem min mitt du har vi där hur",
  tr: "ve bir bu da de için ile ne nerede kim nasıl mi var benim değil çok daha olan zaman",
  uk: "і в на не з що він вона я ми ви хто де коли як у по за для це був була були мій моя мені його її від але та є",
};

/**
 * What the lists of the `stopword` package lack: auxiliaries, question words, and the verbs and nouns with which
 * people ask a memory ("tell me what kind of …") but never find one.
 */
export const extraStopWords: Readonly<Record<string, string>> = {
  ca: "es son era eren vaig vas va vam van ser estar tenir te tinc tens tenim tenen quan on com qui que quin quina fer fa fet el la un una m t l s d n hi ho",
  de: "wurde wurden gibt gab wer wann wo was warum",
  en: "does doing done am im ive its don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn dont didnt doesnt isnt whats ve ll re d s t m us whose whom she were shall may ever",
  es: "es son era eran fue fueron ser está están estaba hay ha han he has había tiene tengo tenemos tener hace hacer qué cuál cuáles quién quiénes cuándo dónde cómo cuánto cuántos os les este esta esto estos estas eso esa él ella ellos nosotros mis tus sus nuestro nuestra entre hacia e u al",
  fr: "est quand où comment pourquoi quoi y t combien très plus fait faire",
  it: "cosa cos quali fa fare stato stata fu essere avere molto",
  nl: "wanneer waar waarom hoeveel welke m'n mijne bent",
  pt: "é são foi foram era eram ser está estão estava tem tenho temos ter há onde quanto quantos porque mais o a os as no na isso fazer faz",
};
