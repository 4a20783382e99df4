export const PORTUGUESE: string = String.raw`
language          (?<!\p{L})(?:cada|dúvida|mais|não|nunca|jamais|sempre|você|favor|devem?|apenas|somente|uma|os|ao|em|do|da|que|para|com|um|de|se|cada|no|máximo|seja|faça|mude|esta?|este|só|evite|prefiro|sem|certifique-se|mantenha|responda)(?!\p{L})
joiningWords      e|mas|então|favor|também|além disso|ok|sim|não|agora|depois|importante|nota|atenção|simplesmente|que
orderVerbs        (?:use|usar|utilize|utilizar|faça|faz|fazer|mude|mudar|altere|alterar|modifique|modificar|toque|escreva|escrever|adicione|adicionar|remova|remover|apague|crie|criar|responda|responder|dê|deixe|deixar|corrija|corrigir|substitua|execute|renomeie|mova|instale|traduza|resuma|mostre|explique|verifique|teste|envie|reserve|cancele|liste|retorne|comece|continue|implemente|coloque|trabalhe|gere|atualize|inclua|edite|mantenha)(?= |$)
requestMarkers    por favor|quero que|preciso que|pode|poderia
unmarkedQuestions ^(?:por que|porque|como|onde|quem|qual|quais|o que)(?= )

exceptions
deve: deve ser (?:um|uma|o|a|por|algo)|deve ter sido
não: não (?:só|apenas)
não: não (?:se preocupe|tem problema|importa|há|funciona\p{L}*|existe|entende\p{L}*|é|está\p{L}*|era|sabe\p{L}*|parece|vai|tem|tenho|aparece)
deveria: deveria (?:funcionar|bastar|servir)

imperatives
must-not  não: não (?:(?:me|te|o|a|os|as|se|lhe) )?(?!esque|tenh|prec|consig|pod|dev|sei|sab)\p{L}{2,}(?:es|as|em|am|e|a|ar|er|ir)(?= |[.,;:!]|$)
must-not  nunca jamais: @(?= )
must-not  evite evitar pare ignore omita: (?:evite|evitar|pare de|ignore|omita)(?= )
must-not  nada sem: (?:nada de|sem)(?= )
only      só apenas somente unicamente: @(?= )
only      limite restrinja: (?:limite-se|limite|restrinja)(?= )
must      sempre: sempre(?= )
must      mantenha mantém preserve conserve respeite siga: @(?= )
must      em: (?:responda|escreva) em
should    use utilize: @(?= )
should    seja: (?:seja) (?:breve|conciso|claro|preciso|cuidadoso|específico)
should    procure tente preferência: (?:procure|tente não|de preferência não)(?= )

cues
must-not  não proibid* sob: não (?:se )?(?:deve|devem|pode|podem|é permitido)|proibid\p{L}+|sob nenhuma
must-not  jeito em forma deve: de jeito nenhum|em hipótese alguma|de forma alguma|(?:deve )(?:nunca|jamais)(?= )
must-not  não: não (?:quero|queria|gostaria|desejo)
only      mais: não mais (?:de|do que)
only      só apenas somente: (?:deve|devem|pode|quero|preciso) @|(?:só|apenas) (?:quero|preciso)
only      apenas somente exclusivamente nada máximo não menos: apenas|somente|exclusivamente|nada mais|no máximo|não mais (?:do )?que|a menos que
only      não exatamente: a não ser que|exatamente (?:um|uma|dois|duas|três|\d+)
only      não: não (?:precisa\p{L}*|é necessário|é preciso|preciso|tem que|há necessidade)
must      dúvida: em caso de dúvida
must      responder: antes de responder
must      resposta* mensage*: (?:termine|termina|encerre|comece) (?:cada|todas|suas?) (?:\p{L}+ )?(?:respostas?|mensagem|mensagens)
must      não deve devem deves: não (?:se )?esque(?:ça|cer|ças)|(?<!não |não se )(?:deve|devem|deves)
must      tem têm precisa precisam: (?:tem|têm) (?:que|de)|precisa (?:ser|estar|ter)|precisam (?:ser|estar|ter)
must      é certifique: é (?:importante|necessário|obrigatório|essencial|preciso|fundamental)|certifique-se
must      certifica garanta assegure lembre lembra tenha preste: certifica-te|garanta|assegure|lembre-se|lembra-te|tenha em mente|preste atenção
must      obrigatóri* obrigatoriamente imprescindível partir agora: obrigatóri\p{L}+|obrigatoriamente|imprescindível|a partir de agora|de agora em diante
must      daqui toda palavra tal espere: daqui em diante|toda vez que|palavra por palavra|tal como está|espere (?:até|que)
must      pergunte: pergunte(?:-me)? antes
should    deveria* convém: deveria\p{L}*|convém
prefer    prefiro preferiria preferível preferencialmente preferência idealmente se: prefiro|preferiria|preferível|preferencialmente|de preferência|idealmente|se possível
prefer    se sempre na gostaria: se for possível|sempre que possível|na medida do possível|gostaria que
prefer    seria tomara: seria (?:bom|melhor|ideal|ótimo|legal)|tomara

inRequests
must-not  sem: sem (?:\p{L}+(?:ar|er|ir)|coment\p{L}+|explica\p{L}+|minha|nenhum\p{L}*)
only      só: só
must      sempre exatamente antes como em: sempre|exatamente|antes de|como está|em (?:português|inglês|espanhol|json|markdown)
should    em ao cuidadosamente com brevemente passo: em vez de|ao invés de|cuidadosamente|com cuidado|brevemente|passo a passo

inQuestions
must-not  não: (?:pode|poderia|podes|podia) (?:por favor )?não
must-not  mas sem: mas não|sem (?:mexer|mudar|alterar|modificar|quebrar)
only      só apenas somente: (?:pode|poderia|podes|podia)(?: \p{L}+){0,2} @
must      garantir certificar: garantir que|certificar-se

listHeadings
must-not  proibid* proibições não: (?:\p{L}+ ){0,2}(?:proibid\p{L}+|proibições|não permitido)(?: \p{L}+){0,3}
must      regras requisitos restrições condições formato critérios: (?:\p{L}+ ){0,2}(?:regras|requisitos|restrições|condições|formato de (?:saída|resposta)|critérios de aceitação)(?: (?:e|para|de|do)(?: \p{L}+){1,4})?
should    diretrizes recomendações convenções dicas: (?:\p{L}+ ){0,2}@(?: (?:e|para|de)(?: \p{L}+){1,4})?
prefer    preferências: (?:\p{L}+ ){0,2}preferências
`;
