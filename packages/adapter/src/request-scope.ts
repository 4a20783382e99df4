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
 * Returns the originals that the tools of one request may give back: the messages that it has whole, and those with inherited ids. The text of
 * a message proves nothing: anyone can type an id, and other conversations may have an equal shortened message.
 */
export function scopeOriginals(
  session: Originals,
  request: RequestMessages,
  inheritedIds: readonly string[],
): ToolOriginals {
  const own = entriesById(session, request);
  const allowed = new Set([...own.keys(), ...inheritedIds]);
  const all = completeOriginals(session, () => own);
  return {
    ...all,
    // The tools call `recallAll` only with these ids.
    ids: () => session.ids().filter((id) => allowed.has(id)),
    recall: async (prefix) =>
      [...allowed].some((id) => id.startsWith(prefix))
        ? await all.recall(prefix)
        : { kind: 'unknown' },
  };
}

/**
 * Returns the originals of a session. One that the store lost is taken from the messages of the newest request, if it still has it whole.
 *
 * @param newest returns that request; `undefined` before the first one
 */
export function completeFromNewest(
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

/** Least digits of the prefix of an id, as for `recall` of originals. */
const MIN_DIGITS = 8;

function completeOriginals(session: Originals, ownEntries: () => OwnEntries): ToolOriginals {
  const findOwn = (prefix: string, own: OwnEntries): Recalled | undefined => {
    if (prefix.length < MIN_DIGITS) return undefined;
    const [id, ...others] = own.has(prefix)
      ? [prefix]
      : [...own.keys()].filter((one) => one.startsWith(prefix));
    if (id === undefined || others.length > 0) return undefined;
    const stored = readStored(id, toStored(own.get(id), session.redact).text);
    return stored && { kind: 'found', ...stored };
  };
  const recallAll = async (prefixes: readonly string[]): Promise<readonly Recalled[]> => {
    const recalled = await session.recallAll(prefixes);
    if (!recalled.some(isLost)) return recalled;
    const own = ownEntries();
    return recalled.map((one, at) => (isLost(one) && findOwn(prefixes[at]!, own)) || one);
  };
  return {
    ids: () => session.ids(),
    refresh: () => session.refresh(),
    shortId: (id) => session.shortId(id),
    recall: async (prefix) => (await recallAll([prefix]))[0]!,
    recallAll,
  };
}

function isLost({ kind }: Recalled): boolean {
  return kind === 'missing' || kind === 'unknown';
}
