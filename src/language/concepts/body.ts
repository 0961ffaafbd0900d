/** The body, health, food and clothes. The notation is that of recall/concepts.ts. */
export const body = `
dr gp physician consultant clinic surgery / dentist specialist; médico ambulatorio / especialista; metge ambulatori; arzt ärztin dr praxis krankenhaus klinik / zahnarzt hausarzt; médecin docteur toubib hôpital clinique cabinet / dentiste; médico doutor; doctor hospital consulta clínica / dentista
dentist tooth teeth dental braces; diente muela ortodoncia; dent queixal ortodòncia; zahnarzt zahn zahnspange; dentiste dent dentaire; dente aparelho; dentista
medicine medication tablet pill drug dose prescription prescribed antibiotic infection / inhaler insulin penicillin paracetamol ibuprofen metformin; medicina medicamento pastilla medicación receta antibiótico infección / inhalador penicilina; medicina medicament pastilla medicació recepta antibiòtic infecció / inhalador penicil·lina; medizin medikament tablette pille rezept antibiotikum arznei / inhalator insulin penicillin spritze; médicament cachet comprimé pilule traitement ordonnance antibiotique / inhalateur insuline pénicilline metformine; medicamento remédio comprimido receita antibiótico / penicilina; / insulina
emergency first-aid kit; emergencia urgencia botiquín; emergència urgència farmaciola; notfall notfallset erste-hilfe verbandskasten; urgence secours trousse; emergência urgência
worm flea; lombriz gusano pulga; cuc cucs puça; wurm floh entwurmen; ver vers puce vermifuge; verme pulga; desparasitar
allergy allergic reaction coeliac; alergia alérgico intolerante intolerancia celíaco; al·lèrgia al·lèrgic intolerància celíac; allergie allergisch unverträglichkeit zöliakie; allergie intolérant cœliaque; alergia intolerante celíaco; intolerant
ill sick disease condition / asthma kidney thyroid migraine pacemaker; enfermo enfermedad malo / riñón tiroides migraña tensión marcapasos; malalt / diabetis ronyó tiroide migranya tensió marcapassos; krank krankheit / asthma niere schilddrüse migräne blutdruck herzschrittmacher; malade / asthme diabète rein thyroïde migraine tension; doente doença / rim tiroide enxaqueca tensão; / diabetes asma
operation operated surgery; operación; operació; operation operiert op; opération opérer; operação operado
injury injured hurt broke tore pain ache; lesión herida romper roto dolor doler; lesió ferida trencar dolor mal; verletzung verletzt gebrochen gerissen schmerz weh; blessure blessé cassé douleur mal; lesão ferida partido dor
vaccine jab booster; vacuna; vacuna; impfung geimpft impfen; vaccin; vacina
hear deaf ear; oír oye oído oreja sordo; sentir sent orella oïda sord; hören hört verstehen ohr taub; entendre oreille sourd ouïe; ouvir orelha surdo
sight eyesight eye glasses; ojo gafas; ull; auge brille sehkraft; vue œil yeux lunettes; olho óculos; vista
back leg knee hip foot hand arm heart head shoulder; espalda pierna rodilla cadera pie mano brazo corazón cabeza hombro; esquena cama genoll maluc peu mà braç cor cap espatlla; rücken bein knie hüfte fuß hand arm herz kopf schulter; dos jambe genou hanche pied main bras cœur tête épaule; costas perna joelho anca pé mão braço coração cabeça ombro
sleep bed night asleep; duerme cama; dorm llit dormim; schlafen schläft bett; dort lit coucher; cama; dormir
stay sleep night accommodation house lodging / hostel apartment; alojamiento quedarse / hostal; allotjament / hostal; unterkunft übernachten pension / herberge; logement hôtel hébergement chalet / auberge gîte; alojamento; hotel dormir casa
blood pressure; sangre tensión; sang tensió; blut blutdruck; sang tension; sangue tensão
therapy therapist physio speech; terapia logopeda fisio psicólogo; teràpia logopeda fisio psicòleg; therapie therapeut physio logopäde; thérapie orthophoniste kiné psy; terapia terapeuta fisioterapia
food eat meal diet dish / vegetarian vegan meat fish allergic allergy intolerant; comer come plato / vegetariano vegano carne pescado alérgico alergia intolerante; menjar àpat plat / vegetarià vegà carn peix al·lèrgic al·lèrgia intolerant; essen isst mahlzeit diät gericht futter / vegetarisch vegetarierin vegan fleisch fisch allergisch allergie unverträglichkeit; manger repas nourriture régime plat / végétarien végan viande poisson allergique intolérant; comer come refeição prato / vegetariano carne peixe alérgico intolerante; dieta
breakfast; desayuno; esmorzar; frühstück; petit-déjeuner; pequeno-almoço
lunch canteen; comida almuerzo comedor; dinar menjador; mittagessen kantine mensa; déjeuner cantine; almoço cantina
dinner supper; cena; sopar; abendessen; dîner souper; jantar
snack tea cake sweets biscuit / doughnut ice; merienda merendar dulce pastel bizcocho galleta / rosquilla helado; berenar dolç pastís galeta / rosquilla coca xocolata gelat; snack süßes kuchen keks nachtisch vesper / schokolade eis torte; goûter gâteau biscuit sucrerie dessert / chocolat glace; lanche doce bolo bolacha / gelado; / chocolate
gift present; regalo obsequio; regal regalar; geschenk schenken mitbringen; cadeau offrir; presente prenda oferecer
cook recipe; cocinar receta; cuinar recepta; kochen kocht rezept; cuisiner recette; cozinhar receita
drink / coffee tea beer wine water juice; beber bebida / té cerveza vino zumo; beure beguda / cafè te cervesa vi suc; trinken getränk / kaffee tee bier wein saft; boire boisson / thé bière vin jus; beber bebida / chá cerveja vinho sumo; / café
milk dairy yogurt yoghurt cheese butter cream; leche lácteo lactosa yogur queso mantequilla nata; llet làctic lactosa iogurt formatge mantega nata; milch laktose joghurt käse butter sahne; lait laitier yaourt fromage beurre crème; leite iogurte queijo manteiga; lactose
meat beef pork chicken lamb ham sausage vegetarian vegan; carne ternera cerdo pollo cordero jamón; carn vedella porc pollastre xai pernil; fleisch rind schwein huhn hähnchen wurst schinken vegetarisch vegetarierin; viande bœuf porc poulet agneau jambon végétarien; carne vaca porco frango; vegetariana
fish seafood shellfish prawn; pescado marisco gamba; peix marisc gamba; fisch meeresfrüchte garnele; poisson crustacé crevette; peixe marisco camarão
bread wheat flour coeliac; pan trigo harina celíaco; pa blat farina celíac; brot weizen mehl zöliakie; pain blé farine cœliaque; pão glúten trigo farinha celíaco; gluten
nut nuts peanut almond walnut; nuez fruto cacahuete almendra; nou fruita seca cacauet ametlla; nuss erdnuss mandel; noix cacahuète amande noisette; noz amendoim amêndoa
fruit vegetable / apple tomato spinach lemon; fruta verdura / manzana espinaca naranja limón; fruita verdura / poma tomàquet espinac taronja llimona; obst gemüse / apfel spinat zitrone; fruit légume / pomme épinard citron; fruta legume / maçã espinafre laranja limão; / orange tomate
sugar sweet; azúcar; sucre; zucker; sucre; açúcar
salt; ; ; salz; sel; ; sal
size shoe trainers sneakers; talla zapato zapatilla calzar; talla sabata bamba calçar; größe schuhgröße schuh turnschuhe; taille pointure chaussure chausse basket; tamanho sapato ténis calçar; número
clothes clothing / dress shirt coat jacket trousers jumper; ropa / vestido abrigo chaqueta pantalón jersey; roba / vestit abric jaqueta pantalons jersei; kleidung kleider / hemd mantel jacke hose pullover; vêtement habits / robe chemise manteau veste pantalon pull; roupa / vestido casaco calças; / camisa
dress gown; vestido; vestit; kleid; robe; vestido
sew tailor; coser costurera modista; cosir modista; nähen schneider; coudre couturière; coser costureira
hair haircut hairdresser barber; pelo peluquero peluquería; cabell perruquer; haar friseur; cheveux coiffeur; cabelo cabeleireiro
`;
