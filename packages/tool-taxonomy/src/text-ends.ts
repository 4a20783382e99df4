import {
  getRecallPrefixLength,
  parseGapMarker,
  parseMediaPlaceholder,
  resultParts,
  type ResultPart,
} from '@palimpsest/core-types';
import { isRecord } from './parameters.ts';

/** How much of a result's beginning and end is looked at, in UTF-16 units. */
const WINDOW = 2_000;
/** So much of the very end is looked at where no line begins. */
const LAST_WORDS = 200;

/** Both ends of what a result says; an id to recall it by is no part of that. The end begins at a line start; for short texts both are the whole. */
export interface TextEnds {
  readonly head: string;
  readonly tail: string;
  /** The last characters, wherever their line begins. */
  readonly end: string;
  /** Both ends are the whole text. */
  readonly isWhole: boolean;
}

/** Returns the ends of what a result says: of all its texts together, and of each member of a record that holds what a tool said. */
export function textEnds(result: unknown): readonly TextEnds[] {
  if (typeof result === 'string') return [endsOf([result])];
  const parts = resultParts(result);
  // What stands for a picture says as little as the picture did.
  const texts = parts.flatMap((part) =>
    part.type === 'text' && parseMediaPlaceholder(part.text) === undefined ? part.text : [],
  );
  const together = texts.length === 0 ? [] : [endsOf(texts)];
  return [...together, ...parts.flatMap(endsOfMembers)];
}

/** Members in which tools say something; others hold data. */
export const SAID: readonly string[] = [
  'output',
  'content',
  'text',
  'llmContent',
  'result',
  'stdout',
  'stderr',
];

/** Returns whether a field of a structured result holds what a tool said, and no data. */
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

/** Whether a value is a list of nothing but texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}

function endsOf(texts: readonly string[]): TextEnds {
  // The last text may be a mark for texts left out: it does not say how the call ended.
  const said = texts.filter((text) => parseGapMarker(text) === undefined);
  const all = texts.filter((text) => parseGapMarker(text) !== 0);
  const [begin, last] = [said[0] ?? texts[0]!, said.at(-1) ?? texts[0]!];
  const first = begin.slice(getRecallPrefixLength(begin));
  const lineStart = last.length > WINDOW ? last.indexOf('\n', last.length - WINDOW) + 1 : 0;
  return {
    head: first.slice(0, WINDOW),
    tail: last.length > WINDOW && lineStart === 0 ? '' : last.slice(lineStart),
    end: last.slice(-LAST_WORDS),
    isWhole: all.length === 1 && first.length <= WINDOW,
  };
}
