import {
  getRecallPrefixLength,
  parseGapMarker,
  parseMediaPlaceholder,
  resultParts,
  type ResultPart,
} from '@palimpsest/core-types';
import { isRecord } from './parameters.ts';

/** Length of the start and the end that are read, in UTF-16 units. */
const WINDOW = 2_000;
/** Length of the very end, in UTF-16 units. */
const LAST_WORDS = 200;

/** Start and end of a result's text, without its recall id. The end starts with a line; for short texts both are the whole text. */
export interface TextEnds {
  readonly head: string;
  readonly tail: string;
  /** The last characters, from anywhere in a line. */
  readonly end: string;
  /** Start and end are the whole text. */
  readonly isWhole: boolean;
}

/** Returns start and end of all texts of a result together, and of each member of a record that holds output. */
export function textEnds(result: unknown): readonly TextEnds[] {
  if (typeof result === 'string') return [endsOf([result])];
  const parts = resultParts(result);
  // A media placeholder is not output.
  const texts = parts.flatMap((part) =>
    part.type === 'text' && parseMediaPlaceholder(part.text) === undefined ? part.text : [],
  );
  const together = texts.length === 0 ? [] : [endsOf(texts)];
  return [...together, ...parts.flatMap(endsOfMembers)];
}

/** Members of a record that hold output; others hold data. */
export const SAID: readonly string[] = [
  'output',
  'content',
  'text',
  'llmContent',
  'result',
  'stdout',
  'stderr',
];

/** Returns whether a field of a structured result holds output, as opposed to data. */
export function isTextField(name: string): boolean {
  return SAID.includes(name);
}

function endsOfMembers(part: ResultPart): TextEnds[] {
  if (part.type !== 'json') return [];
  const { value } = part;
  if (isTexts(value)) return [endsOf(value)];
  if (!isRecord(value)) return [];
  return SAID.flatMap((name) => {
    const said = value[name];
    if (isTexts(said)) return endsOf(said);
    if (isRecord(said)) return endsOfMembers({ ...part, value: said, path: [...part.path, name] });
    return typeof said === 'string' ? endsOf([said]) : [];
  });
}

/** Returns whether a value is a non-empty list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}

function endsOf(texts: readonly string[]): TextEnds {
  // The last text may be a gap marker, which does not report the outcome.
  const said = texts.filter((text) => parseGapMarker(text) === undefined);
  const all = texts.filter((text) => parseGapMarker(text) !== 0);
  const [begin, ...others] = said.length > 0 ? said : texts.slice(0, 1);
  const first = begin!.slice(getRecallPrefixLength(begin!));
  const last = endOf([first, ...others], WINDOW + 1);
  const lineStart = last.length > WINDOW ? last.indexOf('\n') + 1 : 0;
  return {
    head: startOf([first, ...others], WINDOW),
    tail: last.length > WINDOW && lineStart === 0 ? '' : last.slice(lineStart),
    end: last.slice(-LAST_WORDS),
    isWhole: all.length === 1 && first.length <= WINDOW,
  };
}

/** Returns the first characters of texts, as lines of one text: a count of failed tests may stand in any of them. */
function startOf(texts: readonly string[], length: number): string {
  let start = '';
  for (const text of texts) {
    if (start.length >= length) break;
    start = start === '' ? text.slice(0, length) : `${start}\n${text.slice(0, length)}`;
  }
  return start.slice(0, length);
}

/** Returns the last characters of texts, as lines of one text. */
function endOf(texts: readonly string[], length: number): string {
  let end = '';
  for (const text of texts.toReversed()) {
    if (end.length >= length) break;
    const part = text.slice(-length);
    end = end === '' ? part : `${part}\n${end}`;
  }
  return end.slice(-length);
}
