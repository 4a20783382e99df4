/** The end of an order for one occasion: `now`, `today`, in three languages. */
const ONCE =
  /\b(?:right )?(?:now|immediately|right away|straight away|at once|asap|today|tonight)[.!]*$|(?:立刻|马上|现在就).{0,40}$|\b(?:nu|meteen|onmiddellijk|vandaag)[.!]*$/i;

/** Words of a rule for more than one occasion, and of a start: `from today`. */
const LASTING =
  /\b(?:always|never|every|each|whenever|when|if|as soon as|any time)\b|\b(?:from|since|until|as of|starting|beginning) (?:right )?(?:now|today|tonight)\b|总是|始终|永远|从不|每|如果|一旦|今后|\b(?:altijd|nooit|elke?|iedere?|telkens|wanneer|als|vanaf)\b/i;

/** Returns whether an order is for one occasion: `Send the invoice now.` It is no standing rule. */
export function isOneOff(text: string): boolean {
  return ONCE.test(text.trimEnd()) && !LASTING.test(text);
}
