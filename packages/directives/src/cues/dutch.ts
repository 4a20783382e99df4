import type { CueTable } from './cue-table.ts';

const VERBS =
  'wijzig|verander|gebruik|raak|doe|maak|schrijf|voeg|verwijder|laat|geef|antwoord|test|push|commit|pas|zet|vraag|blijf|houd|hou|ga|neem|installeer|kopieer|hernoem|vertaal|begin|boek|annuleer|lees|kijk|probeer|zeg|toon|los|werk|noem|bewerk|herstel|controleer|implementeer|genereer|vervang|verplaats|start|draai|stuur';

export const DUTCH: CueTable = {
  language:
    '(?<!\\p{L})(?:elk|antwoord|twijfel|niet|niets|geen|nooit|altijd|alleen|slechts|uitsluitend|moet|moeten|mag|mogen|het|een|ik|je|graag|alsjeblieft|aub|zonder|liever|de|van|dat|op|met|je|maximaal|hooguit|hoogstens|wees|gebruik|verander|antwoord|vraag|deze|dit|en|zorg|vermijd|voortaan|vanaf|bij voorkeur|voorkeur)(?!\\p{L})',
  hasWords: true,
  joiningWords:
    'en|maar|dus|dan|alsjeblieft|aub|svp|ook|oké|ok|ja|nee|nu|belangrijk|let op|verder|gewoon',
  exceptions: [
    'ik moet moeten: ik moet|moet ik|moeten we',
    'moet: moet (?:wel )?(?:een|de|het|aan) (?:\\p{L}+ )?(?:bug|fout|probleem|reden|vergissing|liggen)',
    'niet geen: niet alleen|geen probleem|geen idee|geen zorgen',
    'zou: zou moeten werken',
  ],
  orderVerbs: `(?:${VERBS})(?= |$)`,
  requestMarkers: 'alsjeblieft|alstublieft|aub|graag|wil je|kun je',
  'inRequests must-not': [
    'niet niets geen nooit zonder: niet(?! vergeten| alleen)|niets|geen|nooit|zonder',
  ],
  'inRequests only': ['alleen slechts enkel hooguit maximaal: @'],
  'inRequests must': [
    'altijd precies exact voordat ongewijzigd het als: altijd|precies|exact|voordat|ongewijzigd|in het (?:nederlands|engels|duits|frans)|als (?:json|tabel|lijst)',
  ],
  'inRequests should': [
    'zorgvuldig voorzichtig kort bondig stap plaats liever de van dat op met je maximaal hooguit hoogstens wees gebruik verander antwoord vraag deze dit en beter: zorgvuldig|voorzichtig|kort|bondig|stap voor stap|in plaats van|liever|de|van|dat|op|met|je|maximaal|hooguit|hoogstens|wees|gebruik|verander|antwoord|vraag|deze|dit|en|beter',
  ],
  'imperatives must-not': ['vermijd stop negeer sla: (?:vermijd|stop met|negeer|sla over)(?= )'],
  'imperatives only': ['alleen slechts enkel uitsluitend: @(?= )', 'beperk: (?:beperk)(?= )'],
  'imperatives must': [
    'altijd: altijd(?= )',
    'let behoud bewaar houd volg respecteer: (?:let op|behoud|bewaar|houd je|volg|respecteer)(?= |:)',
    'antwoord schrijf: @ in',
  ],
  'imperatives should': [
    'gebruik neem: @(?= )',
    'wees hou houd: (?:wees|hou het|houd het) \\p{L}+',
  ],
  'cues must-not': [
    'niet niets geen nooit: ^(?:en |maar )?@(?= )',
    'mag mogen: @(?: \\p{L}+){0,5} (?:niet|niets|geen|nooit)',
    'moet* verboden niet: moet(?:en)?(?: \\p{L}+){0,3} (?:niet|niets|geen|nooit)|verboden|niet toegestaan',
    'onder geen absoluut: onder geen (?:beding|enkele)|in geen geval|absoluut niet',
    'ik: ik (?:wil|wilde|wens)(?: \\p{L}+){0,5} (?:niet|niets|geen)',
    'blijf: blijf(?: \\p{L}+){0,5} af(?! van de weg)',
  ],
  'cues only': [
    'uitsluitend niets verder niet tenzij: uitsluitend|niets anders|verder niets|niet meer dan|tenzij',
    'hooguit hoogstens maximaal precies: @ (?:een|één|twee|drie|\\d+)',
    'alleen: (?:mag|moet|mogen|moeten|wil)(?: \\p{L}+){0,2} alleen',
    'hoef* niet geen: hoef(?:t|je)?(?: \\p{L}+){0,5} (?:niet|geen|niets)|niet nodig|geen \\p{L}+ nodig',
  ],
  'cues must': [
    'antwoord bericht reactie: (?:eindig|begin|sluit) (?:elke?|iedere?|je|jouw) (?:\\p{L}+ )?@',
    'vergeet niet moet moeten zorg: vergeet(?: \\p{L}+){0,3} niet|niet vergeten|moet|moeten|zorg (?:er(?:voor)?|dat|ervoor)',
    'verplicht* noodzakelijk belangrijk onthoud denk houd: verplicht\\p{L}*|noodzakelijk|(?:het is|is) belangrijk|onthoud|denk eraan|houd rekening',
    'vanaf voortaan elke woord wacht: vanaf nu|voortaan|elke keer dat|woord voor woord|wacht (?:tot|met)',
    'vraag beslist: vraag (?:het )?(?:me|mij) eerst|beslist',
  ],
  'cues should': [
    'moeten hoort behoort: zou(?:den)?(?: \\p{L}+){0,6} moeten|hoort(?: \\p{L}+){0,4} te|behoort',
    'nee niet: (?:nee|niet zo),? (?:gebruik|doe|maak|neem)',
  ],
  'cues prefer': [
    'liefst bij voorkeur indien als zo idealiter: liefst|bij voorkeur|voorkeur|indien mogelijk|als het kan|zo mogelijk|idealiter',
    'waar zo zoveel heb: waar mogelijk|zo veel mogelijk|zoveel mogelijk|heb liever',
    'zou: zou(?: \\p{L}+){0,3} (?:graag|liever)|zou (?:fijn|mooi|goed|leuk|prettig|beter) zijn',
  ],
  unmarkedQuestions: '^(?:waarom|wat|hoe|waar|wie|welke?|kun je|kan je|is er|zijn er)(?= )',
  'inQuestions must-not': [
    'je u jij: (?:kun|kan|wil|zou) @(?: \\p{L}+){0,5} (?:niet|niets|geen)',
    'zonder: zonder(?: \\p{L}+){0,4} te',
  ],
  'inQuestions only': ['alleen: (?:kun|kan|wil|zou) (?:je|u|jij)(?: \\p{L}+){0,3} alleen'],
  'inQuestions must': ['ervoor: ervoor zorgen'],
  'listHeadings must-not': [
    'verboden niet: (?:\\p{L}+ ){0,2}(?:verboden|niet toegestaan|verboden dingen)(?: \\p{L}+){0,2}',
  ],
  'listHeadings must': [
    'regels eisen vereisten voorwaarden beperkingen uitvoerformaat antwoordformaat acceptatiecriteria: (?:\\p{L}+ ){0,2}@(?: (?:en|voor|van)(?: \\p{L}+){1,4})?',
  ],
  'listHeadings should': [
    'richtlijnen aanbevelingen conventies tips: (?:\\p{L}+ ){0,2}@(?: (?:en|voor|van)(?: \\p{L}+){1,4})?',
  ],
  'listHeadings prefer': ['voorkeuren: (?:\\p{L}+ ){0,2}voorkeuren'],
};
