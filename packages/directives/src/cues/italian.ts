import type { CueTable } from './cue-table.ts';

const VERBS =
  'usa|usare|usate|utilizza|utilizzare|fai|fare|cambia|cambiare|modifica|modificare|tocca|toccare|scrivi|scrivere|aggiungi|aggiungere|togli|rimuovi|elimina|cancella|crea|creare|rispondi|rispondere|dai|dammi|lascia|lasciare|correggi|sistema|sostituisci|esegui|rinomina|sposta|installa|traduci|riassumi|mostra|spiega|verifica|controlla|prova|invia|prenota|annulla|elenca|restituisci|inizia|continua|implementa|metti|lavora|genera|aggiorna|includi|mantieni';

export const ITALIAN: CueTable = {
  language:
    '(?<!\\p{L})(?:dubbio|non|mai|sempre|solo|soltanto|solamente|il|gli|che|favore|deve|devono|devi|senza|una|della|del|la|le|lo|di|da|per|un|ogni|al|massimo|sii|cambia|usa|niente|questo|questa|con|è|evita\\p{L}*|preferisco|preferirei|assicurati|mantieni|rispondi|italiano)(?!\\p{L})',
  hasWords: true,
  joiningWords:
    'e|ma|quindi|poi|allora|favore|anche|inoltre|ok|sì|no|ora|adesso|importante|nota|attenzione|semplicemente|di',
  exceptions: [
    'essere: dev(?:e|ono) essere (?:un|una|il|la|colpa|successo|per)\\p{L}*',
    'non: non solo|non ti preoccupare|non fa niente|non importa',
    'dovrebbe: dovrebbe (?:funzionare|bastare|andare)',
  ],
  orderVerbs: `(?:${VERBS})(?= |$)`,
  requestMarkers: 'per favore|per piacere|voglio che|vorrei che|puoi|potresti',
  'inRequests must-not': [
    'senza: senza (?:\\p{L}+(?:are|ere|ire|arl[oaie]|erl[oaie])|comment\\p{L}+|spiegazion\\p{L}+|il mio|alcun\\p{L}*)',
    'mai: (?<!prima o )mai',
  ],
  'inRequests only': ['solo soltanto solamente: @'],
  'inRequests must': [
    "sempre esattamente prima così italiano inglese francese json markdown invariat*: sempre|esattamente|prima di|così com'è|in (?:italiano|inglese|francese|json|markdown)|invariat\\p{L}",
  ],
  'inRequests should': [
    'invece anziché piuttosto attentamente con brevemente passo: invece di|anziché|piuttosto|attentamente|con cura|brevemente|passo dopo passo|passo passo',
  ],
  'imperatives must-not': [
    'non: non (?:(?:mi|ti|lo|la|li|le|ci|si|ne|mai|più) ){0,2}(?!dimentic|preoccup|esit)\\p{L}+(?:are|ere|ire|arl[oaie]|erl[oaie]|irl[oaie]|armi|ermi|arti|erti|rre|ate|ete|ite)(?= |[.,;:!]|$)',
    'mai: (?:mai)(?= )',
    'evita evitare evitate smetti smettila ignora ometti tralascia: @(?= )',
    'niente nessun* senza: (?:niente|nessun\\p{L}*|senza)(?= )',
  ],
  'imperatives only': [
    'solo soltanto solamente unicamente esclusivamente: @(?= )',
    'limita limitati restringi: @(?= )',
  ],
  'imperatives must': [
    'sempre: sempre(?= )',
    'mantieni mantenere mantenete conserva rispetta rispettare segui seguire: @(?= )',
    'rispondi scrivi: @ in',
  ],
  'imperatives should': [
    'usa utilizza usate: @(?= )',
    'sii siate: @ \\p{L}+',
    'cerca prova piuttosto meglio: (?:cerca di non|prova a non|piuttosto|meglio)(?= )',
  ],
  'cues must-not': [
    'non vietat*: non (?:si )?(?:deve|devono|devi|dovete|puoi|potete|può|possono)|vietat\\p{L}+',
    'proibit* nessun per assolutamente: proibit\\p{L}+|in nessun caso|per nessun motivo|assolutamente non',
    'non: non (?:voglio|vorrei|volevo|desidero)',
  ],
  'cues only': [
    'solo soltanto solamente: (?:deve|devi|devono|puoi|voglio|vorrei|mi serve) @',
    "solo soltanto unicamente esclusivamente nient niente: (?:solo|soltanto) (?:voglio|vorrei)|unicamente|esclusivamente|nient'altro|niente altro",
    'al non meno esattamente: al massimo|non più di|a meno che|esattamente (?:un|una|uno|due|tre|\\d+)',
    "non: non (?:serve|occorre|è necessario|c'è bisogno|hai bisogno|ho bisogno|mi serve|è obbligatorio)",
  ],
  'cues must': [
    'dubbio: in caso di dubbio',
    'rispondere: prima di rispondere',
    'risposta risposte messaggi*: (?:termina|concludi|inizia) (?:ogni|tutte le|la tua) (?:\\p{L}+ )?(?:rispost[ae]|messaggi\\p{L}*)',
    'non deve devono devi dovete: non dimenticar\\p{L}*|non scordar\\p{L}*|(?<!non |non si )(?:deve|devono|devi|dovete)',
    'bisogna occorre è: bisogna|occorre che|è (?:importante|necessario|obbligatorio|fondamentale|essenziale)',
    'assicurati assicuratevi si ricorda* tieni: assicurati|assicuratevi|si assicuri|ricorda(?:ti|tevi)?|tieni presente|tieni conto',
    'fai fa obbligatori* tassativ*: fai attenzione|fa attenzione|obbligatori\\p{L}+|obbligatoriamente|tassativ\\p{L}+',
    "assolutamente d da futuro ogni: assolutamente|d'ora in poi|da ora in poi|da adesso in poi|in futuro|ogni volta che",
    'parola tale aspetta chiedimi: parola per parola|tale e quale|aspetta (?:che|finché|di)|chiedimi prima',
  ],
  'cues should': [
    'dovrebbe* dovresti dovreste conviene: dovrebbe\\p{L}*|dovresti|dovrebbero|dovreste|conviene',
  ],
  'cues prefer': [
    'preferisco preferirei preferibil* di idealmente se: preferisco|preferirei|preferibil\\p{L}+|di preferenza|idealmente|se possibile',
    'se per possibilmente che: se è possibile|per quanto possibile|possibilmente|(?:vorrei|mi piacerebbe) che',
    'sarebbe: sarebbe (?:bello|meglio|ideale|ottimo|opportuno|preferibile)',
  ],
  unmarkedQuestions: '^(?:perché|come|dove|chi|cosa|che cosa|quale|quali)(?= )',
  'inQuestions must-not': [
    'non evitare: (?:puoi|potresti|può|potrebbe) (?:per favore )?@',
    'ma senza: ma non|senza (?:toccare|cambiare|modificare|rompere)',
  ],
  'inQuestions only': [
    'solo soltanto solamente: (?:puoi|potresti|può|potrebbe)(?: \\p{L}+){0,2} @',
  ],
  'inQuestions must': ['assicurarti assicurarsi: @'],
  'listHeadings must-not': [
    'vietat* divieti proibit* da non: (?:\\p{L}+ ){0,2}(?:vietat\\p{L}+|divieti|proibit\\p{L}+|da evitare|non consentito)(?: \\p{L}+){0,3}',
  ],
  'listHeadings must': [
    'regole requisiti vincoli condizioni formato criteri: (?:\\p{L}+ ){0,2}(?:regole|requisiti|vincoli|condizioni|formato (?:di output|della risposta|di risposta)|criteri di accettazione)(?: (?:e|per|di|del)(?: \\p{L}+){1,4})?',
  ],
  'listHeadings should': [
    'linee raccomandazioni convenzioni consigli: (?:\\p{L}+ ){0,2}(?:linee guida|raccomandazioni|convenzioni|consigli)(?: (?:e|per|di)(?: \\p{L}+){1,4})?',
  ],
  'listHeadings prefer': ['preferenze: (?:\\p{L}+ ){0,2}preferenze'],
};
