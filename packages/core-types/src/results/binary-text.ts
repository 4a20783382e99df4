import { bytesOfBase64, dimensionsOfBase64, typeOfBase64 } from './media-facts.ts';
import { formatMediaPlaceholder } from './media-placeholder.ts';

/** Shorter runs may be keys, hashes and names. In UTF-16 units. */
const SHORTEST_RUN = 256;

/** Where the content of a `data:` address begins. */
const DATA_HEAD = /data:([\w.+*-]{1,80}\/[\w.+*-]{1,80})?(?:;[\w=.+-]{1,60}){0,3};base64,$/i;
const LONGEST_HEAD = 256;

/** A run of base64 in a text, with the head of the `data:` address it belongs to. */
export interface BinaryRun {
  readonly start: number;
  readonly end: number;
  /** One line that may stand in its place. */
  readonly placeholder: string;
}

/**
 * Finds base64 of 256 or more characters without white space, and `data:` addresses that hold as much. Costs next to nothing for other
 * texts: such a run covers at least one of the places that are looked at.
 */
export function findBinaryText(text: string): BinaryRun[] {
  const found: BinaryRun[] = [];
  for (let at = SHORTEST_RUN - 1; at < text.length; at += SHORTEST_RUN) {
    if (ALPHABET[text.charCodeAt(at)] === undefined) continue;
    let start = at;
    while (start > 0 && ALPHABET[text.charCodeAt(start - 1)] !== undefined) start -= 1;
    let end = at + 1;
    while (end < text.length && ALPHABET[text.charCodeAt(end)] !== undefined) end += 1;
    at = end - (end % SHORTEST_RUN) - 1;
    const last = end;
    while (end < last + 2 && text[end] === '=') end += 1;
    if (last - start < SHORTEST_RUN || !isMixed(text, start, last)) continue;
    const content = text.slice(start, end);
    const head = DATA_HEAD.exec(text.slice(Math.max(0, start - LONGEST_HEAD), start));
    const placeholder = formatMediaPlaceholder({
      mimeType: head?.[1] ?? typeOfBase64(content) ?? 'base64',
      bytes: bytesOfBase64(content),
      ...dimensionsOfBase64(content),
    });
    found.push({ start: start - (head?.[0].length ?? 0), end, placeholder });
  }
  return found;
}

/** Returns the text with a placeholder for each run of base64; the same text where there is none. */
export function replaceBinaryText(text: string): string {
  const runs = findBinaryText(text);
  if (runs.length === 0) return text;
  let left = '';
  let from = 0;
  for (const { start, end, placeholder } of runs) {
    left += text.slice(from, start) + placeholder;
    from = end;
  }
  return left + text.slice(from);
}

const UPPER = 0;
const LOWER = 1;
const DIGIT = 2;
const MARK = 3;

/** The class of each character of base64, in both of its alphabets. */
const ALPHABET: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[a-z]/.test(character)) return LOWER;
  if (/\d/.test(character)) return DIGIT;
  return /[+/_-]/.test(character) ? MARK : undefined;
});

/** Whether capitals, small letters and digits are all common, as in no word, path, ruler or column of zeros. */
function isMixed(text: string, start: number, end: number): boolean {
  const counts = [0, 0, 0, 0];
  const step = Math.max(1, Math.floor((end - start) / SHORTEST_RUN));
  let looked = 0;
  for (let at = start; at < end; at += step) {
    counts[ALPHABET[text.charCodeAt(at)]!]! += 1;
    looked += 1;
  }
  return (
    counts[UPPER]! > looked / 16 && counts[LOWER]! > looked / 16 && counts[DIGIT]! > looked / 40
  );
}
