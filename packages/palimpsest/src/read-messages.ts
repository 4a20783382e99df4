import type { IContent, Repair } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import { groupResultsWithCalls, rememberRepaired, repairHistory } from '@palimpsest/engine/history';

/** Messages as a repaired history, and the repairs. */
export interface ReadHistory {
  readonly history: readonly IContent[];
  readonly repairs: readonly Repair[];
  /** The history before the repairs. */
  readonly given: readonly IContent[];
}

/** Decodes messages and repairs the history. Places every result directly after its call, as providers require. */
export function readMessages(messages: readonly unknown[], codec: Codec): ReadHistory {
  const given = codec.decode(messages);
  const repaired = repairHistory(given);
  // The caller may change a list of entries, but not what was decoded.
  if (repaired.history !== messages) rememberRepaired(repaired);
  const unfinished = findUnfinishedArguments(given);
  if (codec.name === 'icontent') {
    return { history: repaired.history, repairs: [...repaired.repairs, ...unfinished], given };
  }
  const gathered = groupResultsWithCalls(repaired.history);
  const fixes = [...repaired.repairs, ...gathered.repairs];
  const repairs = [...fixes, ...unfinished];
  if (fixes.length > 0 && codec.isOfItems === true && codec.isLog !== true) {
    // The end of an entry may depend on the items after it.
    return { history: codec.decode(codec.encode(gathered.history)), repairs, given };
  }
  if (codec.name !== 'gemini' || fixes.length === 0)
    return { history: gathered.history, repairs, given };
  // Gemini expects all results of a content in one message: a moved result joins the others there, and so does a result after a generated one.
  const moved = new Set(gathered.repairs.map(({ index }) => repaired.history[index]));
  const history: IContent[] = [];
  for (const entry of gathered.history) {
    const last = history.at(-1);
    const isBehind = last?.speaker === 'tool' && last.native === undefined;
    const joins = moved.has(entry) || (isBehind && entry.speaker === 'tool');
    history.push(joins ? withoutNative(entry) : entry);
  }
  return { history, repairs, given };
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
