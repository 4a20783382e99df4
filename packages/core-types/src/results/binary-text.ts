import { bytesOfBase64, dimensionsOfBase64, typeOfBase64 } from './media-facts.ts';
import { formatMediaPlaceholder } from './media-placeholder.ts';

/** 256 characters with their padding, in UTF-16 units. Shorter runs may be keys, hashes and names. */
const MIN_RUN_LENGTH = 254;

/** What precedes the content of a `data:` URL. */
const DATA_HEAD = /data:([\w.+*-]{1,80}\/[\w.+*-]{1,80})?(?:;[\w=.+-]{1,60}){0,3};base64,$/i;
const MAX_HEAD_LENGTH = 256;

/** A run of base64 in a text, with the head of its `data:` URL. */
interface BinaryRun {
  readonly start: number;
  readonly end: number;
  /** One line that can replace the run. */
  readonly placeholder: string;
}

/** Minimum base64 in a `data:` URL, in UTF-16 units. Shorter ones may be names. */
const MIN_CONTENT_LENGTH = 32;
const BEFORE_CONTENT = ';base64,';

/**
 * Finds `data:` URLs, and base64 of 256 or more characters without white space. Other texts cost little: only every 254th character is
 * tested, and each run covers one of them.
 */
export function findBinaryText(text: string): BinaryRun[] {
  const found: BinaryRun[] = [];
  let from = 0;
  for (let at = text.indexOf(BEFORE_CONTENT); at >= 0; at = text.indexOf(BEFORE_CONTENT, at + 1)) {
    const start = at + BEFORE_CONTENT.length;
    const end = runEnd(text, start);
    const head = DATA_HEAD.exec(text.slice(Math.max(0, start - MAX_HEAD_LENGTH), start));
    if (head === null || end - start < MIN_CONTENT_LENGTH) continue;
    const headStart = start - head[0].length;
    findBareRuns(text, from, headStart, found);
    const placeholder = placeholderOf(text.slice(start, end), head[1] ?? 'base64');
    found.push({ start: headStart, end, placeholder });
    from = end;
  }
  findBareRuns(text, from, text.length, found);
  return found;
}

function findBareRuns(text: string, from: number, to: number, found: BinaryRun[]): void {
  for (let at = from + MIN_RUN_LENGTH - 1; at < to; at += MIN_RUN_LENGTH) {
    if (ALPHABET[text.charCodeAt(at)] === undefined) continue;
    let start = at;
    while (start > from && ALPHABET[text.charCodeAt(start - 1)] !== undefined) start -= 1;
    // Letters of a JSON escape, `\n` or `\u00e9`, are not part of the run.
    if (text[start - 1] === '\\') start += text[start] === 'u' ? 5 : 1;
    const end = Math.min(to, runEnd(text, at));
    if (end - start >= MIN_RUN_LENGTH && isMixed(text, start, end)) {
      const content = text.slice(start, end);
      const placeholder = placeholderOf(content, typeOfBase64(content) ?? 'base64');
      found.push({ start, end, placeholder });
    }
    at = end - 1;
  }
}

/** Returns the end of the base64 at an index, with its padding. */
function runEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && ALPHABET[text.charCodeAt(end)] !== undefined) end += 1;
  const last = end;
  while (end < last + 2 && text[end] === '=') end += 1;
  return end;
}

function placeholderOf(content: string, mimeType: string): string {
  const facts = { bytes: bytesOfBase64(content), ...dimensionsOfBase64(content) };
  return formatMediaPlaceholder({ mimeType, ...facts });
}

/** Returns the text with a placeholder for each run of base64; the same text if there is none. */
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

/** Character class by code, for both base64 alphabets. */
const ALPHABET: readonly (number | undefined)[] = /* @__PURE__ */ Array.from(
  { length: 128 },
  (_, code) => {
    const character = String.fromCharCode(code);
    if (/[A-Z]/.test(character)) return UPPER;
    if (/[a-z]/.test(character)) return LOWER;
    if (/\d/.test(character)) return DIGIT;
    return /[+/_-]/.test(character) ? MARK : undefined;
  },
);

/** Returns whether capitals, small letters and digits are all common, unlike in words, paths, rulers and columns of zeros. */
function isMixed(text: string, start: number, end: number): boolean {
  const counts = [0, 0, 0, 0];
  const step = Math.max(1, Math.floor((end - start) / MIN_RUN_LENGTH));
  let looked = 0;
  for (let at = start; at < end; at += step) {
    const kind = ALPHABET[text.charCodeAt(at)];
    if (kind === undefined) continue;
    counts[kind]! += 1;
    looked += 1;
  }
  return (
    counts[UPPER]! > looked / 16 && counts[LOWER]! > looked / 16 && counts[DIGIT]! > looked / 40
  );
}
