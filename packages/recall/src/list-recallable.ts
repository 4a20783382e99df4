import { OptionError } from '@palimpsest/core-types';
import type { KeptCompression, Originals } from '@palimpsest/originals';
import { truncateText, forEachLine, lineSpans } from '@palimpsest/text';
import { aboutMessage, type MessageOrigin } from './about-message.ts';
import { textOf } from './message-text.ts';

interface ListRecallableOptions {
  /** How many originals to pass over. @default 0 */
  readonly offset?: number;
  /** How many to give at most. @default 50 */
  readonly limit?: number;
}

/** One original, as an agent chooses among them. */
export interface Recallable extends MessageOrigin {
  /** All of the id. */
  readonly id: string;
  /** What `recall` can be asked with: 8 digits, or all where others of the session begin so. */
  readonly shortId: string;
  /** The compression that took it out first. */
  readonly compression: string;
  readonly strategy?: string;
  /** The first line that is not blank, up to 120 characters; empty for what is missing. */
  readonly firstLine: string;
  /** Size of its text in UTF-16 units; 0 for what is missing. */
  readonly characters: number;
  readonly lines: number;
  /** The store does not have it any more, or has something else. */
  readonly missing?: 'absent' | 'corrupt';
}

/** An id of a session, without its content. */
type RecallableId = Pick<Recallable, 'id' | 'shortId' | 'compression' | 'strategy'>;

const FIRST_LINE = 120;
const DEFAULT_LIMIT = 50;

/** The id of every original of a session, each once, in the order in which compressions took them out. Reads nothing from the store. */
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
 * What can be recalled, in the order in which compressions took it out. Only what is listed is read from the store.
 *
 * @throws {OptionError} for originals or options that cannot be meant
 */
export async function listRecallable(
  originals: Pick<Originals, 'list' | 'recall' | 'shortId'>,
  options: ListRecallableOptions = {},
): Promise<{ readonly total: number; readonly originals: readonly Recallable[] }> {
  const { offset = 0, limit = DEFAULT_LIMIT, ...others } = options;
  if (typeof originals?.list !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  for (const name of Object.keys(others)) throw new OptionError('options', name, 'offset, limit');
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
  // White space in front counts, so that a text of nothing else is not searched line by line.
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
