import type { UnchangedReason } from './prepare-request.ts';
import type { CompressionOutcome } from '../attempts/outcome.ts';
import { fitToLimit, type Overflow } from '../overflow/fit-to-limit.ts';
import { withoutBoundThinking } from './bound-thinking.ts';
import { chooseEdits, type Choice } from './choose-edits.ts';
import { compress } from './compress.ts';
import { decideJob, type JobDecision } from './background-job.ts';
import {
  measure,
  type Candidate,
  type MeasuredCandidate,
  type PrepareContext,
} from './prepare-context.ts';
import { reduceNewResults } from './reduce-new-results.ts';
import { removeStale } from './remove-stale.ts';
import { replaceOldContent } from './replace-old-content.ts';
import { isServerManaged } from './request-phase.ts';

/** What is decided about a request so far; nothing is applied yet. */
export interface Decision {
  /** The request as the host gave it. */
  readonly given: MeasuredCandidate;
  /** The request as it would be sent. */
  readonly candidate: Candidate;
  /** Number of results that were reduced before they were first sent. */
  readonly ingested: number;
  /** Number of entries from which stale or old content was removed. */
  readonly optimized: number;
  /** The edits that were chosen; absent if the history must not change, whatever it costs. */
  readonly choice?: Choice;
  readonly compression?: CompressionOutcome;
  /** Absent if the request was within the limit. */
  readonly overflow?: Overflow;
  /** Error of the strategy's search for stale content, or of the removal. */
  readonly optimizeError?: unknown;
  /** What happens in the background; absent if nothing does. */
  readonly job?: JobDecision;
  /** Why the request is sent unchanged, if it is. */
  readonly reason: UnchangedReason;
}

/** Decides about one request. Each step takes the decision so far, and returns the next one. */
export async function decideRequest(context: PrepareContext): Promise<Decision> {
  const { request, history } = context;
  const given = await measure(history, request.pending ?? [], context);
  const unchanged = { given, candidate: given, ingested: 0, optimized: 0 };
  if (isServerManaged(request, history)) return { ...unchanged, reason: 'server-held' };
  const reduced = await reduceNewResults(given, context);
  if (request.allowRewrite === 'never') {
    return { ...unchanged, ...reduced, reason: 'append-only' };
  }
  const replaced = await replaceOldContent(reduced.candidate, context);
  const chosen = await chooseEdits(replaced.candidate, context);
  let decision: Decision = { ...unchanged, ...reduced, ...replaced, ...chosen };
  decision = await removeStale(decision, context);
  decision = await compress(decision, context);
  decision = await fitToLimit(decision, context);
  decision = await withoutBoundThinking(decision, context);
  return await decideJob(decision, replaced.candidate, context);
}
