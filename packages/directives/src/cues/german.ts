export const GERMAN: string = String.raw`
language          (?<!\p{L})(?:zweifel|jede|desto|nicht|nichts|kein\p{L}*|bitte|nur|immer|nie|niemals|muss|musst|müssen|soll\p{L}*|darf\p{L}*|ohne|der|das|und|ist|ich|du|mit|für|ein|eine|einen|lieber|stets|unbedingt|ausschließlich|auf|wenn|wäre|die|den|dem|dass|zu|sich|nach|wie|als|es|achte|stelle|stell|halte|wir|bitte|sei|höchstens|maximal|kurz|fass|lösch\p{L}*|ändere?|füge?|nenne?|vergiss|mach|nimm|schreib\p{L}*|lass|möglichst|idealerweise|vermeide\p{L}*|verwende|benutze|antworte|behalte)(?!\p{L})
joiningWords      und|aber|also|dann|bitte|auch|ok|okay|ja|nein|jetzt|nun|sonst|einfach|wichtig|hinweis|achtung|zudem|außerdem
orderVerbs        (?:änder[en]|änder|fass|fasse|lösch|lösche|verwende|benutze|benutz|nutze|nutz|nimm|mach|mache|schreib|schreibe|füg|füge|entferne|lass|lasse|gib|antworte|erstelle|bau|baue|teste|committe|pushe|starte|frag|frage|rate|erfinde|sag|sage|zeig|zeige|übersetze|berühre|rühr|ersetze|installiere|führ|führe|halt|halte|bleib|bleibe|behalte|achte|stell|stelle|prüfe|verändere|modifiziere|kommentiere|formatiere|refaktoriere|buche|storniere|nenne|liste|konzentriere|verschiebe|benenne|kopiere|speichere|lies|schau|geh|versuch|versuche|beantworte|erkläre|fang|beginne|öffne|schließe|setz|setze|tu|tue|denk|denke|warte|arbeite|überschreibe|passe|pass|implementiere|behebe|repariere|aktualisiere)(?= |$)
requestMarkers    bitte|du (?:sollst|darfst)|sie (?:sollen|dürfen)|ihr (?:sollt|dürft)
unmarkedQuestions ^(?:warum|wieso|weshalb|was|wie|wo|wann|wer|welche\p{L}*|kannst|könntest|können|ist|sind|hast|gibt)(?= )

exceptions
ich: ich (?:muss|sollte|soll|musste)
ich wir: (?:muss|sollte|soll|müssen|sollen) @
muss: muss (?:wohl|doch|ja)?(?: |)(?:ein|eine|der|die|das|an|am) (?:\p{L}+ )?(?:bug|fehler|problem|grund|versehen|missverständnis|liegen)\p{L}*
sollte: sollte (?:\p{L}+ )?(?:gehen|klappen|funktionieren|reichen|passen|genügen)
nicht: nicht nur
noch wie keine kein macht nicht: noch nie|wie immer|keine ahnung|kein problem|keine sorge|macht nichts|nicht wahr

imperatives
must-not  vermeide* unterlass* hör höre ignoriere* überspring*: (?:vermeide|vermeiden|unterlass|unterlasse|hör auf|höre auf|ignoriere|überspring)\p{L}*
only      nur ausschließlich lediglich: @(?= )
only      beschränk* begrenz*: (?:beschränke?|begrenze?)(?= )
must      immer stets jedes: (?:immer|stets|jedes mal)(?= )
must      behalte behalt bewahre dich halten bleib bleibe: (?:behalte|behalt|bewahre|halte? dich|halten sie sich|bleib|bleibe)(?= )
should    verwende benutze nutze nimm: @(?= )
should    sei seien: (?:sei|seien sie) (?:bitte )?\p{L}+

cues
must-not  außer abgesehen: ^(?:außer|abgesehen von)(?: [\p{L}.]+){1,4} (?:nichts|nicht|kein\p{L}*)
must-not  ohne: ^ohne (?!erfolg|problem|zweifel)\p{L}+(?=[.!]?$)
must-not  weg: (?:lass|lasst|lassen sie)(?: \p{L}+){1,4} weg
must-not  nicht nichts keine* kein niemals nie: ^(?:bitte |und )?(?:nicht|nichts|keine[nrms]?|kein|niemals|nie)(?= )
must-not  darf*: darf(?:st)?(?: \p{L}+){0,6} (?:nicht|nichts|kein\p{L}*|nie|niemals)
must-not  dürfen: dürfen(?: \p{L}+){0,6} (?:nicht|nichts|kein\p{L}*|nie|niemals)
must-not  nicht verboten untersagt tabu: nicht (?:erlaubt|gestattet|gewünscht|zulässig|verhandelbar)|verboten|untersagt|tabu
must-not  auf unter keinesfalls finger: auf keinen fall|unter keinen umständen|keinesfalls|finger weg
must-not  ich: ich (?:will|möchte|wollte|wünsche)(?: \p{L}+){0,6} (?:nicht|nichts|kein\p{L}*)
only      reicht genügt reichen genügen: ^(?:es|(?:ein|eine|zwei|drei)(?: \p{L}+){1,3}) @
only      ausschließlich nichts sonst nicht es: ausschließlich|nichts anderes|nichts weiter|sonst nichts|nicht mehr als|es sei denn
only      außer: außer (?:wenn )?ich|(?:alles|alle|allen|überall)(?: \p{L}+){0,3},? außer
only      spätestens frühestens: @ (?:um|am|bis|ab|nach|vor|morgen|heute|in|\d+)(?= |[.,!]|$)
only      höchstens maximal genau: @ (?:ein|eine|einen|zwei|drei|vier|fünf|\d+)
only      nur: (?:darf|darfst|dürfen|soll|sollst|sollen|sollte|sollten|muss|will|möchte|brauche) (?:\p{L}+ ){0,2}nur
only      du sie ihr: @ (?:musst|müssen|müsst|brauchst|brauchen|braucht)(?: \p{L}+){0,5} (?:nicht|nichts|kein\p{L}*)
only      nicht ich: nicht (?:nötig|notwendig|erforderlich)|ich brauche(?: \p{L}+){0,3} (?:nicht|kein\p{L}*)
must      zweifel unklarheiten unsicher: (?:im zweifel|bei unklarheiten|wenn (?:du|sie|ihr) unsicher (?:bist|sind|seid))
must      jede* alle* deine* ihre*: (?:beende|beginne|schließe|fange?)(?:n sie)? (?:jede|alle|deine|ihre)\p{L}* (?:\p{L}+ ){0,2}(?:antwort|nachricht|mail|zusammenfassung)\p{L}*
must      verwenden benutzen nutzen: wir @ hier
must      vergiss vergesst vergessen nicht muss musst müssen müsst: vergiss nicht|vergesst nicht|vergessen sie nicht|nicht vergessen|muss|musst|müssen|müsst
must      unbedingt zwingend verpflichtend verbindlich pflicht obligatorisch: @
must      sicher sicherstellen sicherzustellen: (?:stelle?|stellen sie|stellt) (?:\p{L}+ )?sicher|sicherstellen|sicherzustellen
must      darauf auf daran beachte: (?:achte|achten sie|achtet) (?:\p{L}+ )?(?:darauf|auf)|denk(?:e|en sie)? daran|beachte
must      beachten beibehalten ab von künftig zukunft zukünftig: beachten sie|beibehalten|ab jetzt|ab sofort|von nun an|künftig|in zukunft|zukünftig
must      es wichtig warte bevor: es ist (?:sehr )?(?:wichtig|notwendig|erforderlich)|wichtig:|warte,? bis|bevor du
must      frag* wortwörtlich: frag(?:e)? (?:mich )?(?:vorher|zuerst|erst)|wortwörtlich
must      lass*: lass(?:e|t)?(?: \p{L}+){1,5} (?:unverändert|so|in ruhe|wie)
should    soll sollen sollst sollt sollte sollten solltest solltet: @
should    lieber besser: (?:bitte|dann|und|,) @
should    nein nicht fass: (?:nein|nicht so),? (?:nimm|mach|benutz|verwend)\p{L}*|fass dich kurz
prefer    desto umso: je \p{L}+,? @ \p{L}+
prefer    mag lieber: ich mag (?:\p{L}+ )?(?:kein\p{L}*|nicht|lieber)|(?:mir|uns) (?:wäre|wären|ist|sind)(?: \p{L}+){0,5} lieber
prefer    bevorzug* vorzugsweise am idealerweise wenn: bevorzug\p{L}*|vorzugsweise|am liebsten|am besten|idealerweise|wenn möglich
prefer    falls möglichst nach wenn: falls möglich|möglichst|nach möglichkeit|wenn es geht
prefer    lieber besser: (?:hätte|mag|fände|würde|möchte)(?: \p{L}+){0,5} @
prefer    wäre: wäre (?:\p{L}+ )?(?:gut|schön|toll|besser|super|ideal|nett|prima)

inRequests
must-not  nicht nichts: (?<!vergiss |vergesst |zögere )@(?! vergessen| nur)
must-not  kein* nie niemals: kein\p{L}*|nie|niemals
must-not  ohne: ohne(?= )
only      nur lediglich höchstens maximal: @
must      immer stets genau exakt bevor vorher jedes sicher deutsch englisch französisch spanisch als unverändert wie: immer|stets|genau|exakt|bevor|vorher|jedes mal|sicher|(?:auf|in) (?:deutsch|englisch|französisch|spanisch)|als (?:json|tabelle|liste|markdown)|unverändert|wie (?:es|sie|er) ist
should    sorgfältig vorsichtig kurz knapp ausführlich gründlich schritt statt anstatt stattdessen anstelle lieber besser: sorgfältig|vorsichtig|kurz|knapp|ausführlich|gründlich|schritt für schritt|statt|anstatt|stattdessen|anstelle|lieber|besser

inQuestions
must-not  du sie ihr: (?:kannst|könntest|können|könnten|würdest) @(?: \p{L}+){0,6} (?:nicht|nichts|kein\p{L}*)
must-not  bitte: bitte (?:nicht|nichts|kein\p{L}*)
must-not  ohne: ohne(?: \p{L}+){0,4} zu
only      nur: (?:kannst|könntest|können|könnten|würdest) (?:du|sie|ihr)(?: \p{L}+){0,3} nur
only      bitte: bitte nur
must      sicherstellen darauf: (?:sicherstellen|darauf achten)

listHeadings
must-not  verboten* nicht tabu* verbote: (?:\p{L}+ ){0,2}(?:verboten\p{L}*|nicht erlaubt|tabus?|verbote|nicht[- ]ziele)(?: \p{L}+){0,2}
must      regeln anforderungen vorgaben bedingungen einschränkungen auflagen ausgabeformat antwortformat akzeptanzkriterien: (?:\p{L}+ ){0,2}@(?: (?:und|für|an)(?: \p{L}+){1,4})?
should    richtlinien hinweise konventionen empfehlungen: (?:\p{L}+ ){0,2}@(?: (?:und|für)(?: \p{L}+){1,4})?
prefer    vorlieben wünsche: (?:\p{L}+ ){0,2}@
`;
