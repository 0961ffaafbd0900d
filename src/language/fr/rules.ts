import type { LanguageRules } from "../types/rules.ts";

/** How statements are made in French. */
export const rules: LanguageRules = {
  code: "fr",
  capitalNouns: false,
  words:
    "viens regarde attends dis allez tiens le la les l un une des de du d au aux à en et ou où que qui qu avec pour par sans sur entre depuis si non oui ne n pas plus est sont suis es était être ai as a avons ont j je tu il elle nous vous ils elles on me m te t se s lui leur mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces c ça cela très trop moins aussi déjà toujours jamais mais parce car comme quand quoi quel quelle tout tous toute toutes chaque autre habite vis vit travaille aime adore déteste préfère veux vais va allons appelle née né étudie parle fais fait utilise mange bois note souviens retiens oublie aujourd'hui demain hier maintenant ici là mieux rien bien mal deux trois ans jour allergique personne gens sœur frère donc décidé moi dans chez fils fille mère père",
  markers: {
    fillers:
      "maintenant,?(?= (?:j'ai|on a|nous avons|je conduis|je roule|il a|elle a) )|bon|ben|bah|eh bien|alors|écoute|écoutez|tu sais|tu vois|euh+|hum+|ah|oh|salut|bonjour|bonsoir|coucou|au fait|d'ailleurs|en plus|aussi,|et|c'est-à-dire|en fait(?= j| je| mon| ma| nous| on)|à vrai dire|franchement|honnêtement|enfin|bref|voilà|oui|ouais|parfait|génial|super|merci|ok|okay|d'accord|donc|du coup|pour info|pour que tu saches|sache que|il faut que tu saches que|comme je (?:te l'ai dit|disais|t'ai dit)|je voulais (?:te dire|dire)(?: que)?|je veux que tu saches que|autre chose|une chose|parce que|car|mais|surtout|personnellement|heureusement|malheureusement|important|très important|(?:selon |d'après )?(?:le|la|mon|ma|l')(?: ?)(?:médecin|docteure?|allergologue|dermatologue|dermato|nutritionniste|dentiste|gynéco|cardiologue)(?: (?:dit|pense|m'a dit|vient de me dire|m'a confirmé) qu[e']|,)|(?:on (?:m'a|vient de me) (?:dit|dire|confirmé|confirmer|appris)|les analyses disent|il paraît|il s'avère)(?: (?:chez le médecin|à l'hôpital))? que(?= (?:je (?:suis|ne)|j'ai|mon \\p{L}+ (?:est|a)|ma \\p{L}+ (?:est|a)) )|je dois (?:te )?dire que|tu sais quoi|moi|pour ma part|quant à moi",
    tails:
      "s'il te plaît|s'il vous plaît|stp|svp|merci|tu sais|tu vois|ok|d'accord|hein|quoi|voilà|bien sûr|au fait|en fait|haha+|mdr|et tout",
    material:
      "(?:s'il te plaît,? )?(?:(?:peux-tu|pourrais-tu|tu peux|pouvez-vous) (?:me )?)?(?:traduis|traduire|traduisez|corrige|corriger|résume|résumer|réécris|réécrire|reformule|reformuler|écris(?:-moi)?|écrire|rédige(?:-moi)?|rédiger|raconte-moi une?|fais semblant|imagine|imaginons|supposons|fais comme si|agis comme|tu es maintenant|dans mon (?:roman|livre|conte|rêve)|dans mon histoire|dans (?:la|le|cette|ce) (?:roman|conte|chanson|film|jeu|histoire)|mon personnage|le héros|il était une fois|voici (?:un|une|le|la|mon) (?:texte|mail|message|lettre|article|erreur|code)|(?:la chanson|la lettre|les paroles) (?:dit|disent)|comment dit-on|comment on dit|que signifie|que veut dire|ch(?:er|ère)s? (?:monsieur|madame|collègues?|\\p{Lu}))",
    takeBack:
      "(?:non,? |ah,? |attends,? |bon,? |pardon,? |oh,? )*(?:oublie(?: ça| cela| ce que j'ai dit| ce que je viens de dire)?(?=[ ,.]*$|,|\\.)|oubliez (?:ça|cela)|laisse tomber|laisse(?=[ ,.]*$)|peu importe|ce n'est pas grave|c'est pas grave|c'est une blague|c'était une blague|je (?:plaisante|rigole|plaisantais|rigolais)|je retire ce que j'ai dit|ce n'était pas vrai|pas ça|efface ça|je n'ai rien dit|oublie ce que j'ai dit)",
    offRecord:
      "(?:ne )?(?:note|retiens|enregistre|garde|sauvegarde|mémorise|notez|retenez) pas (?:ça|cela|ceci|ce que)|(?:ne |n')?(?:le |l')(?:note|retiens|enregistre|garde|mémorise|écris) pas|(?:ça |cela )?reste entre nous|que ça reste entre nous|entre nous|entre toi et moi|off the record|(?:pas la peine|inutile) de (?:noter|retenir|enregistrer)",
    forget:
      "(?:(?:s'il te plaît|s'il vous plaît|stp),? |(?:peux-tu|tu peux|pourrais-tu|pouvez-vous|je veux que tu|j'aimerais que tu|il faut) )*(?:oubli(?:e[srz]?)(?! pas| jamais)|(?:efface|supprime) (?:que|le fait que|ce que|la note))",
    correction:
      "(?:non,? |ah,? |oh,? |oups,? |attends,? |pardon,? |désolée?,? |bon,? |ben,? )*(?:en fait(?: non)?|en réalité|non(?= ?[,.:;…–-])|pardon|désolée?|attends|plutôt|ou plutôt|je veux dire|je voulais dire|je corrige|je me suis trompée?|erreur|(?:ce n'est|c'est) plus (?:vrai|le cas)|(?:ce n'est|c'est) pas (?:vrai|exact|correct|juste)|ça a changé|changement de programme|changement de plans?|j'ai changé d'(?:avis|idée)|on a changé d'(?:avis|idée)|finalement(?: non,)?(?!,? (?:on|nous|je|j'|ce sera|c'est décidé)))(?:[ ,.:;-]+(?:en fait|je voulais dire|je veux dire|c'est(?= (?:le|la|à|en|lun|mar|mer|jeu|ven|sam|dim|\\d))|c'était|ce sera|pardon|plutôt|mais))*",
    keep: "(?:et |oui,? |ok,? |s'il te plaît,? )*(?:(?:souviens-toi|rappelle-toi)(?: de ça| en)?|souviens-t'en|note(?:-le| ça| cela| bien)|retiens(?:-le| ça| bien)|n'oublie pas(?: ça)?|garde ça en (?:tête|mémoire)|garde-le|prends note|enregistre ça)(?: s'il te plaît)?",
    offer:
      "(?:alors |ok,? )*(?:tu veux que je|veux-tu que je|voulez-vous que je|je peux|puis-je|dois-je|je) (?:le )?(?:note|noter|retienne|retenir|retiens|garde|garder|enregistre|enregistrer|mémorise|mémoriser)(?: donc)? (?:que|qu')",
  },
  dates: {
    days: "premier,un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt_et_un,vingt-et-un vingt-deux,vingt_deux vingt-trois,vingt_trois vingt-quatre,vingt_quatre vingt-cinq,vingt_cinq vingt-six,vingt_six vingt-sept,vingt_sept vingt-huit,vingt_huit vingt-neuf,vingt_neuf trente trente_et_un,trente-et-un",
    absolute: ["(?:le |pour le )?(?:{wd},? )?(?:le )?{d}(?:er)? {month}(?: {y})?"],
    dayOnly: [],
    relative: [
      ["après-demain", 2],
      ["avant-hier", -2],
      ["demain(?: (?=matin|soir|midi|après-midi))?", 1],
      ["hier", -1],
      ["dans {n} jours?", 1],
      ["dans {n} semaines?", 7],
      ["il y a {n} jours?", -1],
      ["il y a {n} semaines?", -7],
    ],
    weekdayOfNextWeek: ["{wd} de la semaine prochaine", "{wd} en huit"],
    lastWeekday: ["{wd} dernier"],
    nextWeekday: [
      "(?<!le |tous les |les |chaque )(?:ce )?{wd}(?: prochain| qui vient)?",
      "(?:le |ce )?{wd} (?:prochain|qui vient)",
    ],
    past: {
      week: "la semaine dernière|la semaine passée",
      month: "le mois dernier|le mois passé",
      year: "l'an dernier|l'année dernière|l'an passé|l'année passée",
      monthsAgo: "(?:(?:il )?y a|ça fait) {n} mois",
      yearsAgo: "(?:(?:il )?y a|ça fait) {n} (?:ans?|années?)",
      named: "(?:en )?{month} dernier",
      inMonth: "(?:en |au mois de |au mois d')(?:{month})(?! \\d)",
      inYear: "en",
    },
    seasons: {
      names: "printemps été automne",
      next: "{season} prochain",
      last: "{season} dernier",
      current: "cet(?:te)? {season}",
      written: "{season} {year}",
    },
    feasts: {
      names:
        "12-25:noël 12-24:réveillon_de_noël 12-31:saint-sylvestre 01-01:jour_de_l'an,nouvel_an 01-06:épiphanie 11-01:toussaint,la_toussaint 07-14:fête_nationale 08-15:assomption,le_15_août 06-24:saint-jean 02-14:saint-valentin 10-31:halloween easter+0:pâques easter+1:lundi_de_pâques easter+39:ascension easter+49:pentecôte easter-47:mardi_gras",
      thisYear: "cette année",
    },
    nextWeek: "la semaine prochaine",
    nextMonth: "le mois prochain",
    nextYear: "l'année prochaine|l'an prochain",
    monthOnly: ["(?:avant|d'ici|depuis) {month}(?! de \\d| \\d)"],
    recurring:
      "chaque|tous les|toutes les|les (?:{weekday})s?|le (?:{weekday})(?! prochain| qui vient| \\d| \\p{L}+ (?:{months}))|quotidien|quotidiennement|(?:une fois|deux fois|trois fois|fois) par (?:jour|semaine|mois|an)|par (?:jour|semaine|mois|an)|le matin|le soir|en semaine|le week-end|en (?:été|hiver)|l'été(?! prochain| dernier)|l'hiver(?! prochain| dernier)|au (?:petit-déjeuner|petit déjeuner|dîner|déjeuner)|avant de dormir",
    time: "(?:à (?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze) heures?(?: et demie)?|à \\d[\\d:.]*(?: ?h(?:eures?)?\\d*)?(?: du (?:matin|soir))?|à midi|matin|soir|après-midi|au matin),?",
    today: "aujourd['’]hui|ce (?:matin|soir)|cet après-midi",
    halves: ["(?:du )?matin", "(?:de l['’])?après-midi|(?:du )?soir"],
    clock: {
      each: "chaque|tous les|toutes les|quotidiennement",
      after: ["à {h} heures?(?: et)? {n}"],
      before: ["à {h} heures? moins (?:le )?{n}"],
      parts: "30:demie,demi 15:quart",
      spans: [
        ["dans une heure et demie", 90],
        ["dans une demi-heure", 30],
        ["dans un quart d['’]heure", 15],
        ["dans {n} heures?", 60],
        ["dans {n} min(?:ute)?s?", 1],
      ],
    },
    smallWeekdays: true,
    on: "le",
    weekOf: "la semaine du",
    inMonth: "en",
    beforeYear: " ",
  },
  remember: [
    "(?:s'il te plaît,? |stp,? )?(?:(?:peux-tu|tu peux|pourrais-tu|je veux que tu|j'aimerais que tu) (?:te )?)?(?:souviens-toi|souvenir|souviennes|rappelle-toi|rappelle-moi|rappeler|retiens|retenir|retiennes|note(?:s)?|noter|n'oublie pas|oublie pas|n'oubliez pas|mémorise|garde en (?:tête|mémoire)|prends note|sache|enregistre|souvenez-vous|notez)(?: bien)?(?:,? s'il te plaît,?)? (?:que |qu')(.+)",
    "(?:s'il te plaît,? )?(?:souviens-toi(?: de ça)?|note(?: bien| ça)?|retiens(?: ça)?|n'oublie pas|mémorise(?: ça)?|à noter|à retenir|pour mémoire)(?: ?[:,]| -) ?(.+)",
    "(?:s'il te plaît,? )?(?:n'oublie pas|retiens|note) ((?:mon|ma|mes|le|la|les|l'|notre|nos) ?.+)",
  ],
  relations:
    "sister:sœur,soeur brother:frère mother:mère,maman father:père,papa wife:femme,épouse husband:mari,époux partner:compagnon,compagne,conjoint,conjointe girlfriend:copine,petite_amie boyfriend:copain,petit_ami fiance:fiancé,fiancée son:fils daughter:fille children:enfants,les_enfants twins:jumeaux,jumelles,les_jumeaux,les_jumelles sisters:sœurs,soeurs brothers:frères cousins:cousins,cousines friends:amis,amies,potes grandparents:grands-parents parents_in_law:beaux-parents grandchildren:petits-enfants youngest:petit,petite,cadet,cadette,le_petit,la_petite,le_cadet,la_cadette,benjamin,benjamine eldest:aîné,aînée,grand,grande,l'aîné,l'aînée stepson:beau-fils stepdaughter:belle-fille guests:invités,les_invités,un_des_invités,une_des_invitées guest:l'invité,l'invitée,un_invité,une_invitée baby:bébé parents:parents grandmother:grand-mère,mamie,mémé grandfather:grand-père,papi,papy,pépé aunt:tante,tata uncle:oncle,tonton cousin:cousin,cousine nephew:neveu niece:nièce grandson:petit-fils granddaughter:petite-fille mother_in_law:belle-mère father_in_law:beau-père brother_in_law:beau-frère sister_in_law:belle-sœur friend:ami,amie,pote neighbour:voisin,voisine,voisins,voisines,le_voisin,la_voisine,les_voisins,les_voisines flatmate:colocataire,coloc boss:chef,cheffe,patron,patronne colleague:collègue teacher:professeur,professeure,maîtresse,prof dog:chien,chienne,le_chien,la_chienne cat:chat,chatte,chaton,le_chat,la_chatte pet:animal rabbit:lapin parrot:perroquet horse:cheval tortoise:tortue doctor:médecin dentist:dentiste landlord:propriétaire twin:jumeau,jumelle godmother:marraine godfather:parrain",
  slots:
    "class:classe name:nom,nom_complet,prénom birthday:anniversaire,date_de_naissance,anniv home_address:adresse phone:téléphone,numéro_de_téléphone,numéro_de_portable,portable,numéro email:email,e-mail,mail,adresse_mail,adresse_e-mail id_number:numéro_de_sécu,numéro_de_sécurité_sociale,numéro_de_passeport employer:entreprise,employeur job:métier,travail,profession salary:salaire blood_type:groupe_sanguin shoe_size:pointure shirt_size:taille_de_chemise,taille_de_t-shirt trouser_size:taille_de_pantalon ring_size:tour_de_doigt clothes_size:taille height:taille_en_cm weight:poids car:voiture bike:vélo licence_plate:plaque,plaque_d'immatriculation,immatriculation wifi_name:nom_du_wifi,réseau_wifi,nom_du_wi-fi,wifi,wi-fi anniversary:anniversaire_de_mariage boss:chef,cheffe,patron,patronne doctor:médecin,médecin_traitant dentist:dentiste star_sign:signe,signe_astrologique mother_tongue:langue_maternelle hometown:ville_natale,village_natal postcode:code_postal locker_number:numéro_de_casier,casier member_number:numéro_d'adhérent insurance_number:numéro_de_police,numéro_d'assurance hobby:passe-temps,hobby school:école university:université,fac team:équipe vet:vétérinaire,véto plumber:plombier electrician:électricien hairdresser:coiffeur,coiffeuse physio:kiné lawyer:avocat,avocate babysitter:nounou,baby-sitter landlord:propriétaire teacher:professeur,professeure,prof,maîtresse,maître therapist:psy,psychologue saints_day:fête nationality:nationalité room:chambre seat:siège parking_spot:place_de_parking,place_de_garage emergency_contact:contact_d'urgence,personne_à_prévenir customer_number:numéro_de_client,numéro_client reservation_code:code_de_réservation,numéro_de_réservation,numéro_de_dossier charger_spot:borne,borne_de_recharge username:nom_d'utilisateur,identifiant",
  secrets:
    "wifi_password:mot_de_passe_du_wifi,mot_de_passe_wifi,code_du_wifi,code_wifi,clé_wifi,clé_du_wifi password:mot_de_passe pin:pin,code_pin card_number:numéro_de_carte,numéro_de_carte_bancaire,carte_bancaire,numéro_de_ma_carte cvv:cvv,cryptogramme,code_de_sécurité alarm_code:code_de_l'alarme,code_d'alarme door_code:code_de_la_porte,digicode,code_du_portail,code_de_la_grille,code_d'entrée,code_de_l'entrée,code_du_hall,code_de_la_résidence,code_porte,code_du_garage,code_de_l'immeuble safe_code:combinaison_du_coffre,code_du_coffre bank_account:iban,rib,numéro_de_compte",
  nouns:
    "colour:couleur food:nourriture,aliment dish:plat film:film book:livre song:chanson band:groupe singer:chanteur,chanteuse music:musique author:auteur,autrice,écrivain city:ville country:pays season:saison animal:animal fruit:fruit drink:boisson wine:vin tea:thé coffee:café sport:sport team:équipe restaurant:restaurant,resto game:jeu series:série place:endroit,lieu dessert:dessert cake:gâteau pizza:pizza ice_cream:glace flower:fleur number:chiffre,nombre,numéro day:jour spare_key:clé_de_secours,clef_de_secours,double_des_clés,double_de_clés,clé_de_rechange,double_de_la_clé keys:clés,clefs,clé passport:passeport,passeports first_aid_kit:trousse_de_secours documents:documents,papiers toolbox:boîte_à_outils,caisse_à_outils tools:outils charger:chargeur torch:lampe_de_poche,lampe_torche umbrella:parapluie suitcase:valise,valises",
  my: "mon|ma|mes|notre|nos",
  the: "le|la|l'|les|un|une",
  pronouns: "elle|il(?! (?:y|faut|pleut|fait|neige|est (?:temps|possible)) )|son|sa|ses",
  mine: "je|j'\\p{L}+|moi|mon|ma|mes|me|m'\\p{L}+|nous|notre|nos|mien|mienne",
  past: "hier|était|étais|étions|avait|avais|dernier|dernière|il y a \\S+ (?:jours?|semaines?|mois|ans?)|(?:j'ai|(?<!y )a|avons|avez|ont|(?:me |m'|s'|se |nous )(?:suis|est|sommes|sont)) (?:(?:déjà|enfin|bien|tout) )?(?!été (?:reporté|déplacé|repoussé|décalé|avancé|fixé))\\p{L}*(?:é|fait|vu|pris|mis|eu|vendu|perdu|rendu|tenu|venu|reçu|ouvert|dit|écrit|connu|fini|choisi|réussi|senti|dormi|servi|suivi)e?s?|(?:suis|est|sommes|sont) (?:all|arriv|entr|rentr|retourn|mont|tomb|rest|décéd|n|mort|part|sort|ven|reven|dev)[a-z]*(?:é|i|u|t)e?s?",
  appointments:
    "dentist:dentiste doctor:médecin,docteur exam:examen interview:entretien,entretien_d'embauche wedding:mariage driving_test:permis,examen_du_permis flight:vol surgery:opération meeting:réunion hairdresser:coiffeur,coiffeuse vet:vétérinaire,véto concert:concert party:fête,soirée birthday_party:fête_d'anniversaire dinner:dîner lunch:déjeuner trip:voyage holiday:vacances deadline:date_limite physio:kiné appointment:rendez-vous,rdv checkup:contrôle blood_test:prise_de_sang,analyse_de_sang presentation:présentation rehearsal:répétition funeral:enterrement baptism:baptême graduation:remise_des_diplômes plumber:plombier electrician:électricien optician:opticien,ophtalmo marathon:marathon,semi-marathon",
  connectors: "et|mais|donc|parce que|car|alors que|et aussi|et puis|tandis que|du coup",
};
