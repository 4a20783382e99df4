import { LOWER, UPPER, classAt } from './character-class.ts';
import { NEVER, type Evidence } from './evidence.ts';

/** Records a possible start of a tag: `<name`, `</name`, `<!` or `<?`. */
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

/**
 * Returns whether a text starts with a document declaration, or has at least two elements whose tags are a tenth of it. Prose in a wrapper is
 * no markup.
 */
export function isMarkup(text: string, evidence: Evidence): boolean {
  const { closedTags, tagUnits, pairedReturns, textStart } = evidence;
  if (closedTags >= 2 && tagUnits * 10 >= text.length - pairedReturns) return true;
  const start = text.slice(textStart, textStart + MAX_DECLARATION_LENGTH);
  return closedTags >= 1 && /^<(?:\?xml|!doctype|html)/i.test(start);
}

const MAX_DECLARATION_LENGTH = 9;
