import type { IContent, Repair } from '@palimpsest/core-types';
import { isLogFormat, isOfItems, type Codec } from '@palimpsest/formats';
import { groupResultsWithCalls, rememberRepaired, repairHistory } from '@palimpsest/history';

/** Messages as a repaired history, and the repairs. */
export interface ReadHistory {
  readonly history: readonly IContent[];
  readonly repairs: readonly Repair[];
}

/** Decodes messages and repairs the history. Places every result directly after its call, as providers require. */
export function readMessages(messages: readonly unknown[], codec: Codec): ReadHistory {
  const repaired = repairHistory(codec.decode(messages));
  // The caller may change a list of entries, but not what was decoded.
  if (repaired.history !== messages) rememberRepaired(repaired);
  if (codec.name === 'icontent') return repaired;
  const gathered = groupResultsWithCalls(repaired.history);
  const repairs = [...repaired.repairs, ...gathered.repairs];
  if (repairs.length > 0 && isOfItems(codec.name) && !isLogFormat(codec.name)) {
    // The end of an entry may depend on the items after it.
    return { history: codec.decode(codec.encode(gathered.history)), repairs };
  }
  if (codec.name !== 'gemini' || repairs.length === 0)
    return { history: gathered.history, repairs };
  // Gemini expects all results of a content in one message: a moved result joins the others there, and so does a result after a generated one.
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
