import { afterRecallId } from '@palimpsest/core-types';
import { isRecord } from './parameters.ts';

/** How much of a result's beginning and end is looked at, in UTF-16 units. */
const WINDOW = 2_000;
/** So much of the very end is looked at where no line begins. */
const LAST_WORDS = 200;
const TEXT_KEYS = ['output', 'content', 'text', 'llmContent', 'result', 'stdout'] as const;

/** Both ends of what a result says; an id to recall it by is no part of that. The end begins at a line start; for short texts both are the whole. */
export interface TextEnds {
  readonly head: string;
  readonly tail: string;
  /** The last characters, wherever their line begins. */
  readonly end: string;
  /** Both ends are the whole text. */
  readonly isWhole: boolean;
}

/** The ends of a result that is text, or a list of text parts, or a record around one of these. */
export function textEnds(result: unknown): TextEnds | undefined {
  const texts = textsOf(result, 3);
  const last = texts.at(-1);
  if (texts[0] === undefined || last === undefined) return undefined;
  const first = texts[0].slice(afterRecallId(texts[0]));
  const lineStart = last.length > WINDOW ? last.indexOf('\n', last.length - WINDOW) + 1 : 0;
  return {
    head: first.slice(0, WINDOW),
    tail: last.length > WINDOW && lineStart === 0 ? '' : last.slice(lineStart),
    end: last.slice(-LAST_WORDS),
    isWhole: texts.length === 1 && first.length <= WINDOW,
  };
}

function textsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) {
    const texts = value.map((part) => (isRecord(part) ? part['text'] : part));
    return texts.filter((text): text is string => typeof text === 'string');
  }
  if (!isRecord(value)) return [];
  for (const key of TEXT_KEYS) {
    const texts = textsOf(value[key], depth - 1);
    if (texts.length > 0) return texts;
  }
  return [];
}
