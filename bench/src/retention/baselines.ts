import { headAndTail } from './baselines/head-and-tail.ts';
import { identifierList } from './baselines/identifier-list.ts';
import { maskOldResults } from './baselines/mask-old-results.ts';
import { newestOnly } from './baselines/newest-only.ts';
import type { ChatMessage } from './chat-message.ts';

type Messages = readonly ChatMessage[];

/** Reduces a history by an obvious simple method. Ends above the target if the method has no further step. */
export type Baseline = (messages: Messages, targetTokens: number) => Promise<Messages> | Messages;

/** Reduces a history by a rule without a target. */
type FixedBaseline = (messages: Messages) => Promise<Messages> | Messages;

/** Baselines with a target, by their name in tables. */
export const BASELINES: Readonly<Record<string, Baseline>> = {
  'newest only': newestOnly,
  'head and tail': headAndTail,
  'mask old results': maskOldResults,
  'identifier list': identifierList,
};

/** Baselines without a target. `everything` changes nothing: it shows the maximum. */
export const FIXED_BASELINES: Readonly<Record<string, FixedBaseline>> = {
  everything: (messages) => messages,
};
