import { defined, type IContent } from '@palimpsest/core-types';
import { createIsProtected, curate, findViolations } from '@palimpsest/engine/history';
import { messageDigest } from '@palimpsest/originals/sessions';
import type { CompressionJob, CompressionJobState } from '../background.ts';
import { plainEntry } from '../session/session-state.ts';
import { withPins } from '../with-pins.ts';
import type { BackgroundStatus, CoveringJob } from './decide-background.ts';
import { createCompressionContext } from './compress-candidate.ts';
import { withTokenCount, type CandidateRequest, type PrepareContext } from './prepare-context.ts';

/** Finds a job, and checks that the history has only grown since it started. */
export async function readBackground(
  ahead: CoveringJob,
  candidate: CandidateRequest,
  context: PrepareContext,
): Promise<BackgroundStatus> {
  const { options, raw, breaker, call } = context;
  const found = await findJob(ahead.id, context);
  if (found.kind === 'running') return found;
  if (found.kind === 'unknown') return { kind: 'none' };
  if (found.kind === 'failed') {
    breaker.failed();
    options.logger?.debug(`A compression in the background failed: ${found.reason}`);
    return { kind: 'failed' };
  }
  const count = countCoveredEntries(raw, candidate.raw, ahead.entries);
  const covered = raw.slice(0, ahead.entries);
  const digests = covered.map(digestOf);
  if (count === undefined || messageDigest(digests) !== ahead.digest) return { kind: 'stale' };
  const summary = withKnownObjects(found.result.newHistory, covered, digests);
  const next = [...summary, ...candidate.raw.slice(count)];
  const summarized = await withTokenCount(
    { raw: next, sent: curate(next), pending: candidate.pending },
    context,
  );
  if (!isValidAfter(candidate, summarized)) return { kind: 'stale' };
  if (summarized.tokens >= candidate.tokens) {
    // The fallback already left fewer tokens. Recorded as a failure, so that the breaker pauses jobs that cost model calls and gain nothing.
    breaker.failed();
    return { kind: 'stale' };
  }
  breaker.succeeded();
  const { result, attempts } = found;
  const outcome = {
    kind: 'applied',
    strategy: call.name,
    reason: 'compressed',
    ineffective: false,
    result,
    attempts,
  } as const;
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

function isValidAfter(before: CandidateRequest, after: CandidateRequest): boolean {
  const known = new Set(findViolations(before.sent).map(({ law }) => law));
  return findViolations(after.sent).every(({ law }) => known.has(law));
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
function countCoveredEntries(
  before: readonly IContent[],
  after: readonly IContent[],
  covered: number,
): number | undefined {
  if (before === after) return covered <= before.length ? covered : undefined;
  const count = after.length - (before.length - covered);
  if (covered > before.length || count < 0) return undefined;
  const isSame = before.slice(covered).every((entry, at) => entry === after[count + at]);
  return isSame ? count : undefined;
}

/** Returns the job of the state after an edit of the history. */
export function updateCoveringJob(
  job: CoveringJob,
  before: readonly IContent[],
  after: readonly IContent[],
): CoveringJob | undefined {
  const entries = countCoveredEntries(before, after, job.entries);
  if (entries === undefined) return undefined;
  const isSame =
    entries === job.entries && before.slice(0, entries).every((e, at) => e === after[at]);
  return isSame ? job : createCoveringJob(job.id, after.slice(0, entries));
}

/** Returns a job that covers entries, as the state names it. */
function createCoveringJob(id: string, entries: readonly IContent[]): CoveringJob {
  return { id, entries: entries.length, digest: messageDigest(entries.map(digestOf)) };
}

/**
 * Creates a job that compresses the candidate's history, and its record for the state. `after` has the entries that the job's result will
 * replace.
 */
export async function createJob(
  candidate: CandidateRequest,
  after: readonly IContent[],
  context: PrepareContext,
): Promise<{ readonly job: CompressionJob; readonly ahead: CoveringJob }> {
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
  return { job: { ...facts, id, currentTokenCount, history }, ahead: createCoveringJob(id, after) };
}

/** Hexadecimal digits of an id: 128 bits. */
const ID = 32;
