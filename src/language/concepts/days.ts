/** Time, school, travel, cars, sport and other things that fill the days. The notation is that of recall/concepts.ts. */
export const days = `
day night evening week / monday tuesday wednesday thursday friday saturday sunday; día noche tarde / lunes martes miércoles jueves viernes sábado domingo; dia nit vespre tarda / dilluns dimarts dimecres dijous divendres dissabte diumenge; tag abend nacht / montag dienstag mittwoch donnerstag freitag samstag sonntag; jour soir journée / lundi mardi mercredi jeudi vendredi samedi dimanche; dia noite tarde / segunda terça quarta quinta sexta sábado domingo; giorno sera notte / lunedì martedì mercoledì giovedì venerdì sabato domenica
tuesday; martes; dimarts; dienstag; mardi; terça-feira; martedì
wednesday; miércoles; dimecres; mittwoch; mercredi; quarta-feira; mercoledì
thursday; jueves; dijous; donnerstag; jeudi; quinta-feira; giovedì
friday; viernes; divendres; freitag; vendredi; sexta-feira; venerdì
saturday; sábado; dissabte; samstag; samedi; sábado; sabato
sunday; domingo; diumenge; sonntag; dimanche; domingo; domenica
month; mes mensual; mes mensual; monat; mois mensuel; mês mensal; mese mensile
year annual; año; any; jahr jährlich; an année annuel; ano; anno annuale; anual
morning; mañana; matí; morgen vormittag; matin; manhã; mattina
winter snow / december january february; invierno nieve / esquí diciembre enero febrero; hivern neu / esquí desembre gener febrer; winter schnee / dezember januar februar; hiver neige / décembre janvier février; inverno neve / esqui dezembro janeiro fevereiro; inverno neve / sci dicembre gennaio febbraio; / ski
spring easter; pascua semana santa; pasqua setmana santa; frühling ostern pfingsten; printemps pâques; páscoa; pasqua; primavera
autumn fall harvest; otoño cosecha; tardor collita; herbst ernte; automne récolte; outono colheita; autunno raccolto
christmas; navidad navidades; nadal; weihnachten; noël; natal; natale
storm thunder thunderstorm lightning; tormenta trueno rayo; tempesta tro llamp; gewitter donner blitz; orage tonnerre éclair; tempestade trovão; temporale tuono
holiday vacation trip travel away honeymoon; vacaciones viaje irse marcharse; vacances viatge viatjar marxar; urlaub ferien reise verreisen verreist; vacances voyage partir séjour; férias viagem viajar; vacanza viaggio partire
flight plane airport; vuelo avión aeropuerto; vol avió aeroport; flug flugzeug flughafen; vol avion aéroport; voo avião aeroporto; volo aereo aeroporto
train station ferry boat ship; tren estación autobús ferri barco; tren estació autobús ferri vaixell; zug bahnhof fähre schiff; train gare ferry bateau; comboio estação autocarro barco; treno stazione autobus traghetto nave; bus
ticket; billete entrada; bitllet entrada; karte fahrkarte ticket; billet place; bilhete; biglietto
leave departs; salir sale marcharse; sortir surt marxar; abfahren abfahrt losfahren; partir part départ; sair sai partir; partire parte uscire
town village city place; pueblo ciudad sitio; poble ciutat lloc; ort dorf stadt; ville village lieu; cidade aldeia lugar; città paese luogo
beach island sea; playa isla; platja illa; strand insel meer; plage île mer; praia ilha; spiaggia isola mare; mar
mountain hike; montaña esquí esquiar senderismo; muntanya esquí excursió; berg wandern; montagne randonnée neige; montanha esqui caminhada; montagna sci escursione; ski
car vehicle drive automobile van motor / licence parking; coche vehículo conducir furgoneta / carné aparcar; cotxe vehicle conduir furgoneta / carnet aparcar; wagen fahrzeug fahren transporter kombi / führerschein parken; voiture véhicule conduire camionnette bagnole / permis garer; carro automóvel conduzir carrinha / carta estacionar; macchina guidare furgone / patente parcheggiare; auto
mechanic garage workshop; mecánico taller; mecànic taller; werkstatt mechaniker; garagiste mécanicien; mecânico oficina; meccanico officina
mot test inspection; itv inspección; itv inspecció; tüv hauptuntersuchung; contrôle technique; inspeção ipo; revisione collaudo
tyre tire wheel; rueda neumático; roda pneumàtic; reifen rad; pneu pneus roue; pneu roda; gomma ruota
bike bicycle cycling; bici; bici; fahrrad rad; vélo bicyclette; ; bicicletta bici; bicicleta
licence license permit passed; carné licencia permiso; carnet llicència permís; führerschein erlaubnis; permis licence; carta licença; patente permesso
school class teacher pupil year grade marks homework lesson / primary secondary; colegio cole escuela instituto clase profesor maestro notas curso deberes; escola col·legi institut classe mestre mestra professor notes curs deures; schule klasse lehrer lehrerin note hausaufgaben; école collège lycée classe maître maîtresse professeur prof notes devoirs / cantine; escola turma professor notas aulas; scuola classe maestro professore voti compiti; tutor
university college study degree; universidad facultad estudiar carrera; universitat facultat estudiar carrera; universität hochschule studieren studiert studium; université fac étudier études étudiant; universidade faculdade estudar curso; università facoltà studiare; uni
training apprenticeship course learn lesson; formación curso aprender clase prácticas; formació curs aprendre classe pràctiques; ausbildung kurs lehre lernen lernt unterricht; formation cours stage apprendre apprentissage; formação curso aprender aula estágio; corso imparare lezione formazione tirocinio
nursery childcare babysitter; guardería canguro; guarderia llar d'infants cangur; kita kindergarten babysitter; crèche nounou garderie; creche infantário ama; asilo nido babysitter
exercise gym training play / football swimming basketball climbing running; deporte ejercicio gimnasio entrenar jugar juega / fútbol tenis natación balonmano baloncesto correr; esport exercici gimnàs entrenar jugar juga / futbol natació handbol bàsquet córrer ioga; training turnen trainieren spielen spielt / fußball schwimmen basketball klettern laufen; exercice gym entraînement jouer joue / football foot natation basket escalade course danse; desporto exercício ginásio treinar jogar / futebol ténis natação andebol basquetebol correr; palestra allenamento giocare / calcio nuoto pallamano pallacanestro arrampicata; sport / tennis judo handball yoga escalada
football soccer five-a-side; fútbol; futbol; fußball; football foot; futebol; calcio
swim pool; nadar natación; nedar natació; schwimmen schwimmbad; nager natation piscine; nadar natação; nuotare nuoto; piscina
stop quit gave anymore longer; dejar dejó abandonar ya; deixar va plegar ja; aufhören aufgehört aufgegeben mehr; arrêter quitter plus; deixar deixou parar; smettere lasciato
hobby pastime; afición pasatiempo; afició; hobby; loisir passe-temps; passatempo; hobby passatempo
music band orchestra rehearsal / guitar violin flute clarinet drums choir sing; instrumento orquesta concierto ensayo / violín clarinete batería tambor coro; orquestra assaig assajar / violí clarinet bateria cor; musik band orchester konzert probe / gitarre klavier geige flöte klarinette schlagzeug trommel trommeln chor singen; musique orchestre répétition répéter / guitare violon flûte clarinette batterie tambour chorale chanter; instrumento orquestra concerto ensaio / violino clarinete bateria coro; musica strumento orchestra concerto prova / chitarra pianoforte violino flauto clarinetto batteria coro cantare; instrument concert música banda / piano guitarra flauta cantar
drum; batería; bateria; trommel trommeln schlagzeug; tambour batterie; bateria; tamburo batteria; tambor
book read movie series; libro leer película serie; llibre llegir pel·lícula sèrie; buch lesen serie; livre lire série; livro ler filme série; libro leggere serie; film
game play cards board chess dominoes; juego jugar cartas ajedrez dominó; joc jugar cartes escacs dòmino; spiel karten schach skat; jeu jouer cartes échecs belote; jogo cartas xadrez dominó; gioco carte scacchi
meeting party event dinner; reunión fiesta cena evento; reunió festa sopar esdeveniment; treffen feier fest essen veranstaltung; réunion fête soirée dîner; reunião festa jantar evento; riunione festa cena
visit guest; invitado; convidat; besuch gast; visite invité; convidado; ospite; visita
church baptism communion; iglesia bautizo comunión; església bateig comunió; kirche beerdigung taufe kommunion; église enterrement baptême communion; igreja batizado comunhão; chiesa funerale battesimo; funeral
red; rojo roja; vermell vermella; rot; rouge; vermelho; rosso
blue; azul; blau blava; blau; bleu; azul; blu azzurro
green; verde; verd; grün; vert; verde; verde
yellow; amarillo; groc groga; gelb; jaune; amarelo; giallo
black; negro; negre negra; schwarz; noir; preto; nero
white; blanco; blanc; weiß; blanc blanche; branco; bianco
new; nuevo; nou nova; neu neue; nouveau nouvelle neuf; novo nova; nuovo
old; viejo antiguo; vell antic; alt alte; vieux ancien vieille; velho antigo; vecchio
left; izquierdo; esquerre esquerra; links seite; gauche; esquerdo; sinistra
right side; derecho lado; dret costat; rechts seite; droite côté; direito lado; destra lato
`;
