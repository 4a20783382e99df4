import { pruneAsInAgents, pruneAsInChats } from './baselines/ai-sdk-prune.ts';
import { callSkeleton } from './baselines/call-skeleton.ts';
import { exactDuplicates } from './baselines/exact-duplicates.ts';
import { headAndTail } from './baselines/head-and-tail.ts';
import { identifierList } from './baselines/identifier-list.ts';
import { clearToolUses } from './baselines/langchain-clear.ts';
import { trimAnywhere, trimAsDocumented } from './baselines/langchain-trim.ts';
import { newestOnly } from './baselines/newest-only.ts';
import { fourHundredFromEachEnd, maskAllButNewestResults } from './baselines/newest-ten.ts';
import { maskOldResults, resultsToOneLine } from './baselines/shorter-results.ts';
import { withoutStaleReads } from './baselines/stale-reads.ts';
import type { ChatMessage } from './chat-message.ts';

type Messages = readonly ChatMessage[];

/** Makes a history smaller in a way anybody would try first. Ends above the target where it knows no further step. */
export type Baseline = (
  messages: Messages,
  targetCharacters: number,
) => Promise<Messages> | Messages;

/** Makes a history smaller by a rule that knows no target. */
export type FixedBaseline = (messages: Messages) => Promise<Messages> | Messages;

/** Those that take a target, by the name they have in tables. */
export const BASELINES: Readonly<Record<string, Baseline>> = {
  'newest only': newestOnly,
  'head and tail': headAndTail,
  'mask old results': maskOldResults,
  'results to one line': resultsToOneLine,
  'call skeleton and newest': callSkeleton,
  'identifier list': identifierList,
  'LangChain trimMessages': trimAsDocumented,
  'LangChain trimMessages, any start': trimAnywhere,
};

/** Those that take none. `everything` leaves all as it is: what can be reached at most. */
export const FIXED_BASELINES: Readonly<Record<string, FixedBaseline>> = {
  everything: (messages) => messages,
  'newest 10 results': maskAllButNewestResults,
  '400 from each end': fourHundredFromEachEnd,
  'exact duplicates': exactDuplicates,
  'stale reads': withoutStaleReads,
  'AI SDK pruneMessages': pruneAsInChats,
  'AI SDK pruneMessages, agents': pruneAsInAgents,
  'LangChain ClearToolUsesEdit': clearToolUses,
};
