import type { IContent } from '@palimpsest/core-types';
import { followed, sinceAnswer } from './since-answer.ts';

/** Whether a person speaks next, or the request goes on inside a loop of tools. */
export type Moment = 'turn' | 'call';

/** By what follows the newest answer: a result of a tool makes it a loop, a person's words without one a turn. */
export function momentOf(history: readonly IContent[], pending: readonly IContent[]): Moment {
  const { hasResponse, hasHuman } = followed(pending, sinceAnswer(history));
  return hasHuman && !hasResponse ? 'turn' : 'call';
}
