import type { IContent } from '@palimpsest/core-types';
import type { SafeCuts } from '@palimpsest/engine/history';

/** Whole exchanges that stay if they fit into half of the target: native calls in view keep a model calling. */
const LEAST_EXCHANGES = 3;
const LEAST_SHARE = 0.5;
/** Further exchanges that stay if they fit into a small share: what the record says of older ones costs less. */
const MOST_EXCHANGES = 10;
const MOST_SHARE = 0.12;

interface TailRequest {
  readonly history: readonly IContent[];
  readonly cuts: SafeCuts;
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  readonly targetTokens: number;
}

/** Indices of the first entry of a tail. */
interface Tails {
  /** What the model has not answered, and the newest exchanges that fit into their share. */
  readonly usual: number;
  /** Only what the model has not answered. */
  readonly least: number;
}

/**
 * Returns where the tail starts. What the model has not answered always stays. Then at least three exchanges stay while they fit into half of
 * the target, and up to ten while they fit into an eighth. The tail begins with an entry of the model if it can: the record before it is a
 * message of the user.
 */
export function findTails({ history, cuts, tokens, targetTokens }: TailRequest): Tails {
  const least = startOfUnanswered(history, cuts);
  let start = least;
  let spent = sum(tokens, start, history.length);
  let kept = start;
  let exchanges = 0;
  while (start > 0 && exchanges < MOST_EXCHANGES) {
    const before = cuts.atOrBefore(start - 1);
    spent += sum(tokens, before, start);
    const share = exchanges < LEAST_EXCHANGES ? LEAST_SHARE : MOST_SHARE;
    if (spent > share * targetTokens) break;
    start = before;
    if (history[start]!.speaker !== 'ai') continue;
    exchanges += 1;
    kept = start;
  }
  return { usual: kept, least };
}

/** Returns where the newest exchange begins whose results, or whose request, the model has not answered. */
function startOfUnanswered(history: readonly IContent[], cuts: SafeCuts): number {
  const { length } = history;
  const last = history.at(-1)!;
  if (last.speaker === 'ai') return cuts.atOrBefore(length - 1);
  let start = length - 1;
  // The request, and what stands with it.
  while (start > 0 && history[start - 1]!.speaker !== 'ai') start -= 1;
  const results = history.slice(start).some(({ speaker }) => speaker === 'tool');
  return results ? cuts.atOrBefore(Math.max(0, start - 1)) : cuts.atOrBefore(start);
}

function sum(tokens: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index += 1) total += tokens[index]!;
  return total;
}
