import {
  chainDigest,
  LAST_NUMBER,
  onlyFacts,
  recordId,
  SKETCH,
  type CompressionFacts,
  type CompressionRecord,
  type Link,
  type RecordedRun,
} from './compression-record.ts';
import { findRuns, type ChangedRun, type Digested } from './find-runs.ts';
import { locate } from './locate.ts';
import type { Manifest } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import type { StoredOriginal } from './originals-store.ts';
import { readOriginal } from './read-original.ts';
import { toStored } from './to-stored.ts';
import { writeOriginal, type Redact } from './write-original.ts';

/** Facts about a compression and about single messages of its output. */
export interface KeepFacts extends CompressionFacts {
  /** JSON values for messages that the compression wrote, by index in the output. `proves` returns them. */
  readonly metadata?: ReadonlyMap<number, unknown>;
}

/** Record and originals of one compression, ready to be stored. */
export interface Kept {
  readonly record: CompressionRecord;
  readonly originals: readonly StoredOriginal[];
}

/** Describes a compression; returns `undefined` if nothing changed. Copies the messages synchronously. */
export function describeCompression(
  manifest: Manifest,
  before: readonly unknown[],
  after: readonly unknown[],
  { facts, redact }: { readonly facts: KeepFacts; readonly redact: Redact | undefined },
): Kept | undefined {
  const known = new Map<unknown, string>();
  const digested = (messages: readonly unknown[]): Digested => ({
    messages,
    digests: Array.from(messages, (message) => {
      const digest = known.get(message) ?? messageDigest(message);
      known.set(message, digest);
      return digest;
    }),
  });
  const [input, output] = [digested(before), digested(after)];
  const changed = findRuns(input, output);
  if (changed.length === 0) return undefined;

  const originals = new Map<string, StoredOriginal>();
  const keep = (message: unknown): string => {
    const stored = toStored(message, redact);
    originals.set(stored.id, stored);
    return stored.id;
  };
  const runs = changed.map((run) => ({
    at: run.at,
    out: output.digests.slice(run.at, run.at + run.out),
    in: before.slice(run.from, run.from + run.in).map(keep),
    ...metadataOf(run, facts.metadata, redact),
  }));
  const whole = output.digests.reduce(chainDigest, '');
  const link =
    facts.fromOriginals === true ? undefined : linkOf(manifest, input.digests, facts.conversation);
  const record = {
    id: recordId(whole, runs, link),
    number: Math.min((manifest.records.at(-1)?.number ?? 0) + 1, LAST_NUMBER),
    length: after.length,
    whole,
    sketch: output.digests.map((digest) => digest.slice(0, SKETCH)).join(''),
    runs,
    ...(link === undefined ? {} : { link }),
    facts: onlyFacts(facts),
  };
  return { record, originals: [...originals.values()] };
}

/** Returns a link to the compression whose output this input continues. */
function linkOf(
  manifest: Manifest,
  digests: readonly string[],
  conversation: string | undefined,
): Link | undefined {
  const located = locate(manifest, digests, { conversation });
  if (located === undefined) return undefined;
  const { segments } = located;
  if (located.kind === 'found') return { id: located.record.id, segments };
  const [id = '', ...others] = located.records.map((record) => record.id);
  return { id, segments, others };
}

function metadataOf(
  { at, out }: ChangedRun,
  given: ReadonlyMap<number, unknown> | undefined,
  redact: Redact | undefined,
): Pick<RecordedRun, 'metadata'> {
  if (given === undefined) return {};
  const metadata = Array.from({ length: out }, (_, position) => given.get(at + position) ?? null);
  if (metadata.every((value) => value === null)) return {};
  const original = readOriginal(writeOriginal(metadata, redact));
  return { metadata: JSON.parse(JSON.stringify(original?.message)) as unknown[] };
}
