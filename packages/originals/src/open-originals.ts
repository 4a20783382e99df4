import { defined } from '@palimpsest/core-types';
import {
  areFacts,
  inputLength,
  originalsOf,
  type CompressionRecord,
  readRecord,
  writeRecord,
} from './compression-record.ts';
import { prepareRecord, type KeepFacts } from './prepare-record.ts';
import { findCompressions } from './find-compressions.ts';
import { createManifest, SHORT_ID_LENGTH, type Manifest } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import { badOption } from './originals-error.ts';
import type { KeptCompression, Originals, OriginalsOptions, Recalled } from './originals.ts';
import type { OriginalsStore } from './originals-store.ts';
import { restoreMessages, type RestoreOptions } from './restore.ts';
import { sessionKey } from './session-name.ts';
import { readOriginals, toStored } from './stored-original.ts';

/**
 * Opens the originals of a session; a new session is empty. Reads the manifest once.
 *
 * @throws {OriginalsError} `BAD_SESSION` when the session name is invalid, `BAD_OPTION` when `store` is no store, `redact` is not a function, or
 * an option is unknown
 */
export async function openOriginals(
  store: OriginalsStore,
  given: OriginalsOptions,
): Promise<Originals> {
  checkStore(store);
  const { session, redact, ...unknownOptions } = Object(given) as OriginalsOptions;
  const key = sessionKey(session);
  const [unknownName] = Object.keys(unknownOptions);
  if (unknownName !== undefined) throw badOption('options', unknownName, 'session or redact');
  if (redact !== undefined && typeof redact !== 'function') {
    throw badOption('redact', redact, 'a function from text to text');
  }
  let manifest: Manifest = createManifest();
  let damaged = 0;
  let known: string | readonly string[] | undefined;
  /** Number of changes that this object made to the records. */
  let changes = 0;
  const refresh = async (): Promise<void> => {
    const changesBefore = changes;
    // Read first: records that are appended meanwhile are read at the next refresh.
    const version = await store.version?.(key);
    if (version !== undefined && version === known) return;
    const texts = await store.records(key);
    // What was read may lack them.
    if (changes !== changesBefore) return await refresh();
    // Comparing the texts costs far less than parsing them, and creates no objects.
    if (version === undefined && areSame(texts, known)) return;
    known = version ?? texts;
    const records = texts.map(readRecord);
    const sound = records.filter((record) => record !== undefined);
    damaged = records.length - sound.length;
    manifest = createManifest(sound.toSorted(byNumber));
  };
  await refresh();
  const recallAll = async (beginnings: readonly string[]): Promise<Recalled[]> => {
    const meant = beginnings.map((beginning) => manifest.startingWith(beginning));
    const certain = meant.filter((ids) => ids.length === 1).flat();
    const read = await readOriginals(store, key, certain);
    return meant.map(([id, ...others]) => {
      if (id === undefined) return { kind: 'unknown' };
      if (others.length > 0) return { kind: 'ambiguous', candidates: others.length + 1 };
      const found = read(id);
      if (typeof found === 'string') return { kind: 'missing', reason: found };
      return { kind: 'found', ...found };
    });
  };
  return {
    session,
    redact: redact ?? ((text) => text),
    get damaged() {
      return damaged;
    },
    async keep(before, after, facts = {}) {
      checkMessages('before', before);
      checkMessages('after', after);
      checkFacts(facts);
      const kept = prepareRecord(manifest, before, after, facts, redact);
      if (kept === undefined) return undefined;
      const { record, originals } = kept;
      await store.put(key, originals);
      const findSame = (): CompressionRecord | undefined =>
        manifest
          .withId(record.id)
          .find((other) => other.facts.conversation === record.facts.conversation);
      // The store may have lost the record, as after a deletion by another process.
      if (findSame() !== undefined) await refresh();
      const same = findSame();
      if (same === undefined) {
        known = undefined;
        await store.append(key, writeRecord(record));
        changes += 1;
        manifest.add(record);
      }
      return describe(same ?? record);
    },
    async restore<Message>(messages: readonly Message[], options: RestoreOptions = {}) {
      checkMessages('messages', messages);
      const place = { manifest, store, session: key };
      return { ...(await restoreMessages<Message>(place, messages, options)), damaged };
    },
    find(messages) {
      checkMessages('messages', messages);
      const digests = messages.map(messageDigest);
      const found = findCompressions(manifest, digests, { needsWritten: true });
      return found.flatMap(({ id }) => manifest.withId(id)).map(describe);
    },
    idOf: (message) => toStored(message, redact).id,
    recall: async (id) => (await recallAll([id]))[0]!,
    recallAll,
    list: () => manifest.records.map(describe),
    ids: () => manifest.originals,
    shortId(id) {
      const short = id.slice(0, SHORT_ID_LENGTH);
      return manifest.startingWith(short).length === 1 ? short : id;
    },
    proves(message) {
      const written = manifest.written(messageDigest(message));
      if (written === undefined) return undefined;
      const { record, run, position } = written;
      const metadata = run.metadata?.[position] ?? undefined;
      const { id: compression, facts } = record;
      return { ...facts, compression, originals: originalsOf(run), ...defined({ metadata }) };
    },
    refresh,
    async delete() {
      known = undefined;
      await store.delete(key);
      changes += 1;
      manifest = createManifest();
      damaged = 0;
    },
  };
}

function areSame(texts: readonly string[], known: string | readonly string[] | undefined): boolean {
  return texts.length === known?.length && texts.every((text, index) => text === known[index]);
}

function byNumber(left: CompressionRecord, right: CompressionRecord): number {
  return left.number - right.number || (left.id < right.id ? -1 : 1);
}

function describe(record: CompressionRecord): KeptCompression {
  return {
    ...record.facts,
    id: record.id,
    messagesBefore: inputLength(record),
    messagesAfter: record.outputLength,
    originals: record.runs.flatMap(originalsOf),
  };
}

const STORE_METHODS = ['put', 'get', 'append', 'records', 'delete'] as const;

function checkStore(store: OriginalsStore): void {
  const members = Object(store) as OriginalsStore;
  if (STORE_METHODS.every((name) => typeof members[name] === 'function')) return;
  const expected = `a store with ${STORE_METHODS.join(', ')}, such as memoryOriginals()`;
  throw badOption('store', store, expected);
}

function checkMessages(name: string, messages: unknown): void {
  if (!Array.isArray(messages)) throw badOption(name, messages, 'an array of messages');
}

function checkFacts(facts: KeepFacts): void {
  if (!areFacts(facts)) {
    throw badOption(
      'facts',
      facts,
      'strategy and conversation as text, fromOriginals as true or false',
    );
  }
  if (facts.metadata !== undefined && !(facts.metadata instanceof Map)) {
    throw badOption('metadata', facts.metadata, 'a Map from indices of `after` to JSON values');
  }
}
