import type { KeptCompression, Originals } from '@palimpsest/originals';
import { resolve } from 'node:path';
import type { Conversation } from '../forms/item.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { createRoutes, parseRoute } from './routes.ts';

export interface NamingOptions {
  /** Path of the input; absent for standard input. */
  readonly from?: string | undefined;
  /** Path of the output; absent for standard output. */
  readonly to?: string | undefined;
  /** What `--conversation` says. */
  readonly given?: string | undefined;
  readonly cwd: string;
}

type Named = Pick<Conversation, 'ownId' | 'isLine' | 'messages' | 'place'>;

/**
 * Creates what tells which conversation of a session an input is: the one that is given, else the one that was written to this path, else
 * the one that the messages provably came out of. Every other input is a conversation of its own, however it begins.
 *
 * The returned function throws a `Refusal` where it could be several, or only looks like one.
 */
export function nameConversations(
  originals: Pick<Originals, 'find' | 'idOf' | 'list'>,
  { from, to, given, cwd }: NamingOptions,
): (conversation: Named) => string {
  const routes = createRoutes(originals.list().map(({ conversation }) => conversation));

  const nameGiven = (name: string, id: string, place: string): string =>
    routes.has(name) ? name : (onlyOne(routes.at(resolve(cwd, given ?? ''), id), place) ?? name);

  const nameFound = (conversation: Named, id: string): string | undefined => {
    const { messages, ownId, place } = conversation;
    const found = originals.find(messages);
    const proven = new Set(found.map((kept) => kept.conversation));
    const written = from === undefined ? [] : routes.writtenTo(from, id);
    const both = written.filter((name) => proven.has(name));
    if (written.length > 0) return onlyOne(both.length > 0 ? both : written, place);
    // Earlier versions kept originals under the id alone, or under no name.
    if (ownId !== undefined && routes.has(ownId)) return ownId;
    const name = onlyOne([...proven].filter(isName), place);
    if (name === undefined || from === undefined) return name;
    const isKnown =
      (ownId !== undefined && parseRoute(name)?.id === id) || isBound(messages, found);
    if (isKnown) return name;
    throw new Refusal(
      `${place} begins with what was written for ${shown(name)}, but may be another conversation. If it is the same, add --conversation ${shown(name)}; if not, give it another name there, or another --session.`,
    );
  };

  return (conversation) => {
    const { ownId, isLine, place, messages } = conversation;
    const id = ownId ?? (isLine ? place.slice(place.lastIndexOf(':')) : '');
    const name =
      given === undefined
        ? (nameFound(conversation, id) ??
          // What comes through a pipe is known by all that it says.
          JSON.stringify([from ?? originals.idOf(messages), to ?? '', id]))
        : nameGiven(isLine ? `${given}#${id}` : given, id, place);
    routes.add(name);
    return name;
  };
}

/** A recall id is the digest of an original: other originals would have left another one. */
function isBound(messages: readonly unknown[], found: readonly KeptCompression[]): boolean {
  const ids = new Set(
    Array.from(JSON.stringify(messages).matchAll(/#([\da-f]{8})/g), ([, id]) => id),
  );
  return found.every(({ originals }) => originals.some((id) => ids.has(id.slice(0, 8))));
}

function onlyOne(names: readonly string[], place: string): string | undefined {
  if (names.length < 2) return names[0];
  const all = names.map(shown).join(', ');
  throw new Refusal(
    `${place} could be any of ${names.length} conversations: ${all}. Name the one with --conversation NAME, or keep them apart with --session NAME.`,
  );
}

function isName(name: string | undefined): name is string {
  return name !== undefined;
}

/** A name as the user may give it. */
function shown(name: string): string {
  return printable(parseRoute(name)?.from ?? name, 120);
}
