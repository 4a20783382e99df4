import { LOWER, UPPER, classAt } from './character-class.ts';
import { NEVER, type Evidence } from './evidence.ts';

/** `<name`, `</name`, `<!` and `<?` may start a tag. */
export function openTag(text: string, index: number, evidence: Evidence): void {
  const unit = text[index + 1];
  const kind = classAt(text, index + 1);
  const isTag = kind === LOWER || kind === UPPER || unit === '/' || unit === '!' || unit === '?';
  evidence.tagAt = isTag ? index : NEVER;
  evidence.tagReturns = evidence.pairedReturns;
}

export function closeTag(text: string, index: number, evidence: Evidence): void {
  const opened = evidence.tagAt;
  if (opened < 0) return;
  evidence.tagAt = NEVER;
  evidence.tagUnits += index + 1 - opened - (evidence.pairedReturns - evidence.tagReturns);
  if (text[opened + 1] === '/' || text[index - 1] === '/') evidence.closedTags++;
}

/** A document that says so, or two elements and more whose tags are a tenth of the text: not prose with a wrapper around it. */
export function isMarkup(text: string, evidence: Evidence): boolean {
  const { closedTags, tagUnits, pairedReturns, textStart } = evidence;
  if (closedTags >= 2 && tagUnits * 10 >= text.length - pairedReturns) return true;
  const start = text.slice(textStart, textStart + LONGEST_DECLARATION);
  return closedTags >= 1 && /^<(?:\?xml|!doctype|html)/i.test(start);
}

const LONGEST_DECLARATION = 9;
