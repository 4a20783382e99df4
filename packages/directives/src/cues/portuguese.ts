import type { CueTable } from './cue-table.ts';

const VERBS =
  'use|usar|utilize|utilizar|faça|faz|fazer|mude|mudar|altere|alterar|modifique|modificar|toque|escreva|escrever|adicione|adicionar|remova|remover|apague|crie|criar|responda|responder|dê|deixe|deixar|corrija|corrigir|substitua|execute|renomeie|mova|instale|traduza|resuma|mostre|explique|verifique|teste|envie|reserve|cancele|liste|retorne|comece|continue|implemente|coloque|trabalhe|gere|atualize|inclua|edite|mantenha';

export const PORTUGUESE: CueTable = {
  language:
    '(?<!\\p{L})(?:cada|dúvida|mais|não|nunca|jamais|sempre|você|favor|devem?|apenas|somente|uma|os|ao|em|do|da|que|para|com|um|de|se|cada|no|máximo|seja|faça|mude|esta?|este|só|evite|prefiro|sem|certifique-se|mantenha|responda)(?!\\p{L})',
  hasWords: true,
  joiningWords:
    'e|mas|então|favor|também|além disso|ok|sim|não|agora|depois|importante|nota|atenção|simplesmente|que',
  exceptions: [
    'deve: deve ser (?:um|uma|o|a|por|algo)|deve ter sido',
    'não: não (?:só|apenas)',
    'não: não (?:se preocupe|tem problema|importa|há|funciona\\p{L}*|existe|entende\\p{L}*|é|está\\p{L}*|era|sabe\\p{L}*|parece|vai|tem|tenho|aparece)',
    'deveria: deveria (?:funcionar|bastar|servir)',
  ],
  orderVerbs: `(?:${VERBS})(?= |$)`,
  requestMarkers: 'por favor|quero que|preciso que|pode|poderia',
  'inRequests must-not': [
    'sem: sem (?:\\p{L}+(?:ar|er|ir)|coment\\p{L}+|explica\\p{L}+|minha|nenhum\\p{L}*)',
  ],
  'inRequests only': ['só: só'],
  'inRequests must': [
    'sempre exatamente antes como em: sempre|exatamente|antes de|como está|em (?:português|inglês|espanhol|json|markdown)',
  ],
  'inRequests should': [
    'em ao cuidadosamente com brevemente passo: em vez de|ao invés de|cuidadosamente|com cuidado|brevemente|passo a passo',
  ],
  'imperatives must-not': [
    'não: não (?:(?:me|te|o|a|os|as|se|lhe) )?(?!esque|tenh|prec|consig|pod|dev|sei|sab)\\p{L}{2,}(?:es|as|em|am|e|a|ar|er|ir)(?= |[.,;:!]|$)',
    'nunca jamais: @(?= )',
    'evite evitar pare ignore omita: (?:evite|evitar|pare de|ignore|omita)(?= )',
    'nada sem: (?:nada de|sem)(?= )',
  ],
  'imperatives only': [
    'só apenas somente unicamente: @(?= )',
    'limite restrinja: (?:limite-se|limite|restrinja)(?= )',
  ],
  'imperatives must': [
    'sempre: sempre(?= )',
    'mantenha mantém preserve conserve respeite siga: @(?= )',
    'em: (?:responda|escreva) em',
  ],
  'imperatives should': [
    'use utilize: @(?= )',
    'seja: (?:seja) (?:breve|conciso|claro|preciso|cuidadoso|específico)',
    'procure tente preferência: (?:procure|tente não|de preferência não)(?= )',
  ],
  'cues must-not': [
    'não proibid* sob: não (?:se )?(?:deve|devem|pode|podem|é permitido)|proibid\\p{L}+|sob nenhuma',
    'jeito em forma deve: de jeito nenhum|em hipótese alguma|de forma alguma|(?:deve )(?:nunca|jamais)(?= )',
    'não: não (?:quero|queria|gostaria|desejo)',
  ],
  'cues only': [
    'mais: não mais (?:de|do que)',
    'só apenas somente: (?:deve|devem|pode|quero|preciso) @|(?:só|apenas) (?:quero|preciso)',
    'apenas somente exclusivamente nada máximo não menos: apenas|somente|exclusivamente|nada mais|no máximo|não mais (?:do )?que|a menos que',
    'não exatamente: a não ser que|exatamente (?:um|uma|dois|duas|três|\\d+)',
    'não: não (?:precisa\\p{L}*|é necessário|é preciso|preciso|tem que|há necessidade)',
  ],
  'cues must': [
    'dúvida: em caso de dúvida',
    'responder: antes de responder',
    'resposta* mensage*: (?:termine|termina|encerre|comece) (?:cada|todas|suas?) (?:\\p{L}+ )?(?:respostas?|mensagem|mensagens)',
    'não deve devem deves: não (?:se )?esque(?:ça|cer|ças)|(?<!não |não se )(?:deve|devem|deves)',
    'tem têm precisa precisam: (?:tem|têm) (?:que|de)|precisa (?:ser|estar|ter)|precisam (?:ser|estar|ter)',
    'é certifique: é (?:importante|necessário|obrigatório|essencial|preciso|fundamental)|certifique-se',
    'certifica garanta assegure lembre lembra tenha preste: certifica-te|garanta|assegure|lembre-se|lembra-te|tenha em mente|preste atenção',
    'obrigatóri* obrigatoriamente imprescindível partir agora: obrigatóri\\p{L}+|obrigatoriamente|imprescindível|a partir de agora|de agora em diante',
    'daqui toda palavra tal espere: daqui em diante|toda vez que|palavra por palavra|tal como está|espere (?:até|que)',
    'pergunte: pergunte(?:-me)? antes',
  ],
  'cues should': ['deveria* convém: deveria\\p{L}*|convém'],
  'cues prefer': [
    'prefiro preferiria preferível preferencialmente preferência idealmente se: prefiro|preferiria|preferível|preferencialmente|de preferência|idealmente|se possível',
    'se sempre na gostaria: se for possível|sempre que possível|na medida do possível|gostaria que',
    'seria tomara: seria (?:bom|melhor|ideal|ótimo|legal)|tomara',
  ],
  unmarkedQuestions: '^(?:por que|porque|como|onde|quem|qual|quais|o que)(?= )',
  'inQuestions must-not': [
    'não: (?:pode|poderia|podes|podia) (?:por favor )?não',
    'mas sem: mas não|sem (?:mexer|mudar|alterar|modificar|quebrar)',
  ],
  'inQuestions only': ['só apenas somente: (?:pode|poderia|podes|podia)(?: \\p{L}+){0,2} @'],
  'inQuestions must': ['garantir certificar: garantir que|certificar-se'],
  'listHeadings must-not': [
    'proibid* proibições não: (?:\\p{L}+ ){0,2}(?:proibid\\p{L}+|proibições|não permitido)(?: \\p{L}+){0,3}',
  ],
  'listHeadings must': [
    'regras requisitos restrições condições formato critérios: (?:\\p{L}+ ){0,2}(?:regras|requisitos|restrições|condições|formato de (?:saída|resposta)|critérios de aceitação)(?: (?:e|para|de|do)(?: \\p{L}+){1,4})?',
  ],
  'listHeadings should': [
    'diretrizes recomendações convenções dicas: (?:\\p{L}+ ){0,2}@(?: (?:e|para|de)(?: \\p{L}+){1,4})?',
  ],
  'listHeadings prefer': ['preferências: (?:\\p{L}+ ){0,2}preferências'],
};
