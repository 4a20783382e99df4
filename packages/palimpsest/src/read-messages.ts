import type { IContent, Repair } from '@palimpsest/core-types';
import { getCodec, isOfItems, type FormatName } from '@palimpsest/formats';
import { groupResultsWithCalls, repairHistory } from '@palimpsest/history';

/** Messages as a history, and what had to be mended. */
export interface ReadHistory {
  readonly history: readonly IContent[];
  readonly repairs: readonly Repair[];
}

/** Messages as a whole history. Beyond that providers want every response directly behind its call. */
export function readMessages(messages: readonly unknown[], format: FormatName): ReadHistory {
  const repaired = repairHistory(getCodec(format).decode(messages));
  if (format === 'icontent') return repaired;
  const gathered = groupResultsWithCalls(repaired.history);
  const repairs = [...repaired.repairs, ...gathered.repairs];
  if (repairs.length > 0 && isOfItems(format)) {
    // Where one entry of items ends shows in what follows: without that, it may be another.
    const codec = getCodec(format);
    return { history: codec.decode(codec.encode(gathered.history)), repairs };
  }
  if (format !== 'gemini' || repairs.length === 0) return { history: gathered.history, repairs };
  // Gemini wants all answers to a content in one: what moved joins the others there, and so does what stands behind one that was made up.
  const moved = new Set(gathered.repairs.map(({ index }) => repaired.history[index]));
  const history: IContent[] = [];
  for (const entry of gathered.history) {
    const last = history.at(-1);
    const isBehind = last?.speaker === 'tool' && last.native === undefined;
    const joins = moved.has(entry) || (isBehind && entry.speaker === 'tool');
    history.push(joins ? withoutNative(entry) : entry);
  }
  return { history, repairs };
}

function withoutNative({ native: _native, ...entry }: IContent): IContent {
  return entry;
}
