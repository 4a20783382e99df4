/** The cues of Dutch; `english.ts` explains the notation. */
export const DUTCH: string = String.raw`
language          (?<!\p{L})(?:elk|antwoord|twijfel|niet|niets|geen|nooit|altijd|alleen|slechts|uitsluitend|moet|moeten|mag|mogen|het|een|ik|je|graag|alsjeblieft|aub|zonder|liever|de|van|dat|op|met|maximaal|hooguit|hoogstens|wees|gebruik|verander|vraag|deze|dit|en|zorg|vermijd|voortaan|vanaf|voorkeur)(?!\p{L})
joiningWords      en|maar|dus|dan|alsjeblieft|aub|svp|ook|oké|ok|ja|nee|nu|belangrijk|let op|verder|gewoon
orderVerbs        (?:wijzig|verander|gebruik|raak|doe|maak|schrijf|voeg|verwijder|laat|geef|antwoord|test|push|commit|pas|zet|vraag|blijf|houd|hou|ga|neem|installeer|kopieer|hernoem|vertaal|begin|boek|annuleer|lees|kijk|probeer|zeg|toon|los|werk|noem|bewerk|herstel|controleer|implementeer|genereer|vervang|verplaats|start|draai|stuur|beantwoord|bekijk|bereken|bewaar|bouw|fix|formatteer|herschrijf|leg|merge|open|overschrijf|repareer|sla|sluit|som|spreek|stel|vat|vermeld|voer|wacht|zoek)(?= |$)
requestMarkers    alsjeblieft|alstublieft|aub|graag|wil je|kun je
unmarkedQuestions ^(?:waarom|wat|hoe|waar|wie|welke?|kun je|kan je|is er|zijn er)(?= )

exceptions
ik moet moeten: ik moet|moet ik|moeten we
moet: moet (?:wel )?(?:een|de|het|aan) (?:\p{L}+ )?(?:bug|fout|probleem|reden|vergissing|liggen)
moet: moet wel \p{L}+ zijn
niet geen: niet alleen|geen probleem|geen idee|geen zorgen
zou: zou moeten werken

imperatives
must-not  vermijd stop negeer sla: (?:vermijd|stop met|negeer|sla over)(?= )
only      alleen slechts enkel uitsluitend: @(?= )
only      beperk: (?:beperk)(?= )
must      altijd: altijd(?= )
must      let behoud bewaar houd volg respecteer: (?:let op|behoud|bewaar|houd je|volg|respecteer)(?= |:)
must      antwoord schrijf: @ in
should    gebruik neem: @(?= )
should    wees hou houd: (?:wees|hou het|houd het) \p{L}+

cues
must-not  niet niets geen nooit: ^(?:en |maar )?@(?= )
must-not  zonder: ^zonder (?!succes|probleem|problemen|twijfel)\p{L}+(?=[.!]?$)
must-not  weg: laat(?: \p{L}+){1,4} weg
must-not  mag mogen: @(?: \p{L}+){0,5} (?:niet|niets|geen|nooit)
must-not  moet* verboden taboe niet: moet(?:en)?(?: \p{L}+){0,3} (?:niet|niets|geen|nooit)|verboden|taboe|niet toegestaan
must-not  bedoeling: is niet de bedoeling dat
must-not  onder geen absoluut: onder geen (?:beding|enkele)|in geen geval|absoluut niet
must-not  ik: ik (?:wil|wilde|wens)(?: \p{L}+){0,5} (?:niet|niets|geen)
must-not  blijf: blijf(?: \p{L}+){0,5} af(?! van de weg)
only      uitsluitend niets verder niet tenzij: uitsluitend|niets anders|verder niets|niet meer dan|tenzij
only      hooguit hoogstens maximaal precies: @ (?:een|één|twee|drie|\d+)
only      alleen enkel slechts: (?:mag|moet|mogen|moeten|wil)(?: \p{L}+){0,2} @
only      genoeg voldoende volstaat volstaan: ^(?:een|één|twee|drie)(?: \p{L}+){1,3} (?:(?:is|zijn) )?@
only      behalve uiterlijk: (?:alles|alle|overal)(?: \p{L}+){0,3},? behalve|uiterlijk (?:op|om|tot|na|voor|vóór|in|morgen|vandaag|\d+)
only      hoef* niet geen: hoef(?:t|je)?(?: \p{L}+){0,5} (?:niet|geen|niets)|niet nodig|geen \p{L}+ nodig
must      antwoord bericht reactie: (?:eindig|begin|sluit) (?:je|jouw) (?:\p{L}+ )?@
must      begin eindig sluit: @ (?:elke?|iedere?)(?= )
must      twijfel twijfelt: bij twijfel|als (?:je|u) twijfelt
must      dien dient dienen: @(?: (?!om )\p{L}+){1,6} te
must      vergeet niet moet moeten zorg: vergeet(?: \p{L}+){0,3} niet|niet vergeten|moet|moeten|zorg (?:er(?:voor)?|dat|ervoor)
must      verplicht* noodzakelijk belangrijk onthoud denk houd: verplicht\p{L}*|noodzakelijk|(?:het is|is) belangrijk|onthoud|denk eraan|houd rekening
must      laat: laat(?: \p{L}+){1,5} (?:ongewijzigd|intact|zo|zoals|met rust)
must      gebruiken: (?:we|wij) gebruiken hier
must      let erop: let (?:er(?: \p{L}+)? op|erop)
must      vanaf voortaan toekomst vervolg elke woord wacht: vanaf nu|voortaan|in (?:de toekomst|het vervolg)|elke keer dat|woord voor woord|wacht (?:tot|met)
must      vraag beslist: vraag (?:(?:me|mij|het) ){0,2}(?:eerst|vooraf|van tevoren)|beslist
should    moeten hoort behoort: zou(?:den)?(?: \p{L}+){0,6} moeten|hoort(?: \p{L}+){0,4} te|behoort
should    graag: ^graag (?:in|als|met|zonder)(?= )
should    nee niet: (?:nee|niet zo),? (?:gebruik|doe|maak|neem)
prefer    liefst bij voorkeur indien als zo idealiter: liefst|bij voorkeur|voorkeur|indien mogelijk|als het kan|zo mogelijk|idealiter
prefer    waar zo zoveel heb had wil liever: waar mogelijk|zo veel mogelijk|zoveel mogelijk|(?:heb|had|wil)(?: \p{L}+){0,5} liever|^liever
prefer    hoe niet: hoe \p{L}+er,? hoe \p{L}+er|ik houd? niet van
prefer    zou: zou(?: \p{L}+){0,3} (?:graag|liever)|zou (?:fijn|mooi|goed|leuk|prettig|beter) zijn

inRequests
must-not  niet niets geen nooit zonder: niet(?! vergeten| alleen)|niets|geen|nooit|zonder
only      alleen slechts enkel hooguit hoogstens maximaal: @
must      altijd steeds telkens precies exact voordat vooraf tevoren keer ongewijzigd het als: altijd|steeds|telkens|precies|exact|voordat|vooraf|van tevoren|elke keer|ongewijzigd|in het (?:nederlands|engels|duits|frans)|als (?:json|tabel|lijst)
should    zorgvuldig voorzichtig kort bondig stap plaats liever beter: zorgvuldig|voorzichtig|kort|bondig|stap voor stap|in plaats van|liever|beter

inQuestions
must-not  je u jij: (?:kun|kan|wil|zou) @(?: \p{L}+){0,5} (?:niet|niets|geen)
must-not  zonder: zonder(?: \p{L}+){0,4} te
only      alleen: (?:kun|kan|wil|zou) (?:je|u|jij)(?: \p{L}+){0,3} alleen
must      ervoor: ervoor zorgen

listHeadings
must-not  verboden niet: (?:\p{L}+ ){0,2}(?:verboden|niet toegestaan|verboden dingen)(?: \p{L}+){0,2}
must      regels eisen vereisten voorwaarden beperkingen uitvoerformaat antwoordformaat acceptatiecriteria: (?:\p{L}+ ){0,2}@(?: (?:en|voor|van)(?: \p{L}+){1,4})?
should    richtlijnen aanbevelingen conventies tips: (?:\p{L}+ ){0,2}@(?: (?:en|voor|van)(?: \p{L}+){1,4})?
prefer    voorkeuren: (?:\p{L}+ ){0,2}voorkeuren
`;
