import type { CueTable } from './cue-table.ts';

const VERBS =
  'usa|usar|utiliza|utilizar|haz|hacer|cambia|cambiar|modifica|modificar|toca|tocar|escribe|escribir|añade|agrega|agregar|quita|quitar|elimina|borra|crea|crear|responde|responder|contesta|da|dame|deja|dejar|corrige|arregla|arreglar|reemplaza|ejecuta|renombra|mueve|instala|traduce|resume|muestra|explica|revisa|prueba|envía|reserva|cancela|lista|devuelve|empieza|continúa|sigue|implementa|pon|poner|trabaja|genera|actualiza|incluye|mantén|edita|editar';

export const SPANISH: CueTable = {
  spoken:
    '(?<!\\p{L})(?:el|los|las|una|que|favor|nunca|jamás|siempre|solo|sólo|solamente|únicamente|del|con|ni|nada|este|esta|esto|archivos?|código|para|por|la|se|en|un|de|como|cada|máximo|sé|sea|haz|cambia|sin|debe\\p{L}*|tiene\\p{L}*|hay|usa|utiliza|evita\\p{L}*|prefiero|preferiría|español|inglés|no (?:me |lo |la |los |las )?(?:hagas|toques|uses|cambies|modifiques|borres|añadas|agregues|elimines|crees|escribas|incluyas|olvides|quiero|necesito)|asegúrate|recuerda|responde|mantén)(?!\\p{L})',
  hasWords: true,
  joining:
    'y|pero|así que|entonces|favor|también|además|ok|sí|no|ahora|luego|importante|nota|mejor|simplemente|que',
  excuses: [
    '(?:debe|debía|debió)(?: de)? (?:ser|haber|estar) (?:un|una|el|la|por|algo|relacionad)\\p{L}*',
    'no (?:solo|sólo)',
    'no (?:te preocupes|pasa nada|importa|hay problema|hay|funciona|existe|entiende\\p{L}*|es|está\\p{L}*|era|sabe\\p{L}*|parece|va|cambia|hace|sea|tenía|estaba)',
    'debería (?:funcionar|bastar|servir|estar bien)',
  ],
  orders: `(?:${VERBS})(?= |$)`,
  told: 'por favor|quiero que|necesito que|puedes|podrías',
  whenTold: {
    'must-not': [
      'sin (?:\\p{L}+(?:ar|er|ir)(?:l[oae]s?|me)?|comentarios?|explicaci\\p{L}+|mi|ningún|ninguna)',
    ],
    only: ['solo|sólo|solamente'],
    must: [
      'siempre|exactamente|antes de|tal cual|como está|en (?:español|inglés|francés|json|markdown)|sin falta',
    ],
    should: ['en lugar de|en vez de|cuidadosamente|con cuidado|brevemente|paso a paso'],
  },
  imperatives: {
    'must-not': [
      'no (?:(?:me|te|lo|la|los|las|le|les|se|nos) ){0,2}(?!olvid|teng|tien|neces|pued|pod|deb)\\p{L}{2,}(?:es|as|áis|éis|en|an|e|a)(?= |[.,;:!]|$)',
      '(?:nunca|jamás)(?= )(?! (?:ha|he|han|hemos|\\p{L}+(?:ó|aba|ía|é))(?!\\p{L}))',
      '(?:evita|evite|evitar|evitemos|deja de|dejen de|ignora|omite)(?= )',
      '(?:nada de|sin)(?= )',
    ],
    only: [
      '(?:solo|sólo|solamente|únicamente)(?= )',
      '(?:limita|limítate|limítese|restringe)(?=[ ]|te)',
    ],
    must: [
      'siempre(?= )(?! (?:falla|sale|pasa|es|está|ha|he|dice|da|me)(?!\\p{L}))',
      '(?:mantén|mantenga|mantener|conserva|conserve|respeta|respete|sigue|siga)(?= )',
      '(?:responde|responda|contesta|escribe) en',
    ],
    should: [
      '(?:usa|utiliza|use|utilice)(?= )',
      '(?:sé|sea) (?:breve|conciso|claro|preciso|cuidadoso|específico)',
      '(?:procura|intenta no|trata de no|más bien)(?= )',
    ],
  },
  cues: {
    'must-not': [
      'no (?:se )?(?:debe|deben|debes|puede|puedes|pueden|permite\\p{L}*)(?! (?:de )?ser)',
      'prohibid\\p{L}+|bajo ning\\p{L}+|de ninguna manera|en ningún caso',
      '(?:que |debe |debes )(?:nunca|jamás)(?= )|no (?:quiero|quisiera|quería|deseo|me gustaría)',
    ],
    only: [
      '(?:debe|debes|deben|puedes|quiero|necesito) (?:solo|sólo|solamente|únicamente)',
      '(?:solo|sólo) (?:quiero|necesito)|únicamente|exclusivamente|nada más|como máximo',
      'no más de|a menos que|salvo que|exactamente (?:un|una|dos|tres|\\d+)',
      'no (?:hace falta|es necesario|necesitas|necesita|tienes que|tiene que|necesito|hay que)',
    ],
    must: [
      'no (?:te |se )?olvid(?:es|e|ar)|(?<!no |no se )(?:debe|deben|debes|debéis)',
      '(?<!no )(?:tiene|tienes|tienen) que|(?<!no )hay que',
      'es (?:importante|necesario|obligatorio|imprescindible|fundamental)|asegúrate|asegúrese',
      'asegurarte|asegura que|recuerda|recuerde|acuérdate|ten en cuenta|tenga en cuenta',
      'obligatori\\p{L}+|imprescindible|a partir de ahora|de ahora en adelante|cada vez que',
      'palabra por palabra|tal cual|espera (?:a que|hasta)|pregúntame antes',
    ],
    should: ['deber[íi]a\\p{L}*|convendría|conviene'],
    prefer: [
      'prefiero|preferiría|preferible\\p{L}*|de preferencia|preferentemente|idealmente',
      'si es posible|a ser posible|en lo posible|si se puede|(?:me gustaría|quisiera) que|ojalá',
      'sería (?:bueno|mejor|ideal|genial|preferible)',
    ],
  },
  asking: ['^¿|^(?:por qué|qué|cómo|cuándo|dónde|quién|cuál)(?= )'],
  politely: {
    'must-not': [
      '(?:puedes|podrías|puede|podría) (?:por favor )?no',
      'pero no|sin (?:tocar|cambiar|modificar|romper)',
    ],
    only: ['(?:puedes|podrías|puede|podría)(?: \\p{L}+){0,2} (?:solo|sólo|solamente)'],
    must: ['asegurarte de|asegurarse de'],
  },
  openers: {
    'must-not': [
      '(?:\\p{L}+ ){0,2}(?:prohibid\\p{L}+|prohibiciones|no permitido)(?: \\p{L}+){0,3}',
    ],
    must: [
      '(?:\\p{L}+ ){0,2}(?:reglas|requisitos|restricciones|condiciones|instrucciones obligatorias|formato de (?:salida|respuesta)|criterios de aceptación)(?: (?:y|para|de|del)(?: \\p{L}+){1,4})?',
    ],
    should: [
      '(?:\\p{L}+ ){0,2}(?:pautas|recomendaciones|convenciones|consejos)(?: (?:y|para|de)(?: \\p{L}+){1,4})?',
    ],
    prefer: ['(?:\\p{L}+ ){0,2}preferencias'],
  },
};
