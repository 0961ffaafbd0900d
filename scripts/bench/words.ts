/** What made-up memories of one language are built of; `#` in a pattern is a content word, `%` a number. */
export interface WordList {
  /** Share of all topics. */
  readonly share: number;
  readonly words: readonly string[];
  readonly patterns: readonly string[];
  readonly questions: readonly string[];
  /** False where words are written without spaces or in another script than Latin: no made-up names among them. */
  readonly coins: boolean;
}

const split = (text: string): string[] => text.trim().split(/\s+/);
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

/** Real words, commonest first, and sentence patterns, by language code. */
export const wordLists: Readonly<Record<string, WordList>> = {
  en: {
    share: 0.71,
    coins: true,
    words:
      split(`house garden school kitchen coffee morning train doctor birthday rice bread cat car bike summer
      winter holiday beach flight hotel ticket passport budget invoice contract meeting project deadline report client
      phone password router printer screen battery cable server backup update keyboard window roof paint door lamp
      boiler plumber tap oven fridge dishwasher laundry soap carpet sofa table chair shelf box cellar attic stairs
      neighbour landlord rent mortgage insurance bank account card pension tax receipt refund salary interview job
      teacher homework exam maths piano guitar choir concert band drum song film book library novel poem museum
      painting camera lens photo album tripod walk hike mountain river lake forest trail tent boots raincoat umbrella
      tomato basil onion garlic pepper potato carrot leek bean lentil cheese butter milk egg flour yeast sugar salt
      honey olive oil vinegar wine beer tea chocolate cake pie soup salad fish prawn chicken broth saffron paella
      allergy pollen headache knee back dentist tooth vaccine blood pressure sleep pulse vitamin glasses pharmacy
      running race marathon shoes training yoga swimming pool goal match team ticket referee chess puzzle game
      wedding cousin grandmother uncle sister brother daughter son baby dog puppy vet fish tank hamster parrot
      spring autumn frost compost seed rose hedge lawn apple pear cherry plum fence pond frog hedgehog bee wasp
      language grammar accent dictionary letter postcard parcel stamp post office notary permit form signature`),
    patterns: lines(`Prefers # # for the #
      Booked the # with # on the way to #, % euros
      The # needs a new # before the #
      Decided to move the # to the # because of the #
      Uses # and never # when making #
      Allergic to #, so the # gets # in its place
      Found that the # under the # was the reason for the #
      Wants to learn # with # by the end of the #
      # and # come to visit with the # every # Saturday
      Paid % euros for the # at #, the # is still missing
      The password of the # is with the # in the #
      Asked # about the # and the #: the answer comes after the #
      Keeps the # behind the #, next to the # from #
      Likes the # a little more # than the recipe of # says
      Wrote to # about the # # and waits for the #
      The # at # opens at % and is closed when there is a #`),
    questions: lines(`what did I say about the # and the #?
      where do we keep the #, and what about #?
      which # goes with the #?
      who wanted the # for the #?
      how much was the # at #?
      when is the # with # due?`),
  },
  es: {
    share: 0.13,
    coins: true,
    words:
      split(`casa jardín colegio cocina café mañana tren médico cumpleaños arroz pan gato coche bicicleta verano
      invierno vacaciones playa vuelo hotel billete pasaporte presupuesto factura contrato reunión proyecto plazo informe
      teléfono contraseña pantalla batería ventana techo pintura puerta lámpara caldera fontanero grifo horno nevera
      vecino alquiler hipoteca seguro banco cuenta pensión impuesto recibo sueldo entrevista trabajo maestra deberes
      examen piano guitarra coro concierto canción película libro biblioteca museo cámara montaña río lago bosque tienda
      tomate albahaca cebolla ajo pimiento patata zanahoria puerro garbanzo queso mantequilla leche huevo harina levadura
      azúcar sal miel aceite vinagre vino cerveza chocolate pastel sopa ensalada pescado gamba pollo caldo azafrán jamón
      alergia polen rodilla espalda dentista vacuna sueño gafas farmacia carrera zapatos natación piscina equipo ajedrez
      boda prima abuela tío hermana hija perro veterinario primavera otoño semilla rosal manzana cereza abeja carta sello`),
    patterns: lines(`Prefiere # # para el #
      Hay que arreglar el # antes de la #
      La # de # se guarda detrás del #
      Pagamos % euros por el # en #
      Le gusta el # con # y sin #
      # vendrá con la # el próximo #
      El # no funciona cuando llueve en el #
      Preguntar a # por el # y la #`),
    questions: lines(`¿qué dije del # y de la #?
      ¿dónde está el # de #?
      ¿cuánto costó el # en #?`),
  },
  de: {
    share: 0.09,
    coins: true,
    words:
      split(`Haus Garten Schule Küche Kaffee Morgen Zug Arzt Geburtstag Reis Brot Katze Auto Fahrrad Sommer Winter
      Urlaub Strand Flug Fahrkarte Reisepass Rechnung Vertrag Besprechung Frist Bericht Telefon Passwort Drucker
      Bildschirm Fenster Dach Farbe Tür Lampe Heizung Klempner Ofen Kühlschrank Spülmaschine Nachbarin Miete Versicherung
      Konto Steuer Gehalt Lehrerin Hausaufgaben Prüfung Klavier Geige Chor Lied Buch Bücherei Kamera Berg Fluss Wald
      Wanderung Zelt Regenschirm Tomate Zwiebel Knoblauch Kartoffel Möhre Lauch Käse Butter Milch Ei Mehl Hefe Zucker
      Salz Honig Essig Wein Kuchen Suppe Fisch Huhn Brühe Allergie Rücken Zahnarzt Impfung Schlaf Brille Apotheke Lauf
      Schwimmbad Mannschaft Schach Hochzeit Oma Onkel Schwester Tochter Hund Tierarzt Frühling Herbst Samen Rose Apfel`),
    patterns: lines(`Mag # lieber als #
      Das # muss vor dem # repariert werden
      Die # von # liegt hinter dem #
      Für das # in # haben wir % Euro bezahlt
      # kommt mit der # zum #
      Am # nie ohne # und #`),
    questions: lines(`was war mit dem # und der #?
      wo liegt das # von #?
      wer wollte # zum #?`),
  },
  ja: {
    share: 0.04,
    coins: false,
    words:
      split(`家 庭 学校 台所 珈琲 朝 電車 医者 誕生日 米 猫 車 自転車 夏 冬 旅行 海 飛行機 切符 旅券 予算 契約 会議 締切 電話
      画面 電池 窓 屋根 扉 冷蔵庫 隣人 家賃 保険 銀行 税金 仕事 先生 宿題 試験 音楽 映画 本 図書館 写真 山 川 湖 森 トマト
      玉葱 人参 卵 牛乳 砂糖 塩 蜂蜜 酒 味噌汁 魚 鶏肉 出汁 花粉症 膝 歯医者 眼鏡 薬局 水泳 将棋 結婚式 祖母 妹 犬 春 秋 東京 京都`),
    patterns: lines(`#より#の方が好き
      #は#の後ろに置いてある
      #と#の予約は%時から
      #が来る前に#を直す
      #には#を入れない`),
    questions: lines(`#と#はどうなった？
      #の#はどこ？`),
  },
  ar: {
    share: 0.03,
    coins: false,
    words:
      split(`البيت حديقة مدرسة مطبخ قهوة صباح قطار طبيب أرز خبز قطة سيارة دراجة صيف شتاء عطلة بحر تذكرة جواز عقد اجتماع
      موعد تقرير هاتف شاشة نافذة سقف باب مصباح ثلاجة جار إيجار تأمين حساب ضريبة عمل معلمة واجب امتحان أغنية فيلم كتاب
      مكتبة جبل نهر بحيرة غابة طماطم بصل ثوم جزر جبن زبدة حليب بيضة طحين سكر ملح عسل حساء سمك دجاج حساسية ركبة نظارة
      صيدلية جدة أخت كلب ربيع خريف تفاح`),
    patterns: lines(`يفضل # على #
      يجب إصلاح # قبل #
      دفعنا % يورو مقابل # و #
      # و # خلف #`),
    questions: lines(`أين #؟
      ماذا قلت عن # و #؟`),
  },
};
