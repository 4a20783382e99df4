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

/** Reduces a history by an obvious simple method. Ends above the target if the method has no further step. */
export type Baseline = (messages: Messages, targetTokens: number) => Promise<Messages> | Messages;

/** Reduces a history by a rule without a target. */
export type FixedBaseline = (messages: Messages) => Promise<Messages> | Messages;

/** Baselines with a target, by their name in tables. */
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

/** Baselines without a target. `everything` changes nothing: it shows the maximum. */
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
