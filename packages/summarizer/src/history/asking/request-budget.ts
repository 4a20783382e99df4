import type { TokenEstimator } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { unnumbered, type RenderedEntry } from '../showing/render-history.ts';
import { asHumanEntry, type QuotedSection } from './build-request.ts';

/** Tokens reserved for the response; at most a quarter of the window. */
const ANSWER_TOKENS = 8_000;

/** Minimum number of tokens that a request quotes: with fewer, a summary is not worthwhile. */
const MIN_TOKENS = 500;

/** Maximum average number of characters per token. Raises estimates that are too low, so that no request exceeds its window. */
const MAX_CHARACTERS_PER_TOKEN = 4;

/** As long as the longest delimiter, including its number. */
const MARK = `§${'0'.repeat(26)}`;

/**
 * Returns the number of tokens a request may quote, so that request and response fit the model's window.
 *
 * @param frameTokens tokens of a request without quotations
 */
export function requestBudget(contextLimit: number, frameTokens: number): number {
  const answer = Math.min(ANSWER_TOKENS, Math.floor(contextLimit / 4));
  return Math.max(MIN_TOKENS, contextLimit - answer - frameTokens);
}

export type RequestTokenCounter = (entries: readonly RenderedEntry[]) => Promise<number>;

/**
 * Creates a counter from the caller's estimator, with a minimum by number of characters.
 *
 * @param overhead estimate for no entries: a request contains it once, its quotations do not
 */
export function createRequestTokenCounter(
  estimateTokens: TokenEstimator,
  overhead = 0,
): RequestTokenCounter {
  return async (entries) => {
    const quoted = entries.map(asQuoted);
    let characters = 0;
    for (const text of quoted) characters += text.length;
    const tokens = (await estimateTokens(quoted.map(asHumanEntry))) - overhead;
    return Math.max(tokens, Math.ceil(characters / MAX_CHARACTERS_PER_TOKEN));
  };
}

/** Returns the entry with its header line, which has most of the tokens of a short entry. */
function asQuoted({ number, speaker, text }: RenderedEntry): string {
  return `${MARK} ${number} ${speaker}\n${text}\n`;
}

/** Of each quotation, in UTF-16 units. */
const MAX_QUOTATION_LENGTH = 20_000;

/** Returns the quotations that are not empty. If they exceed half of `budget`, truncates each by the same share, as often as needed. */
export async function fitQuotations(
  sections: readonly QuotedSection[],
  budget: number,
  countTokens: RequestTokenCounter,
): Promise<readonly QuotedSection[]> {
  let quoted = sections.flatMap((section) => shortened(section, MAX_QUOTATION_LENGTH));
  while (quoted.length > 0) {
    const weight = await countTokens(quoted.map(({ text }) => unnumbered(text)));
    if (weight <= budget / 2) break;
    const share = (budget / 2 / weight) * MARGIN;
    quoted = quoted.flatMap((section) =>
      shortened(section, Math.floor(section.text.length * share)),
    );
  }
  return quoted;
}

function shortened({ name, text }: QuotedSection, length: number): QuotedSection[] {
  const short = truncateText(text, length);
  return short === '' ? [] : [{ name, text: short }];
}

/** Share of the budget that a shorter text aims for: token density varies within a text. */
const MARGIN = 0.9;

/**
 * Divides entries into consecutive parts of at most `budget` tokens, as far as the text can be divided. An entry longer than a part is split
 * into pieces with the same number.
 */
export async function divideEntries(
  entries: readonly RenderedEntry[],
  budget: number,
  countTokens: RequestTokenCounter,
): Promise<RenderedEntry[][]> {
  const parts: RenderedEntry[][] = [];
  let part: RenderedEntry[] = [];
  let weight = 0;
  for (const entry of entries) {
    for (const [piece, own] of await pieces(entry, budget, countTokens)) {
      if (part.length > 0 && weight + own > budget) {
        parts.push(part);
        part = [];
        weight = 0;
      }
      part.push(piece);
      weight += own;
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/**
 * Returns the entry, or its pieces, each with its token count. Halves pieces that are too long, unless that lowers the token count by less than
 * 10 %.
 */
async function pieces(
  entry: RenderedEntry,
  budget: number,
  countTokens: RequestTokenCounter,
): Promise<(readonly [piece: RenderedEntry, weight: number])[]> {
  const found: (readonly [RenderedEntry, number])[] = [];
  const waiting: (readonly [piece: RenderedEntry, before: number])[] = [[entry, Infinity]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [piece, before] = next;
    const weight = await countTokens([piece]);
    const length = Math.ceil(piece.text.length / 2);
    const half = truncateText(piece.text, length) || piece.text.slice(0, length);
    if (weight <= budget || weight > before * MARGIN || half === piece.text) {
      found.push([piece, weight]);
      continue;
    }
    waiting.push([{ ...piece, text: piece.text.slice(half.length) }, weight]);
    waiting.push([{ ...piece, text: half }, weight]);
  }
  return found;
}
