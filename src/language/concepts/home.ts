/** The home, its things and pets, money and papers. The notation is that of recall/concepts.ts. */
export const home = `
house home flat apartment dwelling; piso vivienda hogar apartamento; pis habitatge llar apartament; haus wohnung zuhause heim; maison appartement logement domicile foyer; apartamento andar moradia; appartamento; casa
room / bedroom bathroom kitchen; habitación cuarto / dormitorio baño cocina; habitació cambra quarto / dormitori bany cuina; zimmer raum / schlafzimmer bad küche; chambre pièce salle / cuisine; quarto sala / cozinha; stanza camera / bagno cucina
key lock unlock / spare; llave cerradura abrir / copia; clau pany obrir / còpia; schlüssel schloss aufschließen / ersatzschlüssel; clé clef serrure ouvrir / double; chave fechadura abrir; chiave serratura aprire
open hours; abrir abre horario; obrir obre horari; öffnen offen geöffnet auf öffnungszeiten; ouvrir ouvert horaire; abrir abre horário; aprire apre orario
store storage kept keep cupboard drawer shelf box cellar attic shed / tin; trastero armario cajón estante caja garaje; traster armari calaix prestatge caixa garatge; lagern eingelagert aufbewahren keller schrank schublade regal dachboden kiste; ranger garder cave placard tiroir étagère boîte grenier; arrecadação armário gaveta caixa garagem; conservare cantina armadio cassetto scatola; garage guardar
storeroom cellar basement attic; trastero sótano desván; traster soterrani golfes; keller dachboden abstellraum; cave grenier débarras; arrecadação cave sótão; cantina soffitta
boiler heating radiator plumber; caldera calefacción fontanero calentador; caldera calefacció lampista escalfador; heizung therme kessel heizkörper warmwasser klempner installateur; chaudière chauffage radiateur plombier chauffe-eau; caldeira aquecimento esquentador canalizador; caldaia riscaldamento idraulico; radiador
electricity power fuse light electrician; luz electricidad fusible electricista; llum electricitat fusible electricista; strom elektriker sicherung licht; électricité courant électricien lumière électrique; luz eletricidade eletricista; luce elettricità elettricista
meter reading water; contador lectura agua; comptador lectura aigua; zähler ablesen wasser; compteur relever gaz eau; contador leitura gás água; contatore acqua; gas
repair fix mend serviced maintenance / handyman plumber electrician; arreglar revisión mantenimiento técnico / fontanero; arreglar revisió manteniment tècnic / lampista; reparieren reparatur wartung warten handwerker / klempner; réparer réparation entretien entretenir dépannage refaire; arranjar manutenção técnico; riparare riparazione manutenzione; reparar
roof tile; tejado techo; teulada sostre; dach ziegel; toit toiture tuile; telhado; tetto
wall paint painter; pared; paret; wand streichen maler; mur peindre peinture peintre; parede; parete dipingere imbianchino; pintar pintor
window door; ventana puerta; finestra porta; fenster tür; fenêtre porte; janela porta; finestra porta
clean cleaner; limpiar limpieza limpiadora asistenta; netejar neteja; putzen putzfrau sauber reinigung; nettoyer ménage nettoyage; limpar limpeza empregada; pulire pulizie
wash laundry machine; lavar lavadora colada; rentar bugada; waschen waschmaschine; laver lave-linge machine lessive; lavar roupa máquina; lavare lavatrice bucato
fridge freezer; nevera frigorífico; nevera; kühlschrank gefrierschrank; frigo réfrigérateur congélateur; frigorífico; frigorifero congelatore; congelador
furniture sofa couch table chair bed; mueble sofá mesa silla cama; moble sofà taula cadira llit; möbel sofa tisch stuhl bett; meuble canapé table chaise lit; móvel sofá mesa cadeira cama; mobile divano tavolo sedia letto
garden yard lawn plant grow / flowers tree tulips tomatoes; jardín huerto césped plantar cultivar / flores árbol tulipanes tomates; jardí hort gespa plantar plantes conrear / flors arbre; garten rasen beet pflanze / blumen baum tulpen; jardin pelouse potager plante cultiver / fleurs arbre; jardim horta relva planta / flores árvore; giardino orto prato pianta / fiori albero
water irrigate; riego; reg; gießen bewässern; arroser arrosage; rega; annaffiare; regar
mow mower lawn grass; cortar césped cortacésped; tallar gespa tallagespa; mähen mäht rasenmäher rasen; tondre tondeuse pelouse; cortar relva; tagliare erba tosaerba
cut prune trim scissors shears; cortar tijeras; tallar tisores; schneiden geschnitten schere beschneiden; couper tailler ciseaux sécateur; cortar tesoura; tagliare potare forbici; podar
password login network alarm; contraseña clave código red alarma; contrasenya clau codi xarxa alarma; wlan passwort kennwort netz alarm; mot passe réseau alarme; senha palavra-passe código rede alarme; password codice rete allarme; wifi code pin internet
phone number call ring telephone mobile contact; teléfono llamar móvil contacto; telèfon trucar mòbil contacte; telefon nummer anrufen handy telefonnummer rufnummer; téléphone numéro appeler portable contact; telefone ligar telemóvel contacto; telefono numero chiamare cellulare; número
; correo; correu; e-mail; courriel; correio; posta; email mail
pet / dog cat rabbit hamster; mascota / perro gato conejo; mascota / gos gat conill; haustier tier / hund katze kaninchen; / chien chat lapin; estimação / cão gato coelho; animale / cane gatto coniglio; animal
dog puppy bitch; perro cachorro; gos gossa cadell; hund hündin welpe; chien chiot; cão cadela cachorro; cane cagna cucciolo
cat kitten; gato gatito; gat; katze kater kätzchen; chat chatte chaton; gato gatinho; gatto; gata
vet veterinary; veterinario; veterinari; tierarzt tierärztin; vétérinaire véto; veterinário veterinária; veterinario
feed fodder; pienso; pinso; füttern; nourrir croquettes; ração; nutrire crocchette; alimentar
admit allowed enter; admitir admiten permitir; admetre admeten permetre permès; erlaubt erlauben zulassen hinein; admettre permis autorisé accepté entrer; admitir permitido; ammessi permesso entrare; entrar
insurance insured policy cover; seguro póliza asegurado cubrir; assegurança pòlissa cobrir; versicherung versichert police; assurance police couvrir; seguro apólice cobrir; assicurazione polizza
guarantee warranty; garantía; garantia; garantie gewährleistung; garantie; garantia; garanzia
expire due valid until end; vencer válido hasta; vèncer venç vàlid fins; ablaufen gültig bis fällig gekündigt; expirer échéance valable jusque terminer; expirar validade até; scadere scade scadenza valido; caducar
pay cost price charge bill fee paid / pounds dollars expensive cheap deposit rent mortgage; cuesta costar precio factura cuota / caro barato fianza alquiler hipoteca; costar preu factura quota / car barat fiança lloguer hipoteca; zahlen bezahlen kosten kostet preis rechnung gebühr bezahlt / teuer billig anzahlung kaution miete; payer coûter prix facture frais payé / euros cher caution loyer acompte; custar preço fatura pago / caro caução renda; pagare costare costa prezzo bolletta / caro caparra affitto; pagar / euro
deposit down-payment advance; fianza depósito señal; fiança dipòsit paga; kaution anzahlung hinterlegen; caution acompte arrhes; caução depósito sinal; caparra deposito cauzione
paid transferred; pagado transferencia ingresado; pagat transferència; bezahlt überwiesen überweisung; payé versé virement viré; pago transferido transferência; pagato bonifico
rent lease landlord owner tenant; alquiler alquilar casero propietario inquilino; lloguer llogar propietari llogater; miete vermieter eigentümer; loyer louer propriétaire bailleur locataire; renda alugar senhorio inquilino; affitto padrone proprietario inquilino
mortgage loan bank home flat; préstamo banco piso; préstec banc pis; hypothek kredit bank; prêt crédit hypothèque banque; empréstimo banco; mutuo prestito banca; hipoteca casa
account savings bank card; cuenta ahorro banco tarjeta; compte estalvi banc targeta; konto sparen bank karte; compte épargne banque carte; conta poupança banco cartão; conto risparmi banca carta
papers passport id / inheritance will contract; documento papeles pasaporte dni / herencia testamento contrato; papers passaport dni / herència contracte; dokument papiere pass ausweis / erbe vertrag; papiers passeport identité / héritage contrat; documento papéis passaporte / herança testamento contrato; documento carte passaporto / eredità testamento contratto; document / testament
appointment booking booked reservation; cita; cita; termin reservierung buchung reserviert gebucht; rendez-vous réservation résa réserver; consulta marcação; appuntamento prenotazione prenotato; reserva
buy bought purchase shop; tienda; botiga; kaufen gekauft laden einkaufen; acheter achat magasin courses; loja; comprare negozio acquisto spesa; comprar
sell sold; vender vendido; vendre venut; verkaufen verkauft; vendre vendu; vender vendido; vendere venduto
lend lent borrow; prestar; prestar; leihen leiht ausleihen borgen; prêter emprunter; emprestar; prestare prestito
move removal; mudanza mudarse; mudança mudar-se trasllat; umzug umziehen; déménager; mudança mudar; trasloco trasferirsi
`;
