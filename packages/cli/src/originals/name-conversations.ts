import type { KeptCompression, Originals } from '@palimpsest/originals';
import { resolve } from 'node:path';
import type { Arguments } from '../arguments/command.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';
import { createRoutes, parseRoute } from './routes.ts';

/**
 * Creates a function that returns the name of a conversation in the session: the one that `--conversation` gives, else the one that was
 * written to this path, else the one that the messages provably came from, else a new one, whatever its messages start with.
 *
 * The function throws a `UsageError` if several conversations match, or if one may match but is not proven.
 */
export function createNaming(
  originals: Originals,
  given: Arguments,
  { cwd }: Pick<MainIo, 'cwd'>,
): (conversation: Conversation) => string {
  const resolvePath = (file: string | undefined): string | undefined =>
    file === undefined || file === '-' ? undefined : resolve(cwd, file);
  const from = resolvePath(given.positional);
  const to = resolvePath(given.get('out'));
  const option = given.get('conversation');
  const routes = createRoutes(originals.list().map(({ conversation }) => conversation));

  const findName = (conversation: Conversation, id: string): string | undefined => {
    const { messages, ownId, place } = conversation;
    const found = originals.find(messages);
    const proven = new Set(found.map((kept) => kept.conversation));
    const written = from === undefined ? [] : routes.findWrittenTo(from, id);
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

  return (conversation) => {
    const { ownId, isLine, place, messages } = conversation;
    const id = ownId ?? (isLine ? place.slice(place.lastIndexOf(':')) : '');
    let name: string | undefined;
    if (option === undefined) name = findName(conversation, id);
    else {
      const typed = isLine ? `${option}#${id}` : option;
      const named = routes.has(typed)
        ? typed
        : expectOne(routes.findAt(resolve(cwd, option), id), place);
      name = named ?? typed;
    }
    // Input from a pipe has no path; a digest of its messages identifies it.
    name ??= JSON.stringify([from ?? originals.idOf(messages), to ?? '', id]);
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

/** Returns a name as the user may type it. */
function showName(name: string): string {
  return printable(parseRoute(name)?.from ?? name, 120);
}
