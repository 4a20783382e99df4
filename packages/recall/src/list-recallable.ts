import { OptionError } from '@palimpsest/core-types';
import type { KeptCompression, Originals } from '@palimpsest/originals';
import { truncateText, forEachLine, lineSpans } from '@palimpsest/text';
import { aboutMessage, type MessageOrigin } from './about-message.ts';
import { textOf } from './message-text.ts';

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

/** An original of a session, without its content. */
type RecallableId = Pick<Recallable, 'id' | 'shortId' | 'compression' | 'strategy'>;

const FIRST_LINE = 120;
const DEFAULT_LIMIT = 50;

/** Returns every original of a session once, in the order in which compressions removed them. Reads nothing from the store. */
function recallableIds(originals: Pick<Originals, 'list' | 'shortId'>): RecallableId[] {
  const first = new Map<string, KeptCompression>();
  for (const compression of originals.list()) {
    for (const id of compression.originals) if (!first.has(id)) first.set(id, compression);
  }
  return [...first].map(([id, { id: compression, strategy }]) => ({
    id,
    shortId: originals.shortId(id),
    compression,
    ...(strategy === undefined ? {} : { strategy }),
  }));
}

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
  const ids = recallableIds(originals);
  const listed: Recallable[] = [];
  for (const id of ids.slice(offset, offset + limit)) listed.push(await describe(originals, id));
  return { total: ids.length, originals: listed };
}

async function describe(
  originals: Pick<Originals, 'recall'>,
  known: RecallableId,
): Promise<Recallable> {
  const recalled = await originals.recall(known.id);
  if (recalled.kind !== 'found') {
    const missing = recalled.kind === 'missing' ? recalled.reason : 'absent';
    return { ...known, firstLine: '', characters: 0, lines: 0, missing };
  }
  const text = textOf(recalled.message);
  let lines = 0;
  forEachLine(text, () => (lines += 1));
  // Leading white space counts toward the limit, so that a blank text is not searched line by line.
  const begin = text.slice(0, 2_000).trimStart();
  const [line] = lineSpans(begin);
  return {
    ...known,
    ...aboutMessage(recalled.message),
    firstLine: truncateText(begin.slice(0, line!.end), FIRST_LINE).toWellFormed(),
    characters: text.length,
    lines,
  };
}
