export const ITALIAN: string = String.raw`
language          (?<!\p{L})(?:dubbio|non|mai|sempre|solo|soltanto|solamente|il|gli|che|favore|deve|devono|devi|senza|una|della|del|la|le|lo|di|da|per|un|ogni|al|massimo|sii|cambia|usa|niente|questo|questa|con|è|evita\p{L}*|preferisco|preferirei|assicurati|mantieni|rispondi|italiano)(?!\p{L})
joiningWords      e|ma|quindi|poi|allora|favore|anche|inoltre|ok|sì|no|ora|adesso|importante|nota|attenzione|semplicemente|di
orderVerbs        (?:usa|usare|usate|utilizza|utilizzare|fai|fare|cambia|cambiare|modifica|modificare|tocca|toccare|scrivi|scrivere|aggiungi|aggiungere|togli|rimuovi|elimina|cancella|crea|creare|rispondi|rispondere|dai|dammi|lascia|lasciare|correggi|sistema|sostituisci|esegui|rinomina|sposta|installa|traduci|riassumi|mostra|spiega|verifica|controlla|prova|invia|prenota|annulla|elenca|restituisci|inizia|continua|implementa|metti|lavora|genera|aggiorna|includi|mantieni)(?= |$)
requestMarkers    per favore|per piacere|voglio che|vorrei che|puoi|potresti
unmarkedQuestions ^(?:perché|come|dove|chi|cosa|che cosa|quale|quali)(?= )

exceptions
essere: dev(?:e|ono) essere (?:un|una|il|la|colpa|successo|per)\p{L}*
non: non solo|non ti preoccupare|non fa niente|non importa
dovrebbe: dovrebbe (?:funzionare|bastare|andare)

imperatives
must-not  non: non (?:(?:mi|ti|lo|la|li|le|ci|si|ne|mai|più) ){0,2}(?!dimentic|preoccup|esit)\p{L}+(?:are|ere|ire|arl[oaie]|erl[oaie]|irl[oaie]|armi|ermi|arti|erti|rre|ate|ete|ite)(?= |[.,;:!]|$)
must-not  mai: (?:mai)(?= )
must-not  evita evitare evitate smetti smettila ignora ometti tralascia: @(?= )
must-not  niente nessun* senza: (?:niente|nessun\p{L}*|senza)(?= )
only      solo soltanto solamente unicamente esclusivamente: @(?= )
only      limita limitati restringi: @(?= )
must      sempre: sempre(?= )
must      mantieni mantenere mantenete conserva rispetta rispettare segui seguire: @(?= )
must      rispondi scrivi: @ in
should    usa utilizza usate: @(?= )
should    sii siate: @ \p{L}+
should    cerca prova piuttosto meglio: (?:cerca di non|prova a non|piuttosto|meglio)(?= )

cues
must-not  non vietat*: non (?:si )?(?:deve|devono|devi|dovete|puoi|potete|può|possono)|vietat\p{L}+
must-not  proibit* nessun per assolutamente: proibit\p{L}+|in nessun caso|per nessun motivo|assolutamente non
must-not  non: non (?:voglio|vorrei|volevo|desidero)
only      solo soltanto solamente: (?:deve|devi|devono|puoi|voglio|vorrei|mi serve) @
only      solo soltanto unicamente esclusivamente nient niente: (?:solo|soltanto) (?:voglio|vorrei)|unicamente|esclusivamente|nient'altro|niente altro
only      al non meno esattamente: al massimo|non più di|a meno che|esattamente (?:un|una|uno|due|tre|\d+)
only      non: non (?:serve|occorre|è necessario|c'è bisogno|hai bisogno|ho bisogno|mi serve|è obbligatorio)
must      dubbio: in caso di dubbio
must      rispondere: prima di rispondere
must      risposta risposte messaggi*: (?:termina|concludi|inizia) (?:ogni|tutte le|la tua) (?:\p{L}+ )?(?:rispost[ae]|messaggi\p{L}*)
must      non deve devono devi dovete: non dimenticar\p{L}*|non scordar\p{L}*|(?<!non |non si )(?:deve|devono|devi|dovete)
must      bisogna occorre è: bisogna|occorre che|è (?:importante|necessario|obbligatorio|fondamentale|essenziale)
must      assicurati assicuratevi si ricorda* tieni: assicurati|assicuratevi|si assicuri|ricorda(?:ti|tevi)?|tieni presente|tieni conto
must      fai fa obbligatori* tassativ*: fai attenzione|fa attenzione|obbligatori\p{L}+|obbligatoriamente|tassativ\p{L}+
must      assolutamente d da futuro ogni: assolutamente|d'ora in poi|da ora in poi|da adesso in poi|in futuro|ogni volta che
must      parola tale aspetta chiedimi: parola per parola|tale e quale|aspetta (?:che|finché|di)|chiedimi prima
should    dovrebbe* dovresti dovreste conviene: dovrebbe\p{L}*|dovresti|dovrebbero|dovreste|conviene
prefer    preferisco preferirei preferibil* di idealmente se: preferisco|preferirei|preferibil\p{L}+|di preferenza|idealmente|se possibile
prefer    se per possibilmente che: se è possibile|per quanto possibile|possibilmente|(?:vorrei|mi piacerebbe) che
prefer    sarebbe: sarebbe (?:bello|meglio|ideale|ottimo|opportuno|preferibile)

inRequests
must-not  senza: senza (?:\p{L}+(?:are|ere|ire|arl[oaie]|erl[oaie])|comment\p{L}+|spiegazion\p{L}+|il mio|alcun\p{L}*)
must-not  mai: (?<!prima o )mai
only      solo soltanto solamente: @
must      sempre esattamente prima così italiano inglese francese json markdown invariat*: sempre|esattamente|prima di|così com'è|in (?:italiano|inglese|francese|json|markdown)|invariat\p{L}
should    invece anziché piuttosto attentamente con brevemente passo: invece di|anziché|piuttosto|attentamente|con cura|brevemente|passo dopo passo|passo passo

inQuestions
must-not  non evitare: (?:puoi|potresti|può|potrebbe) (?:per favore )?@
must-not  ma senza: ma non|senza (?:toccare|cambiare|modificare|rompere)
only      solo soltanto solamente: (?:puoi|potresti|può|potrebbe)(?: \p{L}+){0,2} @
must      assicurarti assicurarsi: @

listHeadings
must-not  vietat* divieti proibit* da non: (?:\p{L}+ ){0,2}(?:vietat\p{L}+|divieti|proibit\p{L}+|da evitare|non consentito)(?: \p{L}+){0,3}
must      regole requisiti vincoli condizioni formato criteri: (?:\p{L}+ ){0,2}(?:regole|requisiti|vincoli|condizioni|formato (?:di output|della risposta|di risposta)|criteri di accettazione)(?: (?:e|per|di|del)(?: \p{L}+){1,4})?
should    linee raccomandazioni convenzioni consigli: (?:\p{L}+ ){0,2}(?:linee guida|raccomandazioni|convenzioni|consigli)(?: (?:e|per|di)(?: \p{L}+){1,4})?
prefer    preferenze: (?:\p{L}+ ){0,2}preferenze
`;
