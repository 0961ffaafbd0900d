/** What people do with their money, their homes and one another. The notation is that of recall/concepts.ts. */
export const doings = `
relocate moved movers removal; mudarse mudó trasladarse traslado mudanza; mudar-se traslladar-se trasllat mudança; umziehen umgezogen umzug eingezogen ausgezogen; déménager emménager déménageur; mudar-se mudou mudança; traslocare trasferirsi trasferito
colleague coworker workmate; compañero colega; company col·lega; kollege kollegin arbeitskollege; collègue; colega; collega
income earnings earn payslip bonus; ingresos sueldo nómina; ingressos nòmina guanys; einkommen verdienst verdienen verdient gehalt; revenu revenus salaire paie prime; rendimento vencimento salário ordenado; reddito guadagno stipendio
pupil student classmate schoolmate; alumno compañero; alumne company; schüler schülerin mitschüler klassenkamerad; élève camarade; aluno colega; alunno compagno
timetable schedule; horario; horari; stundenplan zeitplan fahrplan; horaires planning; horário; orario
groceries supermarket shopping market; supermercado súper mercado compra; supermercat súper mercat compra; supermarkt einkauf lebensmittel markt; supermarché courses marché; supermercado compras mercado mercearia; supermercato spesa mercato alimentari
parcel delivery delivered order package; paquete pedido envío encargar entrega; paquet comanda enviament encarregar lliurament; paket bestellung bestellen bestellt lieferung; colis commande livraison; encomenda pacote entrega; pacco ordinare ordinato consegna
refund returned exchange; devolver devolvió devuelto devolución reembolso; retornar devolució reemborsament; zurückgeben zurückgegeben rückgabe umtausch erstattung; rembourser échanger; devolver devolução reembolso; rimborso restituire
price cost quote estimate; precio costar cuesta presupuesto; preu costar pressupost; preis kosten kostet gekostet kostenvoranschlag; prix coûter devis tarif; preço custar custou orçamento; prezzo costare costa costato preventivo
bill invoice receipt; factura recibo tique; factura rebut tiquet; rechnung quittung beleg kassenbon; facture reçu; fatura recibo; fattura bolletta ricevuta scontrino
rent tenancy; alquilar alquiler arrendar; llogar lloguer; mieten gemietet vermieten vermietet mietvertrag; louer loue loué location bail; arrendar alugar aluguel; affittare affittato locazione
insurer insurance claim premium; aseguradora seguro siniestro; asseguradora assegurança sinistre; versicherung versicherer schaden / haftpflicht hausrat kasko; assureur assurance sinistre / mutuelle; seguradora sinistro; assicuratore assicurazione sinistro
subscription subscribe membership member; suscripción suscrito abono socio; subscripció subscrit abonament soci; abo abonnement abonniert mitglied mitgliedschaft; abonnement adhésion adhérent; assinatura subscrição mensalidade sócio; abbonamento abbonato iscrizione socio
contract agreement sign signature; contrato firmar; contracte signar signatura; vertrag unterschreiben unterschrieben unterschrift; contrat signer signature; contrato assinar assinou; contratto firmare firmato
renew extend; renueva; ; verlängern verlängert verlängerung erneuern; renouveler renouvelle prolonger; ; rinnovare rinnovato; renovar prorrogar
deadline; plazo límite; termini límit; frist stichtag fällig; délai échéance; prazo; scadenza
fly flew flight; volar vuela voló; volar vola avió; fliegen fliegt flog geflogen flug; avion décoller atterrir; voar voa voou voo; volare volato volo voli
overnight stayed; alojarse hospedarse pernoctar; allotjar-se allotjat pernoctar; übernachten übernachtet übernachtung; loger logé nuitée hébergement; hospedar-se hospedado pernoitar; pernottare alloggiare soggiornare
luggage baggage suitcase packing packed; equipaje maleta; equipatge maleta maletes; gepäck koffer packen gepackt; bagage valise; bagagem mala; bagaglio valigia
fetch collect pickup; recoger recogió; recollir recull; abholen abgeholt abholung holt; récupérer; buscar apanhar recolher; ritirare ritirato
feed fed petfood kibble; pienso; pinso; füttern füttert gefüttert trockenfutter; nourrir croquettes pâtée gamelle; ração; nutrire crocchette; alimentar
meet meetup gathering get-together; quedar encuentro reunirse; quedar quedem trobada trobar-se reunir-se; treffen trifft getroffen verabredet verabredung; retrouver retrouvailles rendez-vous réunir; encontro encontrar-se reunir-se; incontro ritrovo
phoned rang call; llamada telefonear; trucada telefonar; anruf angerufen telefonieren; appel téléphoner; chamada ligar ligou telefonar; chiamata telefonare telefonato telefonata
message text; mensaje; missatge; nachricht; message texto; mensagem mensagens; messaggio; whatsapp sms
address postcode zip; dirección domicilio señas; adreça domicili; adresse anschrift postleitzahl hausnummer; adresse domicile; morada endereço; indirizzo
mobile cellphone iphone; móvil celular; mòbil; handy handys; portable mobile; telemóvel celular; cellulare cellulari telefonino; smartphone
eat eats ate; comer come; menjar mengen; essen isst aß gegessen; manger; comer come; mangiare mangia mangiato
cancel; cancelar anular; cancel·lar anul·lar; absagen abgesagt stornieren storniert; annuler annulation résilier; cancelar cancelou anular desmarcar; annullare annullato disdire disdetta
postpone reschedule delayed; aplazar posponer pospuesto retrasar; ajornar endarrerir posposar; verschieben verschoben verlegt vertagt; reporter repousser décaler; adiar adiou remarcar; rimandare rimandato posticipare rinviare
broken faulty breakdown; roto romper rompió estropeado avería; trencat espatllat avaria; kaputt defekt panne; cassé panne abîmé; avariado avaria estragado quebrado; rotto rompere guasto
leak leaky; gotera fuga gotear; gotera fuita degotar; leck undicht rohrbruch wasserschaden; fuite fuir; fuga infiltração pingar; perdita infiltrazione gocciolare
repair fixed mended; arreglar; arreglar; reparieren repariert reparatur; réparer réparation dépanner; consertar arranjar; riparare riparato aggiustare aggiustato riparazione; reparar
`;
