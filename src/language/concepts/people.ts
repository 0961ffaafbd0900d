/** Kin, friends, what people are and do, how they feel. The notation is that of recall/concepts.ts. */
export const people = `
mother mum mom mam; madre mamá; mare mama; mutter mama mutti; mère maman; mãe mamã; madre mamma
father dad; padre papá; pare; vater vati; père; pai papá; padre papà babbo; papa
parents; padres; pares; eltern; parents; pais; genitori
grandmother granny nan nana; abuela yaya abuelita; àvia iaia; oma großmutter omi; grand-mère mamie mémé; avó vovó; nonna
grandfather grandpa grandad; abuelo yayo abuelito; avi iaio; opa großvater opi; grand-père papi pépé; avô vovô; nonno
son daughter kid child baby toddler; hijo hija niño niña bebé crío; fill filla nen nena criatura bebè; sohn tochter kind baby; fils fille enfant gosse bébé; filho criança bebé; figlio bambino bimbo
brother sister sibling; hermano; germà; bruder schwester geschwister; frère sœur frangin; irmão irmã; fratello sorella
uncle; tío; oncle tiet; onkel; oncle tonton; tio; zio
aunt auntie; tía; tia tieta; tante; tante tata; tia; zia
; primo; cosí; vetter; ; primo; cugino; cousin
nephew niece; sobrino; nebot neboda; neffe nichte; neveu nièce; sobrinho; nipote
grandson granddaughter grandchild; nieto; nét néta; enkel enkelin; petit-fils petite-fille; neto neta; nipotino
husband partner; marido esposo pareja; marit home parella; mann ehemann partner; mari époux conjoint; marido companheiro; marito compagno
wife partner; mujer pareja; dona parella; frau ehefrau partnerin; femme épouse conjointe; mulher companheira; moglie compagna; esposa
boyfriend girlfriend; novio; nòvio xicot; freund freundin; copain copine petit-ami; namorado; fidanzato
friend mate buddy; amigo colega; amic amiga col·lega; freund freundin kumpel; ami amie pote; amigo; amico
neighbour neighbor door; vecino; veí veïna; nachbar nachbarin; voisin; vizinho; vicino
family; familia; família; familie; famille; família; famiglia
wedding marry bride groom newlywed anniversary / honeymoon; boda casarse casado novios / luna miel; casament nuvis noces / viatge lluna mel; hochzeit heiraten verheiratet / flitterwochen; mariage marier noce époux / lune miel; casamento casar / lua mel; matrimonio sposare nozze
born birth birthday birthdate age old; nacer nació cumpleaños cumple edad años; néixer nascut aniversari edat anys; geboren geburtstag alter alt; né née naître anniversaire âge ans; nascer aniversário anos idade; nato nascere compleanno età anni
name called; nombre llamar apellido; nom dir diu cognom; name heißen heißt nachname; nom appeler appelle prénom; nome chamar apelido; nome chiamare chiama cognome
live lives home address street / flat floor; vivir vive domicilio dirección calle / piso; viure viu adreça carrer domicili / pis; wohnen wohnt leben lebt adresse straße; habiter vivre adresse rue; morar mora viver vive rua; abitare vivere indirizzo via
work job employ office colleague career / shift nurse teacher engineer mechanic carpenter baker cook lawyer accountant clinic bakery shop; trabajar currar empleo oficina profesión dedicar / turno enfermera maestra profesor ingeniero carpintero panadero abogado; treballar treball feina ofici oficina dedicar professió / torn infermera mestra mestre enginyer fuster forner advocat; arbeiten beruf job büro firma stelle / schicht pfleger lehrer ingenieur schreiner tischler bäcker anwalt; travailler travail boulot métier emploi bureau profession bosser / équipe infirmière instituteur institutrice professeur ingénieur menuisier boulanger avocat; trabalhar emprego profissão escritório / turno enfermeira professor engenheiro carpinteiro padeiro advogado; lavorare mestiere ufficio / turno infermiera maestra ingegnere falegname avvocato
boss manager; jefe jefa encargado; cap encarregat; chef chefin vorgesetzter; chef patron; chefe patrão; capo
company firm business; compañía negocio; companyia negoci; firma unternehmen betrieb; entreprise société boîte; firma; azienda ditta impresa; empresa
salary wage pay pension; sueldo salario nómina pensión paga; sou salari nòmina pensió paga; gehalt lohn rente; salaire paie retraite; salário ordenado pensão; stipendio pensione
retire pension; jubilado jubilación; jubilat; rentner rente pensioniert; retraite; reformado; pensionato pensione
like love enjoy favourite favorite fond prefer fancy treat; gustar encantar favorito preferir prefiere ilusión; agradar agrada encantar preferit; mögen mag lieben liebt gern lieblings; aimer aime adorer préféré; gostar adorar favorito preferir; piacere amare adora preferito preferire
hate dislike avoid; odia soportar; odia suportar; hassen hasst ungern; détester haïr supporter; odeia; odiare odia detestare; odiar detestar
fear afraid scared; miedo temer asustar; por espantar; angst fürchten; peur craindre effrayer; medo assustar; paura temere
language speak spanish english german french catalan; lengua hablar; llengua parlar parla; sprache sprechen spricht; langue parler; língua falar fala; lingua parlare; idioma
`;
