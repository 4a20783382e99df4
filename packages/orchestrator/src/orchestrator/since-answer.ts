import type { IContent } from '@palimpsest/core-types';
import { findLog } from '../conversation/entry-log.ts';
import { answersCalls } from './answers-calls.ts';

/** What stands behind the model's newest answer. */
export interface SinceAnswer {
  /** The answer; `undefined` before the first. */
  readonly answer: IContent | undefined;
  /** Whether a tool answered since. */
  readonly hasResponse: boolean;
  /** Whether a person spoke since. */
  readonly hasHuman: boolean;
}

interface Seen extends SinceAnswer {
  readonly length: number;
}

const NOTHING: Seen = { length: 0, answer: undefined, hasResponse: false, hasHuman: false };

const seenOf = new WeakMap<readonly IContent[], Seen>();

/** Looks at each entry of a growing conversation once, however often it is asked. */
export function sinceAnswer(history: readonly IContent[]): SinceAnswer {
  const line = findLog(history) ?? history;
  const { length } = history;
  const known = seenOf.get(line);
  const start = known === undefined || known.length > length ? NOTHING : known;
  const seen = { ...followed(line.slice(start.length, length), start), length };
  seenOf.set(line, seen);
  return seen;
}

/** The same, with entries behind it. */
export function followed(entries: readonly IContent[], before: SinceAnswer): SinceAnswer {
  let { answer, hasResponse, hasHuman } = before;
  for (const entry of entries) {
    const { speaker, metadata } = entry;
    if (speaker === 'ai') {
      answer = entry;
      hasResponse = false;
      hasHuman = false;
    }
    hasResponse ||= speaker !== 'ai' && answersCalls(entry);
    hasHuman ||= speaker === 'human' && metadata?.synthetic !== true;
  }
  return { answer, hasResponse, hasHuman };
}
