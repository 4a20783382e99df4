import { defined, OptionError, type IContent } from '@palimpsest/core-types';
import type { KeptCompression, Originals, Recalled } from '../originals.ts';
import { truncateText, forEachLine, lineSpans } from '@palimpsest/text';
import { entriesOf, messageParts } from './message-text.ts';

interface ListRecallableOptions {
  /** Number of originals to skip. @default 0 */
  readonly offset?: number;
  /** Maximum number of originals to return. @default 50 */
  readonly limit?: number;
}

/** One original in a list from which an agent chooses. */
export interface Recallable extends MessageOrigin {
  /** The whole id. */
  readonly id: string;
  /** Id to pass to `recall`: 8 digits, or the whole id if another one of the session begins with the same digits. */
  readonly shortId: string;
  /** Id of the compression that removed it first. */
  readonly compression: string;
  readonly strategy?: string;
  /** The first line that is not blank, at most 120 UTF-16 units; empty if the original is missing. */
  readonly firstLine: string;
  /** Size of its text in UTF-16 units; 0 if the original is missing. */
  readonly characters: number;
  readonly lines: number;
  /** `absent`: no longer in the store. `corrupt`: the store has a different text. */
  readonly missing?: 'absent' | 'corrupt';
}

const FIRST_LINE = 120;
const DEFAULT_LIMIT = 50;

/**
 * Lists the originals of a session, in the order in which compressions removed them. Reads only the listed ones from the store.
 *
 * @throws {OptionError} when `originals` or an option is invalid
 */
export async function listRecallable(
  originals: Pick<Originals, 'list' | 'recall' | 'shortId'>,
  options: ListRecallableOptions = {},
): Promise<{ readonly total: number; readonly originals: readonly Recallable[] }> {
  const { offset = 0, limit = DEFAULT_LIMIT, ...others } = options;
  if (typeof originals?.list !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  for (const name of Object.keys(others))
    throw new OptionError('options', name, 'one of offset, limit');
  for (const [name, value] of Object.entries({ offset, limit })) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new OptionError(name, value, 'a whole number of at least 0');
    }
  }
  /** By id: the compression that removed the original first. */
  const first = new Map<string, KeptCompression>();
  for (const compression of originals.list()) {
    for (const id of compression.originals) if (!first.has(id)) first.set(id, compression);
  }
  const listed: Recallable[] = [];
  for (const [id, { id: compression, strategy }] of [...first].slice(offset, offset + limit)) {
    listed.push({
      id,
      shortId: originals.shortId(id),
      compression,
      ...defined({ strategy }),
      ...describe(await originals.recall(id)),
    });
  }
  return { total: first.size, originals: listed };
}

function describe(
  recalled: Recalled,
): Omit<Recallable, 'id' | 'shortId' | 'compression' | 'strategy'> {
  if (recalled.kind !== 'found') {
    const missing = recalled.kind === 'missing' ? recalled.reason : 'absent';
    return { firstLine: '', characters: 0, lines: 0, missing };
  }
  const text = messageParts(recalled.message).join('\n');
  let lines = 0;
  forEachLine(text, () => (lines += 1));
  // Leading white space counts toward the limit, so that a blank text is not searched line by line.
  const begin = text.slice(0, 2_000).trimStart();
  const [line] = lineSpans(begin);
  return {
    ...originOf(recalled.message),
    firstLine: truncateText(begin.slice(0, line!.end), FIRST_LINE).toWellFormed(),
    characters: text.length,
    lines,
  };
}

/** Speaker and tool of a message, as far as they are known. */
interface MessageOrigin {
  readonly speaker?: IContent['speaker'];
  /** Name of the first tool that it calls or whose result it holds. */
  readonly tool?: string;
}

function originOf(message: unknown): MessageOrigin {
  const entries = entriesOf(message);
  const names = entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'tool_call') return block.name;
      return block.type === 'tool_response' ? block.toolName : [];
    }),
  );
  const tool = names.find((name) => name !== '');
  return defined({ speaker: entries[0]?.speaker, tool });
}
