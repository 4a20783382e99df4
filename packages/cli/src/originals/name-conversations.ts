import type { KeptCompression, Originals } from '@palimpsest/originals';
import { resolve } from 'node:path';
import type { OriginalsOptions } from '../arguments/options.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import { parseJson } from '../json/parse-json.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';

/** A name is the JSON of the path of the input (or a digest of what came from a pipe), the path of the output, and the id or the line. */
type Route = readonly [from: string, to: string, id: string];

/**
 * Creates a function that returns the name of a conversation in the session: the one that `--conversation` gives, else the one that was
 * written to this path, else the one that the messages provably came from, else a new one.
 *
 * The function throws a `UsageError` if several conversations match, or if one may match but is not proven.
 */
export function createNaming(
  originals: Originals,
  input: string | undefined,
  { out, conversation: typed }: OriginalsOptions & { readonly out?: string | undefined },
  { cwd }: MainIo,
): (conversation: Conversation) => string {
  const pathOf = (file = '-'): string => (file === '-' ? '' : resolve(cwd, file));
  const [from, to] = [pathOf(input), pathOf(out)];
  const known = new Set<string>();
  const byPath = new Map<string, string[]>();
  const add = (name = ''): void => {
    const [start, end, id] = parseRoute(name) ?? [];
    if (known.has(name)) return;
    known.add(name);
    if (start === undefined || end === undefined || id === undefined) return;
    for (const key of [keyOf('from', start, id), keyOf('to', end, id)]) {
      byPath.set(key, [...(byPath.get(key) ?? []), name]);
    }
  };
  for (const { conversation } of originals.list()) add(conversation);

  const findName = ({ messages, ownId, place }: Conversation, id: string): string | undefined => {
    const found = originals.find(messages);
    const proven = new Set(found.flatMap(({ conversation = [] }) => conversation));
    const written = (from === '' ? undefined : byPath.get(keyOf('to', from, id))) ?? [];
    const both = written.filter((name) => proven.has(name));
    if (written.length > 0) return expectOne(both.length > 0 ? both : written, place);
    const name = expectOne([...proven], place);
    if (name === undefined || from === '') return name;
    const hasId = ownId !== undefined && parseRoute(name)?.[2] === id;
    if (hasId || hasRecallIds(messages, found)) return name;
    throw new UsageError(
      `${place} starts like the conversation of ${showName(name)}, but may be another one. If it is the same, add --conversation ${showName(name)}; if not, add another name there, or another --session.`,
    );
  };

  return (conversation) => {
    const { ownId, isLine, place, messages } = conversation;
    const id = ownId ?? (isLine ? place.slice(place.lastIndexOf(':')) : '');
    let name: string | undefined;
    if (typed === undefined) name = findName(conversation, id);
    else {
      const path = resolve(cwd, typed);
      const ends = [keyOf('from', path, id), keyOf('to', path, id)];
      const own = isLine ? `${typed}#${id}` : typed;
      const atPath = new Set(known.has(own) ? [own] : ends.flatMap((key) => byPath.get(key) ?? []));
      name = expectOne([...atPath], place) ?? own;
    }
    name ??= JSON.stringify([from || originals.idOf(messages), to, id] satisfies Route);
    add(name);
    return name;
  };
}

function keyOf(end: 'from' | 'to', path: string, id: string): string {
  return JSON.stringify([end, path, id]);
}

function parseRoute(name: string): Route | undefined {
  return name.startsWith('["') ? (parseJson(name).value as Route | undefined) : undefined;
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
  return printable(parseRoute(name)?.[0] ?? name, 120);
}
