/** Time, school, travel, cars, sport and other things that fill the days. The notation is that of recall/concepts.ts. */
export const days = `
day night evening week / monday tuesday wednesday thursday friday saturday sunday; día noche tarde / lunes martes miércoles jueves viernes sábado domingo; dia nit vespre tarda / dilluns dimarts dimecres dijous divendres dissabte diumenge; tag abend nacht / montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags; jour soir journée / lundi mardi mercredi jeudi vendredi samedi dimanche; dia noite tarde / segunda terça quarta quinta sexta sábado domingo; giorno sera notte / lunedì martedì mercoledì giovedì venerdì sabato domenica
monday; lunes; dilluns; montag montags; lundi; segunda-feira; lunedì
tuesday; martes; dimarts; dienstag dienstags; mardi; terça-feira; martedì
wednesday; miércoles; dimecres; mittwoch mittwochs; mercredi; quarta-feira; mercoledì
thursday; jueves; dijous; donnerstag donnerstags; jeudi; quinta-feira; giovedì
friday; viernes; divendres; freitag freitags; vendredi; sexta-feira; venerdì
saturday; sábado; dissabte; samstag samstags; samedi; sábado; sabato
sunday; domingo; diumenge; sonntag sonntags; dimanche; domingo; domenica
month; mes mensual; mes mensual; monat monatlich; mois mensuel; mês mensal; mese mensile
year yearly annual; año anual; any anual; jahr jährlich; an année annuel; ano anual; anno annuale
hour time clock o'clock; hora horas; hora hores; uhr uhrzeit stunde; heure; hora horas; ora ore
morning; mañana; matí; morgen morgens vormittag; matin; manhã; mattina
winter snow / ski december january february; invierno nieve / esquí diciembre enero febrero; hivern neu / esquí desembre gener febrer; winter schnee / ski dezember januar februar; hiver neige / ski décembre janvier février; inverno neve / esqui dezembro janeiro fevereiro; inverno neve / sci dicembre gennaio febbraio
summer / june july august; verano / junio julio agosto; estiu / juny juliol agost; sommer / juni juli august; été / juin juillet août; verão / junho julho agosto; estate / giugno luglio agosto
spring easter; primavera pascua semana santa; primavera pasqua setmana santa; frühling ostern pfingsten; printemps pâques; primavera páscoa; primavera pasqua
autumn fall harvest; otoño cosecha; tardor collita; herbst ernte; automne récolte; outono colheita; autunno raccolto
christmas; navidad navidades; nadal; weihnachten; noël; natal; natale
storm thunder thunderstorm lightning; tormenta trueno rayo; tempesta tro llamp; gewitter donner donnern blitz; orage tonnerre éclair; tempestade trovão; temporale tuono
holiday vacation trip travel away honeymoon; vacaciones viaje irse marcharse; vacances viatge viatjar marxar; urlaub ferien reise verreisen verreist; vacances voyage partir séjour; férias viagem viajar; vacanza viaggio partire
flight plane airport; vuelo avión aeropuerto; vol avió aeroport; flug flugzeug flughafen; vol avion aéroport; voo avião aeroporto; volo aereo aeroporto
train station bus ferry boat ship; tren estación autobús ferri barco; tren estació autobús ferri vaixell; zug bahnhof bus fähre schiff; train gare bus ferry bateau; comboio estação autocarro barco; treno stazione autobus traghetto nave
ticket; billete entrada; bitllet entrada; karte fahrkarte ticket; billet place; bilhete; biglietto
leave departs; salir sale marcharse; sortir surt marxar; abfahren abfahrt losfahren; partir part départ; sair sai partir; partire parte uscire
town village city place; pueblo ciudad sitio; poble ciutat lloc; ort dorf stadt; ville village lieu; cidade aldeia lugar; città paese luogo
beach island sea; playa isla mar; platja illa mar; strand insel meer; plage île mer; praia ilha mar; spiaggia isola mare
mountain ski skiing hike hiking; montaña esquí esquiar senderismo; muntanya esquí excursió; berg berge ski wandern; montagne ski randonnée neige; montanha esqui caminhada; montagna sci escursione
car vehicle drive automobile van motor / licence parking; coche auto vehículo conducir furgoneta / carné aparcar; cotxe vehicle conduir furgoneta / carnet aparcar; auto wagen fahrzeug fahren transporter kombi / führerschein parken; voiture auto véhicule conduire camionnette bagnole / permis garer; carro automóvel conduzir carrinha / carta estacionar; macchina auto guidare furgone / patente parcheggiare
mechanic garage workshop; mecánico taller; mecànic taller; werkstatt mechaniker; garagiste mécanicien garage; mecânico oficina; meccanico officina
mot test inspection; itv inspección; itv inspecció; tüv hauptuntersuchung; contrôle technique; inspeção ipo; revisione collaudo
tyre tire tyres wheel; rueda neumático; roda pneumàtic; reifen rad; pneu pneus roue; pneu roda; gomma ruota
oil petrol diesel fuel; aceite gasolina diésel; oli gasolina dièsel; öl benzin diesel; huile essence gazole; óleo gasolina gasóleo; olio benzina
bike bicycle cycling; bici bicicleta; bici bicicleta; fahrrad rad; vélo bicyclette; bicicleta; bicicletta bici
licence license permit passed; carné licencia permiso; carnet llicència permís; führerschein erlaubnis; permis licence; carta licença; patente permesso
school class teacher tutor pupil year grade marks homework lesson / primary secondary; colegio cole escuela instituto clase profesor maestro tutor notas curso deberes; escola col·legi institut classe mestre mestra professor tutor notes curs deures; schule klasse lehrer lehrerin note noten hausaufgaben; école collège lycée classe maître maîtresse professeur prof notes devoirs / cantine; escola turma professor notas aulas; scuola classe maestro professore voti compiti
university uni college study degree; universidad uni facultad estudiar estudia carrera; universitat uni facultat estudiar estudia carrera; universität uni hochschule studieren studiert studium; université fac étudier études étudiant; universidade faculdade estudar estuda curso; università facoltà studiare
training apprenticeship course learn learning lesson; formación curso aprender clase prácticas; formació curs aprendre classe pràctiques; ausbildung kurs lehre lernen lernt unterricht; formation cours stage apprendre apprentissage; formação curso aprender aula estágio; corso imparare lezione formazione tirocinio
nursery childcare babysitter; guardería canguro; guarderia llar d'infants cangur; kita kindergarten babysitter; crèche nounou garderie; creche infantário ama; asilo nido babysitter
sport exercise gym training play plays / football tennis swimming judo handball basketball climbing running yoga; deporte ejercicio gimnasio entrenar jugar juega / fútbol tenis natación judo balonmano baloncesto escalada correr yoga; esport exercici gimnàs entrenar jugar juga / futbol tennis natació judo handbol bàsquet escalada córrer ioga; sport training turnen trainieren spielen spielt / fußball tennis schwimmen judo handball basketball klettern laufen yoga; sport exercice gym entraînement jouer joue / football foot tennis natation judo handball basket escalade course yoga danse; desporto exercício ginásio treinar jogar / futebol ténis natação judo andebol basquetebol escalada correr; sport palestra allenamento giocare / calcio tennis nuoto judo pallamano pallacanestro arrampicata
football soccer five-a-side; fútbol; futbol; fußball; football foot; futebol; calcio
swim swimming pool; nadar natación piscina; nedar natació piscina; schwimmen schwimmbad; nager natation piscine; nadar natação piscina; nuotare nuoto piscina
stop stopped quit gave anymore longer; dejar dejó abandonar ya; deixar va plegar ja; aufhören aufgehört aufgegeben mehr; arrêter quitter plus; deixar deixou parar; smettere lasciato
start begin; empezar empieza comenzar; començar comença; anfangen beginnen beginnt; commencer débuter; começar; iniziare cominciare
hobby pastime; afición pasatiempo; afició; hobby; loisir passe-temps; passatempo; hobby passatempo
music instrument band orchestra concert rehearsal rehearse / guitar piano violin flute clarinet drums choir sing; música instrumento banda orquesta concierto ensayo / guitarra piano violín flauta clarinete batería tambor coro cantar; música instrument banda orquestra concert assaig assajar / guitarra piano violí flauta clarinet bateria cor cantar; musik instrument band orchester konzert probe proben / gitarre klavier geige flöte klarinette schlagzeug trommel trommeln chor singen; musique instrument orchestre concert répétition répéter / guitare piano violon flûte clarinette batterie tambour chorale chanter; música instrumento banda orquestra concerto ensaio / guitarra piano violino flauta clarinete bateria coro cantar; musica strumento banda orchestra concerto prova / chitarra pianoforte violino flauto clarinetto batteria coro cantare
drum drums drumming; tambor batería; tambor bateria; trommel trommeln schlagzeug; tambour batterie; tambor bateria; tamburo batteria
book read reading film movie series; libro leer película serie; llibre llegir pel·lícula sèrie; buch lesen film serie; livre lire film série; livro ler filme série; libro leggere film serie
game play cards board chess dominoes; juego jugar cartas ajedrez dominó; joc jugar cartes escacs dòmino; spiel spielen karten schach skat; jeu jouer cartes échecs belote; jogo jogar cartas xadrez dominó; gioco carte scacchi
meeting party event dinner; reunión fiesta cena evento; reunió festa sopar esdeveniment; treffen feier fest essen veranstaltung; réunion fête soirée dîner; reunião festa jantar evento; riunione festa cena
visit guest; visita visitar invitado; visita convidat; besuch besuchen gast; visite invité; visita convidado; visita ospite
church funeral baptism communion; iglesia funeral bautizo comunión; església funeral bateig comunió; kirche beerdigung taufe kommunion; église enterrement baptême communion; igreja funeral batizado comunhão; chiesa funerale battesimo
red; rojo roja; vermell vermella; rot; rouge; vermelho; rosso
blue; azul; blau blava; blau; bleu bleue; azul; blu azzurro
green; verde; verd verda; grün; vert verte; verde; verde
yellow; amarillo; groc groga; gelb; jaune; amarelo; giallo
black; negro; negre negra; schwarz; noir noire; preto; nero
white; blanco; blanc; weiß; blanc blanche; branco; bianco
new; nuevo; nou nova; neu neue; nouveau nouvelle neuf; novo nova; nuovo
old; viejo antiguo; vell antic; alt alte; vieux ancien vieille; velho antigo; vecchio
left; izquierdo; esquerre esquerra; links linken linke seite; gauche; esquerdo; sinistra
right side; derecho lado; dret dreta costat; rechts rechten seite; droite côté; direito lado; destra lato
`;
