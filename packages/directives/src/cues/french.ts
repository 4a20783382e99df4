const VERBS =
  'touche|touchez|fais|faites|modifie|modifiez|change|changez|utilise|utilisez|mets|mettez|ajoute|ajoutez|supprime|supprimez|écris|écrivez|crée|créez|commite|pousse|réponds|répondez|donne|donnez|garde|gardez|laisse|laissez|corrige|corrigez|remplace|remplacez|lance|lancez|renomme|déplace|installe|traduis|résume|montre|explique|vérifie|teste|testez|envoie|réserve|annule|affiche|liste|renvoie|retourne|commence|continue|implémente|refactorise|travaille';

export const FRENCH: string = String.raw`
language          (?<!\p{L})(?:suffit|doute|rien|plutôt|sans|ne|n'\p{L}+|pas|jamais|toujours|seulement|uniquement|doit|doivent|faut|je|tu|vous|le|les|une|est|sans|svp|stp|merci|veuillez|évite[rz]?|plutôt|et|exclusivement|idéalement|dans|du|de|des|la|que|qui|pour|sur|ce|cette|réponds|garde|veille|assure|utilise|si|sois|soyez|surtout|au|mets|fais|touche|ajoute|change|n|à)(?!\p{L})
joiningWords      et|mais|donc|puis|alors|surtout|aussi|merci de|merci d'|veuillez|svp|stp|plaît|de|à|ok|oui|non|maintenant|attention|important|sinon
orderVerbs        (?:${VERBS})(?= |-|$)
requestMarkers    s'il te plaît|s'il vous plaît|svp|stp|veuillez|merci de|je veux que|je voudrais que|tu (?:peux|dois)|vous (?:pouvez|devez)
unmarkedQuestions ^(?:pourquoi|comment|où|qui|que|quoi|quel\p{L}*|est-ce|combien|peux-tu|pouvez-vous|pourrais-tu)(?= )

exceptions
je: je (?:dois|devais|devrais)
être doit: doi(?:t|vent) être (?:un|une|le|la|à cause|lié|dû)\p{L}*|doit y avoir
pas: (?:n'hésite|ne t'inquiète|ne vous inquiétez)\p{L}* pas
pas comme presque: pas (?:de problème|de souci|grave|seulement)|comme toujours|presque toujours
devrait: devrait (?:marcher|suffire|aller|fonctionner)

imperatives
must-not  ne n: (?:ne |n')(?!oubli)\p{L}+(?:[ -]\p{L}+){0,3}? (?:pas|jamais|rien|plus|aucun\p{L}*)
must-not  ne: ne (?:pas|jamais|rien|plus|surtout pas)(?! oublier)
must-not  jamais pas: @ (?:de(?= )|d(?='))
must-not  évite évitez éviter arrête arrêtez cesse cessez ignore ignorez: @(?= )
only      seulement uniquement juste exclusivement: @(?= )
only      limite limitez restreins: @(?=[ -])
must      toujours: toujours(?= )
must      garde gardez conserve conservez respecte respectez préserve suis suivez: @(?= )
must      réponds répondez écris écrivez: @ en
should    utilise utilisez emploie: @(?= )
should    sois soyez: @ \p{L}+

cues
must-not  sans: ^sans(?! (?:problème|succès|souci|doute))(?: \p{L}+){1,3}(?=[.!]?$)
must-not  pas jamais plus rien: (?:ne|n') ?(?:dois|doit|devez|doivent|peux|pouvez|peut|peuvent|devrai\p{L}*)(?: \p{L}+)? @
must-not  il faut interdit* défense aucun: il ne faut (?:pas|jamais|surtout)|faut pas|interdit\p{L}*|défense de|en aucun cas
must-not  sous hors: sous aucun prétexte|hors de question
must-not  je: je ne (?:veux|voudrais|souhaite|voulais)(?: \p{L}+)? (?:pas|plus|rien)
only      suffit suffisent: (?:une?|deux|trois)(?: \p{L}+){1,3} @
only      rien: rien que (?:le|la|les|l)
only      plus: au plus (?:tard|tôt)
only      sauf: (?:tout|tous|toutes|partout)(?: \p{L}+){0,3},? sauf
only      tiens tenez: tiens-t'en à|tenez-vous-en à
only      uniquement exclusivement rien pas au sauf: uniquement|exclusivement|rien d'autre|rien de plus|pas plus de|au maximum|sauf si
only      à pas: à moins que|à moins d(?=')|(?:tu n'as|vous n'avez|je n'ai|on n'a) pas (?:besoin|à)|pas besoin
only      inutile pas: inutile de|pas nécessaire
only      que: (?:ne|n') ?(?:\p{L}+ ){1,2}que (?:le|la|les|ce|cette|ces|du|des|dans|sur)
only      exactement: exactement (?:un|une|deux|trois|quatre|cinq|\d+)
must      doute: en cas de doute
must      répondre: avant de répondre
must      réponse* message*: (?:termine|terminez|finis|finissez|commence|commencez) (?:chaque|toutes|ta|tes|votre|vos) (?:\p{L}+ )?(?:réponses?|messages?)
must      n ne pas doit doivent dois devez: n'oublie[rz]? (?:pas|jamais)|ne pas oublier|pas oublier|doit|doivent|dois|devez
must      il faut: il faut(?! pas)|faut que|il est (?:important|nécessaire|impératif|obligatoire|essentiel)
must      assure assurez à garantis fais faites: assure-toi|assurez-vous|assure toi|veille[rz]? à|garantis|fais attention|faites attention
must      souviens rappelle rappelez à impérati*: souviens-toi|rappelle-toi|rappelez-vous|pense[rz]? (?:bien )?à|impérati\p{L}+
must      obligatoire* absolument indispensable désormais dorénavant à: obligatoire\p{L}*|absolument|indispensable|désormais|dorénavant|à partir de maintenant
must      à chaque mot attends demande: à l'avenir|chaque fois que tu|mot pour mot|attends (?:que|avant)|demande-moi avant
should    devrai* il mieux: devrai(?:t|ent|s|ez)|il vaut mieux|mieux vaut
should    non essaie*: non,? (?:utilise|fais|mets|prends|garde)\p{L}*|essaie[sz]? de (?:ne|rester|garder)
prefer    idéal plutôt: dans l'idéal|^plutôt (?:en|un|une|le|la)
prefer    je préfér* idéalement si: je préf\p{L}+|préfér\p{L}+|de préférence|idéalement|si possible|si c'est possible
prefer    autant dans j: autant que possible|dans la mesure du possible|j'aimerais (?:que|mieux|autant)
prefer    je: je (?:voudrais|souhaite|souhaiterais) que
prefer    serait: (?:ce|ça) serait (?:\p{L}+ )?(?:bien|mieux|super|idéal|parfait)

inRequests
must-not  sans: sans(?= (?:\p{L}+(?:er|ir|re)|rien|mon|ma|aucun\p{L}*|commentaires?|explications?)(?!\p{L}))
must-not  pas surtout mais: (?<=^|[,;:] ?|et |mais )(?:${VERBS})(?: \p{L}+){0,2} pas|surtout pas|mais pas
only      seulement uniquement juste au: seulement|uniquement|juste|au plus
must      toujours exactement avant quel* français anglais allemand espagnol json markdown chiffres inchangé* intact*: toujours|exactement|avant de|avant d(?=')|tel(?:le)?s? quel\p{L}*|en (?:français|anglais|allemand|espagnol|json|markdown|chiffres)|inchangée?s?|intacte?s?
should    plutôt au soigneusement attentivement brièvement étape: plutôt|au lieu|soigneusement|attentivement|brièvement|étape par étape

inQuestions
must-not  ne: (?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|peux tu|tu peux|tu pourrais) ne (?:pas|plus|jamais|rien)
must-not  sans: sans (?:\p{L}+er|rien|modifier|toucher)
must-not  mais: mais (?:ne|n')
only      peux pouvez pourrais pourriez tu: (?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux)(?: \p{L}+){0,4} (?:seulement|uniquement|que)
must      assurer vous: t'assurer|vous assurer

listHeadings
must-not  interdit* interdictions à: (?:\p{L}+ ){0,2}(?:interdit\p{L}*|interdictions|à éviter|à ne pas faire)(?: \p{L}+){0,3}
must      règles exigences contraintes conditions consignes format critères: (?:\p{L}+ ){0,2}(?:règles|exigences|contraintes|conditions|consignes|format de (?:sortie|réponse)|critères d'acceptation)(?: (?:et|pour|de|du)(?: \p{L}+){1,4})?
should    conseils recommandations conventions: (?:\p{L}+ ){0,2}@(?: (?:et|pour|de)(?: \p{L}+){1,4})?
prefer    préférences: (?:\p{L}+ ){0,2}préférences
`;
