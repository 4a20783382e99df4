import type { EditedLines } from '../value/values.ts';
import { isRecord, type ToolCallBlock, type ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/engine/history';
import { hasFailed } from '@palimpsest/engine/tools';
import { LINE, UNIT_SIZE } from '../reading/parsed-text.ts';
import type { TextParser } from '../reading/create-text-parser.ts';

/** Parameter names of edit tools: the replaced text and the new text. */
const EDIT_PARAMETERS = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
] as const;

/** A parameter with several edits of one file. */
const EDIT_LIST = 'edits';

/** Returns the lines that successful edits replaced, and those that they wrote. For a line with several edits, the last one counts. Yields between calls. */
export function* findEditedLines(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  parser: TextParser,
): Generator<void, EditedLines> {
  const replaced = new Set<number>();
  const written = new Set<number>();
  for (const { calls } of exchanges) {
    for (const { call, response } of calls) {
      yield;
      if (response === undefined) continue;
      const edits = editsOf(call, parser);
      if (edits.length === 0) continue;
      const use = taxonomy.describe(call.name, call.parameters);
      if (hasFailed(taxonomy, use, response.response)) continue;
      for (const { before, after } of edits) {
        for (const line of before) {
          if (after.has(line)) continue;
          replaced.add(line);
          written.delete(line);
        }
        for (const line of after) {
          replaced.delete(line);
          if (!before.has(line)) written.add(line);
        }
      }
    }
  }
  return { replaced, written };
}

/** The lines of an edited text before and after the edit, by vocabulary ids. */
interface LineEdit {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Cached edits. Calls are replaced, never changed. */
const editsByCall = new WeakMap<ToolCallBlock, { parser: TextParser; edits: LineEdit[] }>();

function editsOf(call: ToolCallBlock, parser: TextParser): readonly LineEdit[] {
  const cached = editsByCall.get(call);
  if (cached?.parser === parser) return cached.edits;
  const { parameters } = call;
  const list = isRecord(parameters) ? parameters[EDIT_LIST] : undefined;
  const edits = [parameters, ...(Array.isArray(list) ? list : [])].flatMap((edit) =>
    isRecord(edit) ? readEdit(edit, parser) : [],
  );
  editsByCall.set(call, { parser, edits });
  return edits;
}

/** Returns the edit in a record, or an empty list. */
function readEdit(record: Readonly<Record<string, unknown>>, parser: TextParser): LineEdit[] {
  for (const [oldName, newName] of EDIT_PARAMETERS) {
    const { [oldName]: before, [newName]: after } = record;
    if (typeof before === 'string' && typeof after === 'string')
      return [{ before: linesOf(before, parser), after: linesOf(after, parser) }];
  }
  return [];
}

function linesOf(text: string, parser: TextParser): ReadonlySet<number> {
  const { units, count } = parser.parseLines(text);
  const lines = new Set<number>();
  for (let unit = 0; unit < count; unit += 1) {
    const line = units[unit * UNIT_SIZE + LINE]!;
    if (line >= 0) lines.add(line);
  }
  return lines;
}
