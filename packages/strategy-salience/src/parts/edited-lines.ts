import type { EditedLines } from '../value/values.ts';
import { isRecord, type ToolCallBlock, type ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import { hasFailed } from '@palimpsest/tool-taxonomy';
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

/**
 * Returns the lines that successful edits replaced, and those that they wrote, by the state after the last edit: a result with replaced lines
 * shows an old state of its file.
 */
export function findEditedLines(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  reader: TextParser,
): EditedLines {
  const replaced = new Set<number>();
  const written = new Set<number>();
  for (const { calls } of exchanges) {
    for (const { call, response } of calls) {
      const edits = response === undefined ? [] : editsOf(call, reader);
      if (edits.length === 0) continue;
      const use = taxonomy.describe(call.name, call.parameters);
      if (hasFailed(taxonomy, use, response!.response)) continue;
      for (const { before, after } of edits) {
        const old = new Set(before);
        const fresh = new Set(after);
        for (const line of old) {
          if (fresh.has(line)) continue;
          replaced.add(line);
          written.delete(line);
        }
        for (const line of fresh) {
          replaced.delete(line);
          if (!old.has(line)) written.add(line);
        }
      }
    }
  }
  return { replaced, written };
}

/** The lines of an edit. */
interface LineEdit {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Edits by call. Calls are replaced, never changed. */
const known = new WeakMap<ToolCallBlock, { reader: TextParser; edits: readonly LineEdit[] }>();

function editsOf(call: ToolCallBlock, reader: TextParser): readonly LineEdit[] {
  const found = known.get(call);
  if (found?.reader === reader) return found.edits;
  const { parameters } = call;
  const list = isRecord(parameters) ? parameters[EDIT_LIST] : undefined;
  const edits = [parameters, ...(Array.isArray(list) ? list : [])].flatMap((given) =>
    isRecord(given) ? editIn(given, reader) : [],
  );
  known.set(call, { reader, edits });
  return edits;
}

function editIn(given: Readonly<Record<string, unknown>>, reader: TextParser): LineEdit[] {
  for (const [old, fresh] of EDIT_PARAMETERS) {
    const { [old]: before, [fresh]: after } = given;
    if (typeof before === 'string' && typeof after === 'string')
      return [{ before: linesOf(before, reader), after: linesOf(after, reader) }];
  }
  return [];
}

function linesOf(text: string, reader: TextParser): readonly number[] {
  const { units, count } = reader.parseLines(text);
  const lines: number[] = [];
  for (let unit = 0; unit < count; unit += 1) {
    const line = units[unit * UNIT_SIZE + LINE]!;
    if (line >= 0) lines.push(line);
  }
  return lines;
}
