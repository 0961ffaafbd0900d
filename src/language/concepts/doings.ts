/** What people do: live, work, learn, pay, travel, meet, eat, play, plan, mend. The notation is that of recall/concepts.ts. */
export const doings = `
live lived living reside; vivir vivo vive residir; viure visc viu vivia residir; wohnen wohnt gewohnt wohnhaft; habiter résider loger; viver vivo vive morar residir; vivere vive vissuto abitare risiedere
relocate moved movers removal; mudarse mudó trasladarse traslado mudanza; mudar-se traslladar-se trasllat mudança; umziehen umgezogen umzug eingezogen ausgezogen; déménager emménager déménageur; mudar-se mudou mudança; traslocare trasferirsi trasferito
emigrate immigrant abroad; emigrar emigró extranjero; emigrar estranger; auswandern ausgewandert ausland; émigrer étranger expatrié; emigrar emigrou estrangeiro; emigrare emigrato estero
office desk workplace; oficina despacho; oficina despatx; büro arbeitsplatz schreibtisch; bureau; escritório; ufficio scrivania
shift rota / nightshift; turno guardia; torn torns guàrdia; schicht schichten dienst / nachtschicht frühschicht spätschicht; garde astreinte horaires; turno escala plantão; turno
colleague coworker workmate; compañero colega; company col·lega; kollege kollegin kollegen arbeitskollege; collègue; colega; collega
income earnings earn earned payslip bonus; ingresos sueldo nómina; ingressos nòmina guanys; einkommen verdienst verdienen verdient gehalt; revenu revenus salaire paie prime; rendimento vencimento salário ordenado; reddito guadagno stipendio
resign quit; dimitir dimisión renunciar; dimitir dimissió plegar; kündigen gekündigt kündigung; démissionner démission; demitir-se demissão despedir-se; dimettersi dimissioni licenziarsi
fired sacked dismissed redundant layoff; despedir despido; acomiadar; entlassen entlassung gefeuert; licencier; despedir; licenziare licenziato licenziamento
unemployed unemployment jobless dole; paro parado desempleo desempleado; atur aturat aturada; arbeitslos arbeitslosigkeit arbeitslosengeld; chômage chômeur chômeuse; desemprego; disoccupato disoccupazione
interview applicant application cv; entrevista currículum candidato; entrevista currículum candidat; vorstellungsgespräch bewerbung bewerben beworben lebenslauf; entretien candidature postuler; entrevista currículo candidatura; colloquio candidatura curriculum
hire hired recruit; contratar contrató contratado; contractar; eingestellt angestellt einstellen; embaucher recruter; contratar contratou; assumere assunto assunzione
promotion promoted; ascenso ascender ascendido; ascens ascendir; beförderung befördert befördern; promotion promu; promoção promovido; promozione promosso
retirement retire retired retiree pensioner; jubilación jubilarse jubiló jubilada pensionista; jubilació jubilar-se jubilada pensionista; ruhestand rentner rentnerin pensionierung; retraite; reforma aposentado aposentadoria; pensionamento pensionato pensionata
self-employed freelance; autónomo; autònom; selbständig selbstständig freiberuflich freiberufler; indépendant freelance; independente freelancer autônomo; freelance autonomo
maternity paternity; maternidad paternidad; maternitat paternitat; elternzeit mutterschutz elterngeld; maternité paternité; maternidade paternidade; maternità paternità
telework remotely homeworking; teletrabajo; teletreball teletreballar; homeoffice home-office; télétravail télétravailler; teletrabalho remoto; telelavoro smartworking
commute; trayecto desplazamiento; trajecte desplaçament; pendeln pendelt pendler arbeitsweg; trajet; trajeto deslocação; tragitto pendolare
study student; estudiar estudia estudios estudiante; estudiar estudia estudis estudiant; studieren studiert student studentin; étudier étudie études étudiant; estudar estuda estudos estudante; studiare studente
exam exams test; examen exámenes prueba / selectividad oposiciones; examen prova / selectivitat oposicions; prüfung prüfungen klausur klassenarbeit / abitur; examen contrôle épreuve / bac brevet concours; exame prova teste; esame verifica / maturità
passed; aprobar aprobó aprobado aprueba; aprovar; bestehen bestanden bestand; réussir; aprovado; superare superato promosso
fail failed flunked retake resit; suspender suspendió suspenso; suspendre suspès; durchgefallen durchfallen sitzengeblieben; rater raté recalé redoubler rattrapage; chumbar chumbou reprovar; bocciare bocciato bocciata
homework assignment; deberes tarea tareas; deures; hausaufgaben hausaufgabe hausi; devoirs; deveres tpc; compiti
teacher tutor headteacher headmaster; profesor maestro docente; professor mestre mestra; lehrer lehrerin klassenlehrerin schulleiter; prof professeur instituteur institutrice maîtresse; professor; insegnante maestro professoressa
pupil student classmate schoolmate; alumno compañero; alumne company; schüler schülerin mitschüler klassenkamerad; élève camarade; aluno colega; alunno compagno
enrol registration register; matricular inscribir inscrito apuntarse; matricular matrícula inscriure apuntar-se; anmelden angemeldet anmeldung einschreiben; inscrire inscrit inscription; matricular inscrever inscrito; iscrivere iscritto iscrizione
graduate diploma; graduarse graduó graduación título licenciarse; graduar-se graduat títol; schulabschluss abschluss diplom absolviert; diplôme; formatura formou-se diploma licenciatura; laurea laurearsi laureato diploma
grades marks; notas nota boletín; notes nota butlletí; noten note zeugnis; notes note bulletin; notas nota boletim; voti voto pagella
timetable schedule; horario; horari; stundenplan zeitplan fahrplan; horaires planning; horário; orario
subjects / maths physics chemistry biology geography; asignatura / matemáticas mates física química biología geografía; assignatura / matemàtiques mates física química biologia geografia; schulfach fach / mathe mathematik physik chemie biologie erdkunde; matière / maths physique chimie biologie géographie; disciplina matéria / matemática física química biologia geografia; materia / matematica fisica chimica biologia geografia
groceries supermarket shopping market; supermercado súper mercado compra; supermercat súper mercat compra; supermarkt einkauf einkaufen lebensmittel markt; supermarché courses marché; supermercado compras mercado mercearia; supermercato spesa mercato alimentari
parcel delivery delivered order package; paquete pedido envío encargar entrega; paquet comanda enviament encarregar lliurament; paket bestellung bestellen bestellt lieferung; colis commande livraison; encomenda pacote entrega; pacco ordinare ordinato consegna
refund returned exchange; devolver devolvió devuelto devolución reembolso; retornar devolució reemborsament; zurückgeben zurückgegeben rückgabe umtausch umtauschen erstattung; rembourser échanger; devolver devolução reembolso; rimborso restituire
price cost costs quote estimate; precio costar cuesta costó presupuesto; preu costar costa pressupost; preis kosten kostet gekostet kostenvoranschlag; prix coûter devis tarif; preço custar custa custou orçamento; prezzo costare costa costato preventivo
pay pays paid payment; pagar pago pagó; pagar paga; zahlen bezahlt gezahlt zahlung; payer paye payé paiement régler; pagar pagou pago pagamento; pagare paga pagato pagamento
sell sold selling seller; vender vende vendió venta; vendre ven venut venda; verkaufen verkauft verkaufte verkauf; vendre vend vendu vente; vender vende vendeu venda; vendere venduto vendita
instalment installment; plazo cuota; terminis quota; rate raten ratenzahlung; mensualité; prestação prestações parcela; rata rate
bill bills invoice receipt; factura recibo tique; factura rebut tiquet; rechnung rechnungen quittung beleg kassenbon; facture reçu; fatura recibo; fattura bolletta ricevuta scontrino
loan debt owe owes owed; préstamo deuda; préstec deute; kredit darlehen schulden schuldet; prêt dette emprunt; empréstimo dívida; prestito debito
rent rented tenancy; alquilar alquiler arrendar; llogar lloguer; mieten gemietet vermieten vermietet mietvertrag; louer loue loué location bail; arrendar alugar aluguel; affittare affittato locazione
insurer insurance claim premium; aseguradora seguro siniestro; asseguradora assegurança sinistre; versicherung versicherer schaden / haftpflicht hausrat kasko; assureur assurance sinistre / mutuelle; seguradora seguro sinistro; assicuratore assicurazione sinistro
subscription subscribe membership member; suscripción suscrito abono socio; subscripció subscrit abonament soci sòcia; abo abonnement abonniert mitglied mitgliedschaft; abonnement abonné adhésion adhérent; assinatura subscrição mensalidade sócio; abbonamento abbonato iscrizione socio
contract agreement sign signed signature; contrato firmar firmó firmado; contracte signar signatura; vertrag verträge unterschreiben unterschrieben unterschrift; contrat signer signature; contrato assinar assinou; contratto firmare firmato
expiry expire; caducidad caducar caducado vencimiento; caducitat caducar caducat venciment; ablaufdatum ablaufen abgelaufen gültigkeit; expiration expirer périmé péremption; validade caducado vencido vencimento; scadenza scadere scade scaduto
renew extend; renovar renueva prorrogar; renovar prorrogar; verlängern verlängert verlängerung erneuern; renouveler renouvelle renouvellement prolonger; renovar prorrogar; rinnovare rinnovato
deadline; plazo límite; termini límit; frist stichtag fällig; délai échéance; prazo; scadenza
drive drove driver; conducir conduzco conduce condujo conductor; conduir condueix conductor; fahren fährt fuhr gefahren fahrer; conduire conduis conduit conducteur; conduzir conduz dirigir motorista condutor; guidare guidato autista
parking parked; aparcar estacionar; aparcar; parken geparkt parkplatz tiefgarage; garer garé stationnement parking; estacionar estacionou; parcheggiare parcheggiato parcheggio
train railway; tren trenes ferrocarril; tren trens ferrocarril rodalies; zug züge bahn; train tgv; comboio trem; treno ferrovia
bus buses / tram underground subway; autobús bus / tranvía metro; autobús autobusos bus / tramvia metro; bus busse / straßenbahn u-bahn; bus autobus autocar / tram métro; autocarro ônibus / elétrico metro metrô; autobus pullman corriera / tram metropolitana
fly flew flown flight; volar vuela voló; volar vola avió; fliegen fliegt flog geflogen flug; avion décoller atterrir; voar voa voou voo; volare volato volo voli
trip trips travel journey / excursion; viaje / excursión escapada; viatge viatges viatjar / excursió escapada; reise reisen gereist / ausflug; voyage / excursion escapade; viagem viagens viajar viajou / passeio excursão; viaggio / gita
overnight stayed; alojarse alojó hospedarse pernoctar; allotjar-se allotjat pernoctar; übernachten übernachtet übernachtung; loger logé nuitée hébergement; hospedar-se hospedado pernoitar; pernottare alloggiare soggiornare
cottage cabin airbnb; cabaña bungalow airbnb; cabana bungalou airbnb; ferienwohnung ferienhaus hütte airbnb; gîte chalet cabane airbnb; cabana chalé airbnb; baita agriturismo airbnb
camping campsite tent / caravan campervan; acampar camping / caravana autocaravana; acampar càmping tenda / caravana autocaravana; zelten camping campingplatz zelt / wohnwagen wohnmobil; camping camper tente / caravane camping-car; acampar campismo tenda / autocaravana; campeggio tenda / camper roulotte
luggage baggage suitcase packing packed; equipaje maleta; equipatge maleta maletes; gepäck koffer packen gepackt; bagage valise; bagagem mala malas; bagaglio valigia
passport id visa; pasaporte dni visado; passaport dni visat; reisepass personalausweis ausweis visum; passeport visa; passaporte identidade; passaporto
fetch collect pickup; recoger recogió recogida; recollir recull; abholen abgeholt abholung holt; récupérer; buscar apanhar recolher; ritirare ritirato
walk walked stroll walking; pasear pasea caminar; passejar passeja caminar; spazieren spaziergang spazierengehen gassi; promener promenade balade marcher; passear passeia passeio caminhar; passeggiare passeggiata camminare
leash walkies harness; correa arnés; corretja arnès; leine gassi geschirr; laisse harnais; trela coleira; guinzaglio pettorina
feed feeds fed feeding petfood kibble; alimentar pienso; alimentar pinso; füttern füttert gefüttert trockenfutter; nourrir croquettes pâtée gamelle; alimentar ração; nutrire crocchette
met acquainted; conocer conoció conocieron; conèixer coneix conegut; kennenlernen kennengelernt; rencontrer; conhecer conheci conheceu; conoscere conosciuto incontrato
meet meets meetup gathering get-together; quedar encuentro reunirse; quedar quedem trobada trobar-se reunir-se; treffen trifft getroffen verabredet verabredung; retrouver retrouvailles rendez-vous réunir; encontro encontrar-se reunir-se; incontro ritrovo
visit visitor; visitar visitó visita; visitar; besuchen besucht besuch besucher; visiter visiteur; visitar visitou; visitare visitato visita visitatore
invite; invitar invita invitó invitación; convidar convida invitació; einladen eingeladen einladung lädt; inviter invitation; convidar convida convidou convite; invitare invitato
party celebrate; fiesta celebrar celebró celebración; festa celebrar; party feier feiern gefeiert fest; fête fêtes fêter fêté soirée; festa festejar comemorar; festa festeggiare festeggiato
gift gifts present; regalo; regal regalar; geschenk geschenke schenken geschenkt; cadeau offrir offert; prenda presente oferecer; regalo
babysit carer caregiver caring; cuidar cuida cuidó cuidadora; cuidar; aufpassen aufgepasst betreuen betreuung pflegen; garder baby-sitting; cuidar cuida cuidou cuidadora; badare badante accudire tata
phoned rang call calls; llamada llamar llamó telefonear; trucada trucar trucat telefonar; anruf anrufen angerufen telefonieren; appel téléphoner; chamada ligar ligou telefonar; chiamata telefonare telefonato telefonata
message text texted whatsapp sms; mensaje whatsapp sms; missatge whatsapp sms; nachricht nachrichten whatsapp sms; message texto whatsapp sms; mensagem mensagens whatsapp sms; messaggio whatsapp sms
address postcode zip; dirección domicilio señas; adreça domicili; adresse anschrift postleitzahl hausnummer; adresse domicile; morada endereço; indirizzo
password passcode pin username login; contraseña pin usuario; contrasenya pin usuari; passwort passwörter kennwort pin benutzername; mdp identifiant pin; senha palavra-passe pin utilizador; password pin credenziali utente
mobile cellphone smartphone iphone; móvil celular smartphone; mòbil smartphone; handy handys smartphone; portable mobile smartphone; telemóvel celular smartphone; cellulare cellulari smartphone telefonino
photo picture camera; foto fotos fotografía cámara álbum; foto fotos fotografia càmera àlbum; foto fotos fotografieren bild kamera; photo photos photographie album; foto fotos fotografia câmara álbum; foto fotografia fotocamera album
eat eats ate eaten; comer come comió comido; menjar mengen; essen isst aß gegessen; manger; comer come comido; mangiare mangia mangiato
drink drank drunk; beber bebe bebió; beure beu begut; trinken trinkt trank getrunken; boire boit bu; beber bebe; bere beve bevuto
recipe ingredient; receta ingrediente; recepta ingredient; rezept rezepte zutat zutaten; recette ingrédient; receita ingrediente; ricetta ingrediente
bake baked baking oven / cake pie; hornear horneado horno / pastel tarta bizcocho; enfornar forn / pastís coca; backen gebacken backofen ofen / kuchen torte; pâtisserie enfourner four / gâteau tarte; forno assar assado / bolo tarte torta; infornare infornato forno / torta crostata
lunch lunchtime; almorzar almuerza tupper; dinar dinem carmanyola; mittagessen mittag pausenbrot; déjeuner midi gamelle; almoçar almoça almoço marmita; pranzare
dinner dine dined supper; cenar cena cenó; sopar sopem; abendessen abendbrot; dîner dîne dîné souper; jantar jantou; cenare cena cenato
restaurant / pizzeria pub; restaurante / bar pizzería cafetería; restaurant / bar pizzeria cafeteria; restaurant lokal gaststätte / kneipe pizzeria wirtshaus; restaurant resto / brasserie pizzeria bistrot; restaurante / tasca pizzaria; ristorante / trattoria pizzeria
run ran running jogging / marathon; correr corre corrió / maratón; córrer corre corregut / marató; laufen läuft gelaufen joggen rennen / marathon; courir couru course footing / marathon; correr corrida / maratona; correre corre corsa / maratona
swim swam swum swimmer; nadar nadó nadador; nedar neda; schwimmen schwimmt geschwommen; nager nage nagé; nadar nadou nadador; nuotare nuota nuotato
match / tournament league championship; partido / torneo liga campeonato; partit / torneig lliga campionat; spiel spiele wettkampf / turnier liga; match / tournoi championnat; jogo jogos partida / torneio campeonato; partita partite / torneo campionato
training practice coach trainer; entrenamiento entreno entrenar entrenador; entrenament entrenar entrena entrenador; training trainieren trainiert trainer trainerin; entraînement entraîneur; treino treinador; allenamento allenarsi allenatore
team club; equipo club; equip club; mannschaft verein team; équipe club; equipa clube; squadra
gym fitness workout / pilates; gimnasio fitness / pilates; gimnàs fitness / pilates; fitnessstudio fitness / pilates; gym musculation fitness / pilates; ginásio academia musculação / pilates; palestra fitness / pilates
dance / ballet; bailar baila baile danza / ballet; ballar balla dansa / ballet; tanzen tanzt getanzt tanz / ballett; danser / ballet; dançar dança dançou / ballet; ballare danza / balletto
sing sang sung song singer; cantar canción cantante; cantar cançó; singen singt gesungen lied sänger; chanter chanson chanteur; cantar canção cantor; cantare canzone cantante
choir chorus; coro coral; coral cor; chor chöre; chorale chœur; coro coral; coro cori
instrument / guitar piano violin cello trumpet; instrumento tocar / guitarra piano violín violonchelo trompeta; instrument tocar / guitarra piano violí violoncel trompeta; instrument / gitarre klavier geige cello trompete; instrument / guitare piano violon violoncelle trompette; instrumento tocar / guitarra violão piano violino trompete; strumento suonare / chitarra pianoforte violino violoncello tromba
concert gig / festival recital; concierto / festival recital; concert / festival recital; konzert konzerte / festival auftritt; concert / festival récital; concerto show / festival recital; concerto concerti / festival
reads reader read; leer lee leyó leído lectura; llegir llegeix lectura; lesen liest gelesen; lire lisait lu lecture; ler lê leitura; leggere lettura
book books / novel author library; libro / novela autor biblioteca; llibre llibres / novel·la autor biblioteca; buch bücher / roman autor bücherei bibliothek; livre bouquin / roman auteur bibliothèque; livro / romance autor biblioteca; libro / romanzo autore biblioteca
film films movie cinema; película peli cine; pel·lícula peli cinema; film filme kino; film films cinéma ciné; filme cinema; film cinema
series episode netflix; serie capítulo episodio netflix; sèrie capítol episodi netflix; serie serien folge staffel netflix; série épisode netflix; série episódio netflix; serie puntata episodio netflix
plan plans planned planning; plan planes planear previsto; pla plans previst; planen plant geplant vorhaben; projet prévoir prévu; plano previsto; programma pianificare progetto previsto
booking booked reservation; reservar reserva reservó; reservar; buchen gebucht buchung reservieren; réserver réservation; reservar reservou marcação; prenotare prenotato prenotazione
appointment; cita citas; cita cites; termin termine; rendez-vous rdv; consulta marcação compromisso; appuntamento visita
cancel; cancelar canceló anular cancelación; cancel·lar anul·lar; absagen abgesagt stornieren storniert; annuler annulation résilier; cancelar cancelou anular desmarcar; annullare annullato disdire disdetta
postpone reschedule delayed; aplazar aplazó posponer pospuesto retrasar; ajornar endarrerir posposar; verschieben verschoben verlegt vertagt; reporter repousser décaler; adiar adiou remarcar; rimandare rimandato posticipare rinviare
broken faulty breakdown; roto romper rompió estropeado avería; trencat espatllat avaria; kaputt defekt panne; cassé panne abîmé; avariado avaria estragado quebrado; rotto rompere guasto
leak leaks leaking leaky; gotera fuga gotear; gotera fuita degotar; leck undicht rohrbruch wasserschaden; fuite fuir; fuga infiltração pingar; perdita infiltrazione gocciolare
repair fixed mended; reparar reparó arreglar arregló reparación; reparar arreglar; reparieren repariert reparatur; réparer réparation dépanner; consertar conserto reparar arranjar; riparare riparato aggiustare aggiustato riparazione
replace; sustituir sustituyó cambiar recambio; substituir canviar recanvi; ersetzen ersetzt austauschen ausgetauscht ersatz; remplacer; substituir trocar trocou; sostituire sostituito sostituzione
install assemble; instalar instaló montar instalación; instal·lar muntar; installieren installiert einbauen eingebaut montieren; installer monter; instalar instalou montar; installare installato montare
renovate refurbish; reformar obras; reformar reformes obres; renovieren renoviert renovierung umbau sanieren; rénover rénovation travaux; remodelar renovação obras; ristrutturare ristrutturato ristrutturazione
vacuum hoover mop sweep; aspirar barrer fregar; aspirar escombrar fregar; staubsaugen staubsauger fegen wischen; aspirateur balayer balai serpillière; aspirar varrer esfregona; aspirapolvere spazzare scopa
paint; pintar pintó pintado pintura; pintar pintura; streichen gestrichen anstrich farbe; peindre peint repeindre peinture; pintar pintou tinta; imbiancare imbiancato dipingere vernice
watering watered hose sprinkler; regar riega regó manguera; regar rega mànega; gießen gegossen gießkanne gartenschlauch; arroser arrosoir; regar regou mangueira regador; annaffiare annaffiato innaffiare innaffiatoio
mowing mowed mows lawn; segar segadora césped; segar gespa; mähen gemäht rasen; tondre tondu tonte pelouse; aparar relva grama; falciare tosare prato
`;
