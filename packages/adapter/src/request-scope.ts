import type { Codec } from '@palimpsest/formats';
import { plainEntry } from '@palimpsest/orchestrator/session';
import type { Originals, Recalled } from '@palimpsest/originals';
import { readStored, toStored } from '@palimpsest/originals/sessions';
import type { ToolOriginals } from './agent-tools.ts';

/** Messages of a request, as the framework holds them. */
export interface RequestMessages {
  readonly codec: Codec;
  readonly messages: readonly unknown[];
}

/**
 * Returns those originals of a session that are messages of one request, as they were before they were shortened, and those with known ids. The
 * text of a message proves nothing: anyone can type an id, and other conversations may have an equal shortened message.
 */
export function scopeOriginals(
  session: Originals,
  request: RequestMessages,
  inheritedIds: readonly string[],
): ToolOriginals {
  const own = entriesById(session, request);
  const proven = new Set([...own.keys(), ...inheritedIds]);
  const ids = (): readonly string[] => session.ids().filter((id) => proven.has(id));
  const all = completeOriginals(session, () => own);
  return {
    ...all,
    ids,
    recall: async (beginning) =>
      [...proven].some((id) => id.startsWith(beginning))
        ? await all.recall(beginning)
        : { kind: 'unknown' },
  };
}

/**
 * Returns the originals of a session. Those that the store lost are taken from the messages of the newest request, if it still has them whole.
 *
 * @param newest returns that request; `undefined` before the first one
 */
export function withRequest(
  session: Originals,
  newest: () => RequestMessages | undefined,
): ToolOriginals {
  return completeOriginals(session, () => {
    const request = newest();
    return request === undefined ? new Map() : entriesById(session, request);
  });
}

type OwnEntries = ReadonlyMap<string, object>;

function entriesById(session: Originals, { codec, messages }: RequestMessages): OwnEntries {
  const entries = codec.decode(messages).map(plainEntry);
  return new Map(entries.map((entry) => [session.idOf(entry), entry]));
}

/** Least digits of an id of an entry, as of an original. */
const MIN_DIGITS = 8;

function completeOriginals(session: Originals, entries: () => OwnEntries): ToolOriginals {
  const complete = (recalled: Recalled, beginning: string, own: OwnEntries): Recalled => {
    if (!isLost(recalled) || beginning.length < MIN_DIGITS) return recalled;
    const [id, ...others] = own.has(beginning)
      ? [beginning]
      : [...own.keys()].filter((one) => one.startsWith(beginning));
    if (id === undefined || others.length > 0) return recalled;
    const stored = readStored(id, toStored(own.get(id), session.redact).text);
    return stored === undefined ? recalled : { kind: 'found', ...stored };
  };
  const recallAll = async (wanted: readonly string[]): Promise<readonly Recalled[]> => {
    const recalled = await session.recallAll(wanted);
    if (!recalled.some(isLost)) return recalled;
    const own = entries();
    return recalled.map((one, at) => complete(one, wanted[at]!, own));
  };
  return {
    ids: () => session.ids(),
    refresh: () => session.refresh(),
    shortId: (id) => session.shortId(id),
    recall: async (beginning) => (await recallAll([beginning]))[0]!,
    recallAll,
  };
}

function isLost({ kind }: Recalled): boolean {
  return kind === 'missing' || kind === 'unknown';
}
