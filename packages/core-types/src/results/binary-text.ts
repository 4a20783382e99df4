import { decodeProperties, typeOfBase64 } from './decoded-properties.ts';
import { formatMediaPlaceholder } from './media-placeholder.ts';

/** A run of base64 in a text, with the head of its `data:` URL. */
interface BinaryRun {
  readonly start: number;
  readonly end: number;
  /** One line that can replace the run. */
  readonly placeholder: string;
}

const ALPHABET = String.raw`[A-Za-z\d+/_-]`;

/** Minimum length of the base64 in a `data:` URL, in UTF-16 units. Shorter ones may be names. */
const MIN_CONTENT_LENGTH = 32;

/** Minimum length of a run, in UTF-16 units: 256 characters with their padding. Shorter runs may be keys, hashes and names. */
const MIN_RUN_LENGTH = 254;

/** A `data:` URL: its type and its content; or a run of base64. */
const RUN = new RegExp(
  String.raw`data:([\w.+*-]{1,80}/[\w.+*-]{1,80})?(?:;[\w=.+-]{1,60}){0,3};base64,(${ALPHABET}+={0,2})|(?<!${ALPHABET})(?=${ALPHABET}{${MIN_RUN_LENGTH}})(${ALPHABET}+={0,2})`,
  'gi',
);

/** Finds `data:` URLs, and base64 of 256 or more characters without white space. */
export function findBinaryText(text: string): BinaryRun[] {
  const found: BinaryRun[] = [];
  for (const { 0: whole, 1: type = 'base64', 2: content, 3: bare, index } of text.matchAll(RUN)) {
    const end = index + whole.length;
    if (content !== undefined) {
      if (content.length < MIN_CONTENT_LENGTH) continue;
      found.push({ start: index, end, placeholder: createPlaceholder(content, type) });
      continue;
    }
    // Letters of a JSON escape, `\n` or `\u00e9`, are not part of the run.
    const skipped = text[index - 1] === '\\' ? (text[index] === 'u' ? 5 : 1) : 0;
    const run = bare!.slice(skipped);
    if (run.length < MIN_RUN_LENGTH || !isMixed(run)) continue;
    const placeholder = createPlaceholder(run, typeOfBase64(run) ?? 'base64');
    found.push({ start: index + skipped, end, placeholder });
  }
  return found;
}

function createPlaceholder(content: string, mimeType: string): string {
  return formatMediaPlaceholder({ mimeType, ...decodeProperties(content) });
}

/** Returns the text with a placeholder for each run of base64; the same text if there is none. */
export function replaceBinaryText(text: string): string {
  const runs = findBinaryText(text);
  let replaced = '';
  let from = 0;
  for (const { start, end, placeholder } of runs) {
    replaced += text.slice(from, start) + placeholder;
    from = end;
  }
  return runs.length === 0 ? text : replaced + text.slice(from);
}

/** Number of characters that are read from the start of a run, and from its middle: enough for shares, however long the run is. */
const SAMPLE_LENGTH = 500;

/** Returns whether capitals, small letters and digits are all common, unlike in words, paths, rulers and columns of zeros. */
function isMixed(run: string): boolean {
  const middle = Math.max(SAMPLE_LENGTH, Math.floor(run.length / 2));
  const sample = run.slice(0, SAMPLE_LENGTH) + run.slice(middle, middle + SAMPLE_LENGTH);
  const share = (characters: RegExp): number =>
    (sample.match(characters)?.length ?? 0) / sample.length;
  return share(/[A-Z]/g) > 1 / 16 && share(/[a-z]/g) > 1 / 16 && share(/\d/g) > 1 / 40;
}
