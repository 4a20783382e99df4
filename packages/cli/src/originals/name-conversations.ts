import type { KeptCompression, Originals } from '@palimpsest/originals';
import { resolve } from 'node:path';
import type { Arguments } from '../arguments/command.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';

/**
 * Creates a function that returns the name of a conversation in the session: the one that `--conversation` gives, else the one that was
 * written to this path, else the one that the messages provably came from, else a new one, whatever its messages start with.
 *
 * The function throws a `UsageError` if several conversations match, or if one may match but is not proven.
 */
export function createNaming(
  originals: Originals,
  given: Arguments,
  { cwd }: MainIo,
): (conversation: Conversation) => string {
  const resolvePath = (file = '-'): string | undefined =>
    file === '-' ? undefined : resolve(cwd, file);
  const from = resolvePath(given.positional);
  const to = resolvePath(given.get('out'));
  const option = given.get('conversation');
  const routes = new Routes();
  for (const { conversation } of originals.list()) routes.add(conversation);

  const findName = (conversation: Conversation, id: string): string | undefined => {
    const { messages, ownId, place } = conversation;
    const found = originals.find(messages);
    const proven = new Set(found.map((kept) => kept.conversation));
    const written = from === undefined ? [] : routes.find('to', from, id);
    const both = written.filter((name) => proven.has(name));
    if (written.length > 0) return expectOne(both.length > 0 ? both : written, place);
    // Earlier versions used the id as the name, or no name.
    if (ownId !== undefined && routes.has(ownId)) return ownId;
    const name = expectOne(
      [...proven].filter((one) => one !== undefined),
      place,
    );
    if (name === undefined || from === undefined) return name;
    const hasId = ownId !== undefined && parseRoute(name)?.id === id;
    if (hasId || hasRecallIds(messages, found)) return name;
    throw new UsageError(
      `${place} starts like the conversation of ${showName(name)}, but may be another one. If it is the same, add --conversation ${showName(name)}; if not, add another name there, or another --session.`,
    );
  };

  /** Returns the name that the user typed, or the conversation at the path that it is. */
  const findTyped = (typed: string, path: string, id: string, place: string): string => {
    if (routes.has(typed)) return typed;
    const ends = [...routes.find('from', path, id), ...routes.find('to', path, id)];
    return expectOne([...new Set(ends)], place) ?? typed;
  };

  return (conversation) => {
    const { ownId, isLine, place, messages } = conversation;
    const id = ownId ?? (isLine ? place.slice(place.lastIndexOf(':')) : '');
    const found =
      option === undefined
        ? findName(conversation, id)
        : findTyped(isLine ? `${option}#${id}` : option, resolve(cwd, option), id, place);
    // Input from a pipe has no path; a digest of its messages identifies it.
    const name = found ?? JSON.stringify([from ?? originals.idOf(messages), to ?? '', id]);
    routes.add(name);
    return name;
  };
}

/** A recall id is the digest of an original, so other originals leave other ids. */
function hasRecallIds(messages: readonly unknown[], found: readonly KeptCompression[]): boolean {
  const matches = JSON.stringify(messages).matchAll(/#([\da-f]{8})/g);
  const ids = new Set(Array.from(matches, ([, id]) => id));
  return found.every(({ originals }) => originals.some((id) => ids.has(id.slice(0, 8))));
}

function expectOne(names: readonly string[], place: string): string | undefined {
  if (names.length < 2) return names[0];
  throw new UsageError(
    `${place} matches ${names.length} conversations: ${names.map(showName).join(', ')}. Choose one with --conversation NAME, or separate them with --session NAME.`,
  );
}

function showName(name: string): string {
  return printable(parseRoute(name)?.from ?? name, 120);
}

/** Origin and destination of a conversation. Its JSON, as an array, is the name under which originals are stored. */
interface Route {
  /** Path of the input, or a digest of what came from a pipe. */
  readonly from: string;
  /** Path of the output, `''` for standard output. */
  readonly to: string;
  /** Its own id, its line, or `''` for the only conversation of a file. */
  readonly id: string;
}

/** Returns the route of a name, `undefined` for a name that the user gave. */
function parseRoute(name: string): Route | undefined {
  if (!name.startsWith('["')) return undefined;
  try {
    const [from = '', to = '', id = ''] = JSON.parse(name) as string[];
    return { from, to, id };
  } catch {
    return undefined;
  }
}

/** The names of the conversations of a session, indexed by their paths. */
class Routes {
  readonly #names = new Set<string | undefined>();
  readonly #byEnd = new Map<string, string[]>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string | undefined): void {
    const route = name === undefined || this.has(name) ? undefined : parseRoute(name);
    this.#names.add(name);
    if (name === undefined || route === undefined) return;
    for (const end of ['from', 'to'] as const) {
      const known = this.find(end, route[end], route.id);
      this.#byEnd.set(JSON.stringify([end, route[end], route.id]), [...known, name]);
    }
  }

  /** Returns the conversations with this id that were read from `path`, or written to it. */
  find(end: 'from' | 'to', path: string, id: string): readonly string[] {
    return this.#byEnd.get(JSON.stringify([end, path, id])) ?? [];
  }
}
