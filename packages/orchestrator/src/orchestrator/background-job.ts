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

/** Where the job of an orchestrator is. `stale`: the history changed meanwhile, or the request is already smaller than with the result. */
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

/** Returns where the job of the orchestrator is. Tells the breaker how it ended. */
export async function settleJob(candidate: Candidate, context: PrepareContext): Promise<JobStatus> {
  const { options, breaker, call } = context;
  const { job } = context.state;
  if (!isDeferred(context) || job === undefined) return { kind: 'none' };
  const found = await findJob(job.id, context);
  if (found.kind === 'running') return found;
  if (found.kind === 'unknown') return { kind: 'none' };
  if (found.kind === 'failed') {
    options.logger?.debug(`A compression in the background failed: ${found.reason}`);
    breaker.failed();
    return { kind: 'failed' };
  }
  const { result, attempts } = found;
  const compressed = await insertResult(result.newHistory, job, candidate, context);
  if (compressed === undefined) return { kind: 'stale' };
  if (compressed.tokens >= candidate.tokens) {
    // The fallback already left fewer tokens. Counts as a failure, so that the breaker pauses jobs that cost model calls and gain nothing.
    breaker.failed();
    return { kind: 'stale' };
  }
  breaker.succeeded();
  const ended = { kind: 'applied', strategy: call.name, reason: 'compressed' } as const;
  const outcome = { ...ended, ineffective: false, result, attempts };
  return { kind: 'ready', candidate: compressed, outcome };
}

/** Puts the result of a job in the place of the entries that it covers; `undefined` if other entries changed, or the outcome is invalid. */
async function insertResult(
  result: readonly IContent[],
  job: CoveringJob,
  candidate: Candidate,
  context: PrepareContext,
): Promise<Candidate | undefined> {
  const { history } = context;
  const covered = history.slice(0, job.entries);
  const digests = covered.map(digestOf);
  if (messageDigest(digests) !== job.digest) return undefined;
  const replaced = replacedPrefixLength(history, candidate.history, job.entries);
  if (replaced === undefined) return undefined;
  const summary = withKnownObjects(result, covered, digests);
  const after = curate([...summary, ...candidate.history.slice(replaced)]);
  if (findNewViolations(candidate.history, after).length > 0) return undefined;
  return await toCandidate(after, candidate.pending, context);
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
 * Returns how many entries the first `covered` entries of `before` became in `after`, however they were edited; `undefined` if a later entry
 * differs.
 */
function replacedPrefixLength(
  before: readonly IContent[],
  after: readonly IContent[],
  covered: number,
): number | undefined {
  const length = after.length - (before.length - covered);
  if (covered > before.length || length < 0) return undefined;
  const isRestSame = before.slice(covered).every((entry, at) => entry === after[length + at]);
  return isRestSame ? length : undefined;
}

/** Starts a job from this share of the way from target to trigger on, so that its result is ready when compression is due. */
const START_AHEAD = 0.75;

/**
 * Decides whether the job goes on, or another one starts. A finished job whose result is not used yet goes on.
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
  const { job } = choice;
  // A request that cannot fit is sent as the host gave it, without the result.
  const isResultUsed = choice.compression?.by === job && decision.overflow?.error === undefined;
  if (isResultUsed) return { ...decision, job: { kind: 'applied' } };
  if (job.kind === 'running' || job.kind === 'ready') {
    const covering = updateCovering(state.job!, history, candidate.history);
    if (covering !== undefined) return inBackground(decision, { kind: 'running', covering });
  }
  const { target, trigger } = call.thresholds;
  const isNear = uncompressed.tokens >= target + START_AHEAD * (trigger - target);
  if ((isNear || choice.isWanted) && breaker.remainingMs() === 0) {
    const started = await createJob(uncompressed, context);
    const covering = createCovering(started.id, candidate.history);
    return inBackground(decision, { kind: 'started', job: started, covering });
  }
  return job.kind === 'none' ? decision : { ...decision, job: { kind: 'dropped' } };
}

function inBackground(decision: Decision, job: JobDecision): Decision {
  const reason = decision.reason === 'not-due' ? 'in-background' : decision.reason;
  return { ...decision, job, reason };
}

/** Returns the job with what became of the entries that it covers; `undefined` if its result could no longer replace them. */
function updateCovering(
  job: CoveringJob,
  before: readonly IContent[],
  after: readonly IContent[],
): CoveringJob | undefined {
  const length = replacedPrefixLength(before, after, job.entries);
  if (length === undefined) return undefined;
  const now = after.slice(0, length);
  const isUnchanged = length === job.entries && now.every((entry, at) => entry === before[at]);
  return isUnchanged ? job : createCovering(job.id, now);
}

function createCovering(id: string, entries: readonly IContent[]): CoveringJob {
  return { id, entries: entries.length, digest: messageDigest(entries.map(digestOf)) };
}

/** Hexadecimal digits of an id: 128 bits. */
const ID_DIGITS = 32;

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
  const id = messageDigest([facts, input.history.map(digestOf)]).slice(0, ID_DIGITS);
  const history = withPins(input.history, createIsProtected(options.pinned));
  return { ...facts, id, currentTokenCount, history };
}
