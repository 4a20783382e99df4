import { isRecord, type ToolUse } from '@palimpsest/core-types';
import { recordIn } from '../text/record-in.ts';

/** A long text among the arguments of a call. */
interface StepText {
  /** What it is, in words: `replacing`, `with`, `body`; empty for the only one. */
  readonly label: string;
  readonly text: string;
}

/** A call of a tool, in past tense: `Read src/a.ts, lines 1–40`. */
export interface StepDescription {
  /** `Read`, `Edited`, `Ran`, or `Used` with the name of the tool. */
  readonly verb: string;
  /** What it was done to: a path, a command, a pattern; empty if unknown. */
  readonly object: string;
  /** The file, if `object` is one. */
  readonly path?: string;
  /** Further short arguments: `lines 1–40`, `priority high`; empty for none. */
  readonly details: string;
  readonly texts: readonly StepText[];
}

/** A longer argument, or one of several lines, is a text of its own. In UTF-16 units. */
const SHORT = 160;
/** Arguments that say nothing about what was done. */
const SILENT: ReadonlySet<string> = new Set([
  ...'timeout run_in_background replace_all is_background security_risk dangerouslyDisableSandbox'.split(
    ' ',
  ),
  ...'output_mode activeForm summary offset limit view_range start_line end_line start end'.split(
    ' ',
  ),
]);
const PATHS =
  'file_path absolute_path path filePath filename file notebook_path relative_path'.split(' ');
const REPLACED = 'old_string old_str oldString oldText old_text search'.split(' ');
const WRITTEN = 'new_string new_str newString newText new_text replace insert_text'.split(' ');
const CONTENTS = 'content contents file_text text new_source patch input diff'.split(' ');
const COMMANDS = 'command cmd script code'.split(' ');

/**
 * Describes a call in past tense. Its words never have the form of a call: no name stands before a bracket, no argument is JSON unless it is a
 * text of its own.
 *
 * @param use what the taxonomy says about the call
 */
export function describeStep(name: string, parameters: unknown, use: ToolUse): StepDescription {
  const record = withPlainCommand(isRecord(parameters) ? parameters : recordIn(parameters), use);
  if (record === undefined) {
    const start = startOf(name, use, undefined);
    const text = typeof parameters === 'string' ? parameters : '';
    const isKnown = text === '' || isSaid('', text, start.object);
    return { ...start, details: '', texts: isKnown ? [] : [{ label: '', text }] };
  }
  const start = startOf(name, use, record);
  const texts: StepText[] = [];
  const details: string[] = [linesRead(record)].filter((range) => range !== '');
  for (const [key, value] of Object.entries(record)) {
    if (isSaid(key, value, start.object) || SILENT.has(key)) continue;
    // The command says it.
    if (start.verb === 'Ran' && key === 'description') continue;
    // The verb says what an editor was told.
    if (key === 'command' && start.path !== undefined && start.verb !== 'Changed') continue;
    const edits = textsOfEdits(value, use);
    texts.push(...edits);
    if (edits.length > 0) continue;
    const text = textOf(value);
    if (text === '') continue;
    const label = labelOf(key, use);
    const isContent =
      label === 'replacing' || label === 'with' || (label === '' && use.kind === 'write');
    if (isContent || text.length > SHORT || text.includes('\n')) texts.push({ label, text });
    else details.push(label === '' ? text : `${label} ${text}`);
  }
  return { ...start, details: details.join(', '), texts };
}

/** Returns arguments whose command is a text. Codex gives it as a list of words, a patch as the last of them. */
function withPlainCommand(
  record: Readonly<Record<string, unknown>> | undefined,
  { kind, key }: ToolUse,
): Readonly<Record<string, unknown>> | undefined {
  const { command, ...others } = record ?? {};
  if (record === undefined || !Array.isArray(command)) return record;
  return kind === 'write'
    ? { ...others, patch: textOf(command.at(-1)) }
    : { ...others, command: key ?? command.map(textOf).join(' ') };
}

function startOf(
  name: string,
  { kind, paths, key = '', plan }: ToolUse,
  record: Readonly<Record<string, unknown>> | undefined,
): Pick<StepDescription, 'verb' | 'object' | 'path'> {
  const used = `Used ${readableName(name)}`;
  const [path] = paths;
  const isOneLine = key !== '' && key.length <= SHORT && !key.includes('\n');
  const object = isOneLine ? key : '';
  switch (kind) {
    case 'read':
    case 'write': {
      if (path === undefined) return { verb: kind === 'read' ? 'Read' : used, object };
      return { verb: kind === 'read' ? 'Read' : verbOfChange(record), object: path, path };
    }
    case 'run':
      if (!COMMANDS.some((each) => each in (record ?? {}))) return { verb: used, object };
      return isOneLine
        ? { verb: 'Ran', object: `\`${key.replace(FOLDER, '')}\`` }
        : { verb: 'Ran a command', object };
    case 'search': {
      const pattern = record?.['pattern'] ?? record?.['query'] ?? record?.['regex'];
      if (pattern === undefined) return { verb: 'Searched', object };
      const text = textOf(pattern);
      const isShort = text.length <= SHORT && !text.includes('\n');
      return isShort
        ? { verb: 'Searched for', object: `\`${text}\`` }
        : { verb: 'Searched', object };
    }
    case 'fetch':
      return { verb: /^https?:/.test(key) ? 'Fetched' : 'Looked up', object };
    default:
      return plan === 'plan' ? { verb: 'Updated the plan', object: '' } : { verb: used, object };
  }
}

/** The folder that a command is run in: it says little, and a command is cut at its end. */
const FOLDER = /^cd \S+ && /;

const EDITS: readonly string[] = [
  ...REPLACED,
  ...WRITTEN,
  'edits',
  'patch',
  'patch_content',
  'diff',
];

/** Returns whether a file was edited or written as a whole; what is not known is not said. */
function verbOfChange(record: Readonly<Record<string, unknown>> | undefined): string {
  // Only patches are given as a text.
  if (record === undefined || EDITS.some((key) => key in record)) return 'Edited';
  const content = CONTENTS.map((key) => record[key]).find((text) => typeof text === 'string');
  if (content === undefined) return 'Changed';
  return content.startsWith('*** Begin Patch') ? 'Edited' : 'Wrote';
}

/** Returns a name without signs that could open arguments. */
function readableName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}_.:/-]+/gu, ' ')
    .trim()
    .slice(0, 100);
}

/** Returns whether an argument is already said by the object of the step. */
function isSaid(key: string, value: unknown, object: string): boolean {
  if (typeof value !== 'string' || object === '') return false;
  return (
    value === object ||
    `\`${value.trim().replace(FOLDER, '')}\`` === object ||
    (PATHS.includes(key) && object === value)
  );
}

/** Returns the replaced and written texts of a list of edits; nothing for any other argument. */
function textsOfEdits(value: unknown, use: ToolUse): StepText[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((edit: unknown) =>
    Object.entries(isRecord(edit) ? edit : {}).flatMap(([key, text]) => {
      if (typeof text !== 'string' || ![...REPLACED, ...WRITTEN].includes(key)) return [];
      return { label: labelOf(key, use), text };
    }),
  );
}

function labelOf(key: string, { kind, plan }: ToolUse): string {
  if (plan === 'plan') return '';
  if (REPLACED.includes(key)) return 'replacing';
  if (WRITTEN.includes(key)) return 'with';
  if (kind === 'write' && CONTENTS.includes(key)) return '';
  if (kind === 'run' && COMMANDS.includes(key)) return 'command';
  if (kind === 'search' && PATHS.includes(key)) return 'in';
  // An option of a command: `-C`.
  if (/^--?[a-z]/i.test(key)) return readableName(key);
  return readableName(key)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

/** Returns the lines that a call asked for: `lines 1–40`, or nothing. */
function linesRead(record: Readonly<Record<string, unknown>>): string {
  const number = (key: string): number | undefined => {
    const value = Number(record[key] ?? Number.NaN);
    return Number.isSafeInteger(value) ? value : undefined;
  };
  const range: unknown = record['view_range'];
  if (Array.isArray(range) && range.length === 2)
    return `lines ${String(range[0])}–${String(range[1])}`;
  const [start, end] = [number('start_line'), number('end_line')];
  if (start !== undefined && end !== undefined) return `lines ${start}–${end}`;
  const [offset, limit] = [number('offset'), number('limit')];
  if (offset !== undefined)
    return limit === undefined ? `from line ${offset}` : `lines ${offset}–${offset + limit - 1}`;
  return limit === undefined ? '' : `lines 1–${limit}`;
}

/** Returns an argument as a text: a list of short texts in a row, rows of records as lines. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const rows = value.map((each: unknown) => (isRecord(each) ? rowOf(each) : textOf(each)));
    return rows.some((row, at) => isRecord(value[at]) || row.length > SHORT)
      ? rows.join('\n')
      : rows.join(', ');
  }
  return isRecord(value) ? rowOf(value) : '';
}

/** Returns the members of a record in a row: `content Fix the test, status done`. Texts of several lines start below their names. */
function rowOf(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .flatMap(([key, value]) => {
      if (SILENT.has(key)) return [];
      const text = textOf(value);
      if (text === '') return [];
      const name = readableName(key);
      return text.includes('\n') ? `${name}:\n${text}` : `${name} ${text}`;
    })
    .join(', ');
}
