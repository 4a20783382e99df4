export const SPANISH: string = String.raw`
language          (?<!\p{L})(?:limítate|basta|cada|duda|mejor|respuesta|el|los|las|una|que|favor|nunca|jamás|siempre|solo|sólo|solamente|únicamente|del|con|ni|nada|este|esta|esto|archivos?|código|para|por|la|se|en|un|de|como|cada|máximo|sé|sea|haz|cambia|sin|debe\p{L}*|tiene\p{L}*|hay|usa|utiliza|evita\p{L}*|prefiero|preferiría|español|inglés|no (?:me |lo |la |los |las )?(?:hagas|toques|uses|cambies|modifiques|borres|añadas|agregues|elimines|crees|escribas|incluyas|olvides|quiero|necesito)|asegúrate|recuerda|responde|mantén)(?!\p{L})
joiningWords      y|pero|así que|entonces|favor|también|además|ok|sí|no|ahora|luego|importante|nota|mejor|simplemente|que
orderVerbs        (?:usa|usar|utiliza|utilizar|haz|hacer|cambia|cambiar|modifica|modificar|toca|tocar|escribe|escribir|añade|agrega|agregar|quita|quitar|elimina|borra|crea|crear|responde|responder|contesta|da|dame|deja|dejar|corrige|arregla|arreglar|reemplaza|ejecuta|renombra|mueve|instala|traduce|resume|muestra|explica|revisa|prueba|envía|reserva|cancela|lista|devuelve|empieza|continúa|sigue|implementa|pon|poner|trabaja|genera|actualiza|incluye|mantén|edita|editar)(?= |$)
requestMarkers    por favor|quiero que|necesito que|puedes|podrías
unmarkedQuestions ^¿|^(?:por qué|qué|cómo|cuándo|dónde|quién|cuál)(?= )

exceptions
debe debía debió: @(?: de)? (?:ser|haber|estar) (?:un|una|el|la|por|algo|relacionad)\p{L}*
solo sólo: no @
no: no (?:te preocupes|pasa nada|importa|hay problema|hay|funciona|existe|entiende\p{L}*|es|está\p{L}*|era|sabe\p{L}*|parece|va|cambia|hace|sea|tenía|estaba)
debería: debería (?:funcionar|bastar|servir|estar bien)

imperatives
must-not  no: no (?:(?:me|te|lo|la|los|las|le|les|se|nos) ){0,2}(?!olvid|teng|tien|neces|pued|pod|deb)\p{L}{2,}(?:es|as|áis|éis|en|an|e|a)(?= |[.,;:!]|$)
must-not  nunca jamás: @(?= )(?! (?:ha|he|han|hemos|\p{L}+(?:ó|aba|ía|é))(?!\p{L}))
must-not  evita evite evitar evitemos deja dejen ignora omite: (?:evita|evite|evitar|evitemos|deja de|dejen de|ignora|omite)(?= )
must-not  nada sin: (?:nada de|sin)(?= )
only      solo sólo solamente únicamente: @(?= )
only      limita limítate limítese restringe: @(?=[ ]|te)
must      siempre: siempre(?= )(?! (?:falla|sale|pasa|es|está|ha|he|dice|da|me)(?!\p{L}))
must      mantén mantenga mantener conserva conserve respeta respete sigue siga: @(?= )
must      responde responda contesta escribe: @ en
should    usa utiliza use utilice: @(?= )
should    sé sea: @ (?:breve|conciso|claro|preciso|cuidadoso|específico)
should    procura intenta trata más: (?:procura|intenta no|trata de no|más bien)(?= )

cues
must-not  no: no (?:se )?(?:debe|deben|debes|puede|puedes|pueden|permite\p{L}*)(?! (?:de )?ser)
must-not  prohibid* bajo ninguna ningún: prohibid\p{L}+|bajo ning\p{L}+|de ninguna manera|en ningún caso
must-not  nunca jamás quiero quisiera quería deseo gustaría: (?:que |debe |debes )(?:nunca|jamás)(?= )|no (?:quiero|quisiera|quería|deseo|me gustaría)
only      basta bastan: @(?! ya)
only      tardar: a más tardar
only      excepto salvo: (?:todo|todos|todas)(?: \p{L}+){0,3},? @
only      solo sólo solamente únicamente: (?:debe|debes|deben|puedes|quiero|necesito) @
only      solo sólo únicamente exclusivamente nada como: (?:solo|sólo) (?:quiero|necesito)|únicamente|exclusivamente|nada más|como máximo
only      más menos salvo exactamente: no más de|a menos que|salvo que|exactamente (?:un|una|dos|tres|\d+)
only      no: no (?:hace falta|es necesario|necesitas|necesita|tienes que|tiene que|necesito|hay que)
must      duda: en caso de duda
must      responder contestar: antes de @
must      respuesta* mensaje*: (?:termina|acaba|finaliza|empieza) (?:cada|todas|tus?|sus?) (?:\p{L}+ )?(?:respuestas?|mensajes?)
must      olvid* debe deben debes debéis: no (?:te |se )?olvid(?:es|e|ar)|(?<!no |no se )(?:debe|deben|debes|debéis)
must      tiene tienes tienen hay: (?<!no )(?:tiene|tienes|tienen) que|(?<!no )hay que
must      es asegúrate asegúrese: es (?:importante|necesario|obligatorio|imprescindible|fundamental)|asegúrate|asegúrese
must      asegurarte asegura recuerda recuerde acuérdate ten tenga: asegurarte|asegura que|recuerda|recuerde|acuérdate|ten en cuenta|tenga en cuenta
must      obligatori* imprescindible partir ahora cada: obligatori\p{L}+|imprescindible|a partir de ahora|de ahora en adelante|cada vez que
must      palabra tal espera pregúntame: palabra por palabra|tal cual|espera (?:a que|hasta)|pregúntame antes
should    deber* convendría conviene: deber[íi]a\p{L}*|convendría|conviene
prefer    mejor puede: ^mejor (?:en|con|sin|una?)|si puede ser
prefer    prefiero preferiría preferible* preferencia preferentemente idealmente: prefiero|preferiría|preferible\p{L}*|de preferencia|preferentemente|idealmente
prefer    si ser lo gustaría quisiera ojalá: si es posible|a ser posible|en lo posible|si se puede|(?:me gustaría|quisiera) que|ojalá
prefer    sería: sería (?:bueno|mejor|ideal|genial|preferible)

inRequests
must-not  sin: sin (?:\p{L}+(?:ar|er|ir)(?:l[oae]s?|me)?|comentarios?|explicaci\p{L}+|mi|ningún|ninguna)
only      solo sólo solamente: @
must      siempre exactamente antes tal como español inglés francés json markdown sin: siempre|exactamente|antes de|tal cual|como está|en (?:español|inglés|francés|json|markdown)|sin falta
should    lugar vez cuidadosamente con brevemente paso: en lugar de|en vez de|cuidadosamente|con cuidado|brevemente|paso a paso

inQuestions
must-not  puedes podrías puede podría: @ (?:por favor )?no
must-not  pero sin: pero no|sin (?:tocar|cambiar|modificar|romper)
only      solo sólo solamente: (?:puedes|podrías|puede|podría)(?: \p{L}+){0,2} @
must      asegurarte asegurarse: asegurarte de|asegurarse de

listHeadings
must-not  prohibid* prohibiciones permitido: (?:\p{L}+ ){0,2}(?:prohibid\p{L}+|prohibiciones|no permitido)(?: \p{L}+){0,3}
must      reglas requisitos restricciones condiciones instrucciones formato criterios: (?:\p{L}+ ){0,2}(?:reglas|requisitos|restricciones|condiciones|instrucciones obligatorias|formato de (?:salida|respuesta)|criterios de aceptación)(?: (?:y|para|de|del)(?: \p{L}+){1,4})?
should    pautas recomendaciones convenciones consejos: (?:\p{L}+ ){0,2}@(?: (?:y|para|de)(?: \p{L}+){1,4})?
prefer    preferencias: (?:\p{L}+ ){0,2}preferencias
`;
