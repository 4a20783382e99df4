import { defined } from '@palimpsest/core-types';
import {
  chainDigest,
  MAX_NUMBER,
  pickFacts,
  recordId,
  type CompressionFacts,
  type CompressionRecord,
  type RecordedRun,
} from './compression-record.ts';
import { findCompressions } from './find-compressions.ts';
import type { Manifest } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import type { StoredOriginal } from './originals-store.ts';
import { readOriginal, toStored, writeOriginal, type Redact } from './stored-original.ts';

/** Facts about a compression and about single messages of its output. */
export interface KeepFacts extends CompressionFacts {
  /** JSON values for messages that the compression wrote, by index in the output. `Originals.findProof` returns them. */
  readonly metadata?: ReadonlyMap<number, unknown>;
  /**
   * Messages that stay in the output, because a session log only grows, but are no longer sent, because a summary represents them: stored for
   * `recall`.
   */
  readonly covered?: readonly unknown[];
}

/**
 * Returns the record and the originals to store for a compression; `undefined` if nothing changed. Copies the messages synchronously.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` for a message that cannot be stored losslessly
 */
export function prepareRecord(
  manifest: Manifest,
  before: readonly unknown[],
  after: readonly unknown[],
  facts: KeepFacts,
  redact: Redact | undefined,
):
  | { readonly record: CompressionRecord; readonly originals: readonly StoredOriginal[] }
  | undefined {
  // By identity, because unchanged messages are in both lists.
  const digests = new Map<unknown, string>();
  const digestOf = (message: unknown): string => {
    const digest = digests.get(message) ?? messageDigest(message);
    digests.set(message, digest);
    return digest;
  };
  const input = { messages: before, digests: Array.from(before, digestOf) };
  const output = { messages: after, digests: Array.from(after, digestOf) };
  const changed = findRuns(input, output);
  if (changed.length === 0) return undefined;

  const originals = new Map<string, StoredOriginal>();
  /** Returns the id of a message, and adds it to `originals`. */
  const addOriginal = (message: unknown): string => {
    const stored = toStored(message, redact);
    originals.set(stored.id, stored);
    return stored.id;
  };
  const runs = changed.map((run) => ({
    outputStart: run.outputStart,
    outputDigests: output.digests.slice(run.outputStart, run.outputStart + run.outputLength),
    originals: before.slice(run.inputStart, run.inputStart + run.inputLength).map(addOriginal),
    ...(run === changed.at(-1) && defined({ covered: facts.covered?.map(addOriginal) })),
    ...metadataOf(run, facts.metadata, redact),
  }));
  const outputDigest = output.digests.reduce(chainDigest, '');
  const { conversation } = facts;
  const earlier =
    facts.fromOriginals === true ? [] : findCompressions(manifest, input.digests, { conversation });
  const previousIds = earlier.map(({ id }) => id);
  const record: CompressionRecord = {
    id: recordId({ outputDigest, runs, previousIds }),
    number: Math.min((manifest.records.at(-1)?.number ?? 0) + 1, MAX_NUMBER),
    outputLength: after.length,
    outputDigest,
    runs,
    previousIds,
    facts: pickFacts(facts),
  };
  return { record, originals: [...originals.values()] };
}

/** Returns the caller's metadata of the messages of a run, copied and without what `redact` removes; `null` for messages without any. */
function metadataOf(
  { outputStart, outputLength }: ChangedRun,
  given: ReadonlyMap<number, unknown> | undefined,
  redact: Redact | undefined,
): Pick<RecordedRun, 'metadata'> {
  if (given === undefined) return {};
  const metadata = Array.from(
    { length: outputLength },
    (_, position) => given.get(outputStart + position) ?? null,
  );
  if (metadata.every((value) => value === null)) return {};
  return { metadata: readOriginal(writeOriginal(metadata, redact))?.message as unknown[] };
}

/** A run of output messages that replaces a run of input messages. */
interface ChangedRun {
  readonly outputStart: number;
  /** 0 if messages were removed without a marker. */
  readonly outputLength: number;
  readonly inputStart: number;
  readonly inputLength: number;
}

/** A list of messages with their digests. */
interface Digested {
  readonly messages: readonly unknown[];
  readonly digests: readonly string[];
}

/** Returns what a compression changed. Matches each output message with the next input message that has the same stored text, if there is one. */
function findRuns(input: Digested, output: Digested): ChangedRun[] {
  /** Indices of input messages by digest, the first one last. */
  const indices = Map.groupBy([...input.digests.keys()].toReversed(), (at) => input.digests[at]!);
  const runs: ChangedRun[] = [];
  let [outputStart, inputStart] = [0, 0];
  const addRun = (outputEnd: number, inputEnd: number): void => {
    const [outputLength, inputLength] = [outputEnd - outputStart, inputEnd - inputStart];
    if (outputLength + inputLength > 0)
      runs.push({ outputStart, outputLength, inputStart, inputLength });
  };
  for (const [index, digest] of output.digests.entries()) {
    const left = indices.get(digest) ?? [];
    while (left.length > 0 && left.at(-1)! < inputStart) left.pop();
    const partner = left.at(-1);
    if (partner === undefined || !isSame(input.messages[partner], output.messages[index])) continue;
    addRun(index, partner);
    [outputStart, inputStart] = [index + 1, partner + 1];
  }
  addRun(output.messages.length, input.messages.length);
  return runs;
}

/** Returns whether two messages have the same stored text. Equal digests do not prove it: they ignore the order of members. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || writeOriginal(left) === writeOriginal(right);
}
