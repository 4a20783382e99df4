import { defined, type IContent } from '@palimpsest/core-types';
import { createIsProtected, curate } from '@palimpsest/engine/history';
import { messageDigest } from '@palimpsest/originals/sessions';
import type { AppliedOutcome } from '../attempts/outcome.ts';
import type { CompressionJob, CompressionJobState } from '../background.ts';
import { findNewViolations } from '../conversation/new-violations.ts';
import { plainEntry } from '../session/session-state.ts';
import { withPins } from '../with-pins.ts';
import { createCompressionContext } from './compress.ts';
import type { Decision } from './decide-request.ts';
import { toCandidate, type Candidate, type PrepareContext } from './prepare-context.ts';

/** A job in the background, and the beginning of the history that its result replaces. Plain JSON. */
export interface CoveringJob {
  readonly id: string;
  /** Number of leading entries. */
  readonly entries: number;
  /** Digest of their content. */
  readonly digest: string;
}

/** A finished job, and the request with its result. */
export interface ReadyJob {
  readonly kind: 'ready';
  readonly candidate: Candidate;
  readonly outcome: AppliedOutcome;
}

/** Where the job of an orchestrator is. `stale`: the history changed meanwhile, or the fallback left less than the result. */
export type JobStatus = { readonly kind: 'none' | 'running' | 'failed' | 'stale' } | ReadyJob;

/** What becomes of the job after a request. `dropped`: its result can no longer be used. */
export type JobDecision =
  | { readonly kind: 'applied' | 'dropped' }
  | { readonly kind: 'running'; readonly covering: CoveringJob }
  | { readonly kind: 'started'; readonly covering: CoveringJob; readonly job: CompressionJob };

/** Returns whether the strategy of a call runs in the background. A forced compression waits for it. */
export function isDeferred({ options, call, request }: PrepareContext): boolean {
  return options.background !== undefined && call.strategy.requiresLLM && request.force !== true;
}

/** Finds the job of the orchestrator, and checks that the history has only grown since it started. */
export async function readJob(candidate: Candidate, context: PrepareContext): Promise<JobStatus> {
  const { state, options, history, breaker, call } = context;
  const { job } = state;
  if (!isDeferred(context) || job === undefined) return { kind: 'none' };
  const found = await findJob(job.id, context);
  if (found.kind === 'running') return found;
  if (found.kind === 'unknown') return { kind: 'none' };
  if (found.kind === 'failed') {
    breaker.failed();
    options.logger?.debug(`A compression in the background failed: ${found.reason}`);
    return { kind: 'failed' };
  }
  const count = countCovered(history, candidate.history, job.entries);
  const covered = history.slice(0, job.entries);
  const digests = covered.map(digestOf);
  if (count === undefined || messageDigest(digests) !== job.digest) return { kind: 'stale' };
  const { result, attempts } = found;
  const summary = withKnownObjects(result.newHistory, covered, digests);
  const after = curate([...summary, ...candidate.history.slice(count)]);
  if (findNewViolations(candidate.history, after).length > 0) return { kind: 'stale' };
  const summarized = await toCandidate(after, candidate.pending, context);
  if (summarized.tokens >= candidate.tokens) {
    // The fallback already left fewer tokens. Recorded as a failure, so that the breaker pauses jobs that cost model calls and gain nothing.
    breaker.failed();
    return { kind: 'stale' };
  }
  breaker.succeeded();
  const ended = { kind: 'applied', strategy: call.name, reason: 'compressed' } as const;
  const outcome = { ...ended, ineffective: false, result, attempts };
  return { kind: 'ready', candidate: summarized, outcome };
}

/** A store of jobs that does not answer must not stop a request. */
async function findJob(
  id: string,
  { options: { background, logger } }: PrepareContext,
): Promise<CompressionJobState> {
  try {
    return (await background?.find(id)) ?? { kind: 'unknown' };
  } catch (error) {
    logger?.debug('The state of a compression in the background is not known.', error);
    return { kind: 'running' };
  }
}

/** Replaces each entry by the covered entry with the same content, so that caches and frameworks find the same object. */
function withKnownObjects(
  entries: readonly IContent[],
  covered: readonly IContent[],
  digests: readonly string[],
): readonly IContent[] {
  const known = new Map(covered.map((entry, at) => [digests[at]!, entry]));
  return entries.map((entry) => known.get(digestOf(entry)) ?? entry);
}

function digestOf(entry: IContent): string {
  return messageDigest(plainEntry(entry));
}

/**
 * Returns the number of leading entries in `after` that represent the first `covered` entries of `before`; `undefined` if a later entry
 * changed. Edits of covered entries do not matter: the result of the job replaces them.
 */
function countCovered(
  before: readonly IContent[],
  after: readonly IContent[],
  covered: number,
): number | undefined {
  const count = after.length - (before.length - covered);
  if (covered > before.length || count < 0) return undefined;
  const isSame = before.slice(covered).every((entry, at) => entry === after[count + at]);
  return isSame ? count : undefined;
}

/** Starts a job from this share of the way from target to trigger on, so that its result is ready when compression is due. */
const START_AHEAD = 0.75;

/**
 * Decides whether the job goes on, or another one starts.
 *
 * @param uncompressed the request before it was compressed
 */
export async function decideJob(
  decision: Decision,
  uncompressed: Candidate,
  context: PrepareContext,
): Promise<Decision> {
  const { state, breaker, call, history } = context;
  const { choice, candidate } = decision;
  if (!isDeferred(context) || choice === undefined) return decision;
  const isOver = decision.overflow?.error !== undefined;
  if (choice.job.kind === 'ready' && choice.compression?.by === choice.job && !isOver)
    return { ...decision, job: { kind: 'applied' } };
  const { target, trigger } = call.thresholds;
  const isNear = uncompressed.tokens >= target + START_AHEAD * (trigger - target);
  if (choice.job.kind === 'running' || choice.job.kind === 'ready') {
    const covering = updateCovering(state.job!, history, candidate.history);
    if (covering !== undefined) return inBackground(decision, { kind: 'running', covering });
  }
  if ((isNear || choice.isWanted) && breaker.remainingMs() === 0) {
    const job = await createJob(uncompressed, context);
    const covering = createCovering(job.id, candidate.history);
    return inBackground(decision, { kind: 'started', job, covering });
  }
  return choice.job.kind === 'none' ? decision : { ...decision, job: { kind: 'dropped' } };
}

function inBackground(decision: Decision, job: JobDecision): Decision {
  const reason = decision.reason === 'not-due' ? 'in-background' : decision.reason;
  return { ...decision, job, reason };
}

/** Returns the job of the state after an edit of the history; `undefined` if it no longer covers a part of it. */
function updateCovering(
  job: CoveringJob,
  before: readonly IContent[],
  after: readonly IContent[],
): CoveringJob | undefined {
  const entries = countCovered(before, after, job.entries);
  if (entries === undefined) return undefined;
  const isSame =
    entries === job.entries && before.slice(0, entries).every((e, at) => e === after[at]);
  return isSame ? job : createCovering(job.id, after.slice(0, entries));
}

function createCovering(id: string, entries: readonly IContent[]): CoveringJob {
  return { id, entries: entries.length, digest: messageDigest(entries.map(digestOf)) };
}

/** Hexadecimal digits of an id: 128 bits. */
const ID = 32;

/** Creates a job that compresses the history of a request. */
async function createJob(candidate: Candidate, context: PrepareContext): Promise<CompressionJob> {
  const { call, options, settings } = context;
  const { name: strategy, thresholds, pinDirectives } = call;
  const input = await createCompressionContext(candidate, thresholds.target, context);
  const { currentTokenCount, triggerTokens, maxOutputTokens } = input;
  const { activeTodos, transcriptPath, compressionVerification = false } = input;
  const facts = {
    strategy,
    settings: settings.explicitValues(),
    targetTokens: input.targetTokens!,
    pinDirectives,
    compressionVerification,
    ...defined({ triggerTokens, maxOutputTokens, activeTodos, transcriptPath }),
  };
  const id = messageDigest([facts, input.history.map(digestOf)]).slice(0, ID);
  const history = withPins(input.history, createIsProtected(options.pinned));
  return { ...facts, id, currentTokenCount, history };
}
