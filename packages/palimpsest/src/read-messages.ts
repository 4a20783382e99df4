import type { IContent, Repair } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import { groupResultsWithCalls, rememberRepaired, repairHistory } from '@palimpsest/engine/history';

/** Messages as a repaired history, and the repairs. */
export interface ReadHistory {
  readonly history: readonly IContent[];
  readonly repairs: readonly Repair[];
  /** The history before the repairs. */
  readonly decoded: readonly IContent[];
}

/** Decodes messages and repairs the history. Places every result directly after its call, as providers require. */
export function readMessages(messages: readonly unknown[], codec: Codec): ReadHistory {
  const decoded = codec.decode(messages);
  const repaired = repairHistory(decoded);
  // Entries that a caller passes itself may change later, so they are not cached.
  if (repaired.history !== messages) rememberRepaired(repaired);
  const unfinished = findUnfinishedArguments(decoded);
  if (codec.name === 'icontent') {
    return { history: repaired.history, repairs: [...repaired.repairs, ...unfinished], decoded };
  }
  const grouped = groupResultsWithCalls(repaired.history);
  const fixes = [...repaired.repairs, ...grouped.repairs];
  const repairs = [...fixes, ...unfinished];
  if (fixes.length > 0 && codec.isOfItems === true && codec.isLog !== true) {
    // The end of an entry may depend on the items after it.
    return { history: codec.decode(codec.encode(grouped.history)), repairs, decoded };
  }
  if (codec.name !== 'gemini' || fixes.length === 0)
    return { history: grouped.history, repairs, decoded };
  // Gemini expects all results of a content in one message: a moved result joins the others there, and so does a result after a generated one.
  const moved = new Set(grouped.repairs.map(({ index }) => repaired.history[index]));
  const history: IContent[] = [];
  for (const entry of grouped.history) {
    const last = history.at(-1);
    const isBehind = last?.speaker === 'tool' && last.native === undefined;
    const joins = moved.has(entry) || (isBehind && entry.speaker === 'tool');
    history.push(joins ? withoutNative(entry) : entry);
  }
  return { history, repairs, decoded };
}

function withoutNative({ native: _native, ...entry }: IContent): IContent {
  return entry;
}

/** Returns a report for each call whose arguments begin as a JSON object and are no JSON: the model was cut off. */
function findUnfinishedArguments(history: readonly IContent[]): Repair[] {
  return history.flatMap(({ blocks }, index) =>
    blocks.flatMap((block): Repair | readonly Repair[] => {
      if (block.type !== 'tool_call' || !isUnfinished(block.parameters)) return [];
      const detail = `the arguments of ${block.name} (${block.id}) are unfinished JSON and stay as they are`;
      return { kind: 'unfinished-arguments', index, detail };
    }),
  );
}

function isUnfinished(parameters: unknown): boolean {
  if (typeof parameters !== 'string' || !/^\s*\{/.test(parameters)) return false;
  try {
    JSON.parse(parameters);
    return false;
  } catch {
    return true;
  }
}
