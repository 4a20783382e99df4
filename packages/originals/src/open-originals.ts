import { defined } from '@palimpsest/core-types';
import {
  areFacts,
  inputLength,
  originalsOf,
  type CompressionRecord,
} from './compression-record.ts';
import { prepareRecord, type KeepFacts } from './prepare-record.ts';
import { findCompressions } from './find-compressions.ts';
import { SHORT_ID_LENGTH } from './manifest.ts';
import { messageDigest } from './message-digest.ts';
import { badOption } from './originals-error.ts';
import type { KeptCompression, Originals, OriginalsOptions, Recalled } from './originals.ts';
import type { OriginalsStore } from './originals-store.ts';
import { restoreMessages, type RestoreOptions } from './restore.ts';
import { openManifest } from './session-manifest.ts';
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
  const manifest = openManifest(store, key);
  await manifest.refresh();
  const recallAll = async (prefixes: readonly string[]): Promise<Recalled[]> => {
    const idsByPrefix = prefixes.map((prefix) => manifest.current.startingWith(prefix));
    const unambiguous = idsByPrefix.filter((ids) => ids.length === 1).flat();
    const read = await readOriginals(store, key, unambiguous);
    return idsByPrefix.map(([id, ...others]) => {
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
      return manifest.damaged;
    },
    async keep(before, after, facts = {}) {
      checkMessages('before', before);
      checkMessages('after', after);
      checkFacts(facts);
      const kept = prepareRecord(manifest.current, before, after, facts, redact);
      if (kept === undefined) return undefined;
      const { record, originals } = kept;
      await store.put(key, originals);
      const findSame = (): CompressionRecord | undefined =>
        manifest.current
          .withId(record.id)
          .find((other) => other.facts.conversation === record.facts.conversation);
      // The store may have lost the record, as after a deletion by another process.
      if (findSame() !== undefined) await manifest.refresh();
      const same = findSame();
      if (same === undefined) await manifest.append(record);
      return describe(same ?? record);
    },
    async restore<Message>(messages: readonly Message[], options: RestoreOptions = {}) {
      checkMessages('messages', messages);
      const place = { manifest: manifest.current, store, session: key };
      return {
        ...(await restoreMessages<Message>(place, messages, options)),
        damaged: manifest.damaged,
      };
    },
    find(messages) {
      checkMessages('messages', messages);
      const digests = messages.map(messageDigest);
      const found = findCompressions(manifest.current, digests, { needsWritten: true });
      return found.flatMap(({ id }) => manifest.current.withId(id)).map(describe);
    },
    idOf: (message) => toStored(message, redact).id,
    recall: async (id) => (await recallAll([id]))[0]!,
    recallAll,
    list: () => manifest.current.records.map(describe),
    ids: () => manifest.current.originals,
    shortId(id) {
      const short = id.slice(0, SHORT_ID_LENGTH);
      return manifest.current.startingWith(short).length === 1 ? short : id;
    },
    findProof(message) {
      const written = manifest.current.written(messageDigest(message));
      if (written === undefined) return undefined;
      const { record, run, position } = written;
      const metadata = run.metadata?.[position] ?? undefined;
      const { id: compression, facts } = record;
      return { ...facts, compression, originals: originalsOf(run), ...defined({ metadata }) };
    },
    refresh: manifest.refresh,
    delete: manifest.delete,
  };
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
