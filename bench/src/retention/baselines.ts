import { callSkeleton } from './baselines/call-skeleton.ts';
import { headAndTail } from './baselines/head-and-tail.ts';
import { identifierList } from './baselines/identifier-list.ts';
import { newestOnly } from './baselines/newest-only.ts';
import { maskOldResults, resultsToOneLine } from './baselines/shorter-results.ts';
import type { ChatMessage } from './chat-message.ts';

/** Makes a history smaller in a way anybody would try first. Ends above the target where it knows no further step. */
export type Baseline = (
  messages: readonly ChatMessage[],
  targetCharacters: number,
) => readonly ChatMessage[];

/** By the name they have in tables. `everything` leaves all as it is: what can be reached at most. */
export const BASELINES: Readonly<Record<string, Baseline>> = {
  everything: (messages) => messages,
  'newest only': newestOnly,
  'head and tail': headAndTail,
  'mask old results': maskOldResults,
  'results to one line': resultsToOneLine,
  'call skeleton and newest': callSkeleton,
  'identifier list': identifierList,
};
