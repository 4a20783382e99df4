import { isRecord, type ToolUse } from '@palimpsest/core-types';
import { parseJsonRecord } from '../text/parse-json-record.ts';

/** A long text among the arguments of a call. */
interface StepText {
  /** Role of the text in the sentence: `replacing`, `with`, `body`; empty for the only one. */
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
  /** The folder to which a command in `object` changed first: `cd /work && make`. */
  readonly folder?: string;
  /** Further short arguments: `lines 1–40`, `priority high`; empty for none. */
  readonly details: string;
  readonly texts: readonly StepText[];
}

/** Maximum length of an argument in the title or the details, in UTF-16 units: about two lines. A longer one is a separate text. */
const MAX_DETAIL_LENGTH = 160;
/** Names of arguments that are not described. `describeLineRange` describes those of a range of lines. */
const OMITTED_ARGUMENTS: ReadonlySet<string> = new Set(
  'timeout run_in_background is_background dangerouslyDisableSandbox replace_all security_risk output_mode activeForm summary offset limit view_range start_line end_line start end'.split(
    ' ',
  ),
);
const PATH_ARGUMENTS =
  'file_path absolute_path path filePath filename file notebook_path relative_path'.split(' ');
const OLD_TEXT_ARGUMENTS = 'old_string old_str oldString oldText old_text search'.split(' ');
const NEW_TEXT_ARGUMENTS =
  'new_string new_str newString newText new_text replace insert_text'.split(' ');
const CONTENT_ARGUMENTS = 'content contents file_text text new_source patch input diff'.split(' ');
const COMMAND_ARGUMENTS = 'command cmd script code'.split(' ');

/**
 * Describes a call in past tense. The description never looks like a call, which a model could copy: no name is directly before a bracket, and
 * only a separate text may be JSON.
 *
 * @param use the taxonomy's description of the call
 */
export function describeStep(name: string, parameters: unknown, use: ToolUse): StepDescription {
  const record = withPlainCommand(
    isRecord(parameters) ? parameters : parseJsonRecord(parameters),
    use,
  );
  if (record === undefined) {
    const title = describeTitle(name, use, undefined);
    const text = typeof parameters === 'string' ? parameters : '';
    const isDescribed = text === '' || isInTitle(text, title.object);
    return { ...title, details: '', texts: isDescribed ? [] : [{ label: '', text }] };
  }
  const title = describeTitle(name, use, record);
  const texts: StepText[] = [];
  const details: string[] = [describeLineRange(record)].filter((range) => range !== '');
  for (const [key, value] of Object.entries(record)) {
    if (isInTitle(value, title.object) || OMITTED_ARGUMENTS.has(key)) continue;
    // The command itself is in the title.
    if (title.verb === 'Ran' && key === 'description') continue;
    // Of an editor tool: the verb expresses its command, such as `str_replace`.
    if (key === 'command' && title.path !== undefined && title.verb !== 'Changed') continue;
    const edits = listEditTexts(value, use);
    texts.push(...edits);
    if (edits.length > 0) continue;
    const text = formatArgument(value);
    if (text === '') continue;
    const label = labelOf(key, use);
    const isContent =
      label === 'replacing' || label === 'with' || (label === '' && use.kind === 'write');
    if (isContent || text.length > MAX_DETAIL_LENGTH || text.includes('\n'))
      texts.push({ label, text });
    else details.push(label === '' ? text : `${label} ${text}`);
  }
  return { ...title, details: details.join(', '), texts };
}

/** Returns the arguments with the command as a text. Codex passes it as a list of words, with a patch as the last of them. */
function withPlainCommand(
  record: Readonly<Record<string, unknown>> | undefined,
  { kind, key }: ToolUse,
): Readonly<Record<string, unknown>> | undefined {
  const { command, ...others } = record ?? {};
  if (record === undefined || !Array.isArray(command)) return record;
  return kind === 'write'
    ? { ...others, patch: formatArgument(command.at(-1)) }
    : { ...others, command: key ?? command.map(formatArgument).join(' ') };
}

/** Returns the start of the sentence: the verb, and the object if it is short. */
function describeTitle(
  name: string,
  { kind, paths, key = '', plan }: ToolUse,
  record: Readonly<Record<string, unknown>> | undefined,
): Pick<StepDescription, 'verb' | 'object' | 'path' | 'folder'> {
  const used = `Used ${readableName(name)}`;
  const [path] = paths;
  const isOneLine = key !== '' && key.length <= MAX_DETAIL_LENGTH && !key.includes('\n');
  const object = isOneLine ? key : '';
  switch (kind) {
    case 'read':
    case 'write': {
      if (path === undefined) return { verb: kind === 'read' ? 'Read' : used, object };
      return { verb: kind === 'read' ? 'Read' : verbOfChange(record), object: path, path };
    }
    case 'run':
      if (!COMMAND_ARGUMENTS.some((each) => each in (record ?? {}))) return { verb: used, object };
      return isOneLine
        ? { verb: 'Ran', ...describeCommand(key) }
        : { verb: 'Ran a command', object };
    case 'search': {
      const pattern = record?.['pattern'] ?? record?.['query'] ?? record?.['regex'];
      if (pattern === undefined) return { verb: 'Searched', object };
      const text = formatArgument(pattern);
      const isShort = text.length <= MAX_DETAIL_LENGTH && !text.includes('\n');
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

/** Change of the folder before a command. It is described apart, because most commands of a session run in the same folder. */
const CHANGE_FOLDER = /^cd ([^\s"'`]+) && /;

function describeCommand(command: string): Pick<StepDescription, 'object' | 'folder'> {
  const folder = CHANGE_FOLDER.exec(command)?.[1];
  const object = `\`${command.replace(CHANGE_FOLDER, '')}\``;
  return { object, ...(folder === undefined ? {} : { folder }) };
}

/** Arguments of calls that change a part of a file. */
const EDIT_ARGUMENTS: readonly string[] = [
  ...OLD_TEXT_ARGUMENTS,
  ...NEW_TEXT_ARGUMENTS,
  'edits',
  'patch',
  'patch_content',
  'diff',
];

/** Returns `Edited` for a change of a part of a file, `Wrote` for a whole file, `Changed` if unknown. */
function verbOfChange(record: Readonly<Record<string, unknown>> | undefined): string {
  // Only a patch is passed as a text.
  if (record === undefined || EDIT_ARGUMENTS.some((key) => key in record)) return 'Edited';
  const content = CONTENT_ARGUMENTS.map((key) => record[key]).find(
    (text) => typeof text === 'string',
  );
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

/** Returns whether an argument is the object of the title. */
function isInTitle(value: unknown, object: string): boolean {
  if (typeof value !== 'string' || object === '') return false;
  return value === object || `\`${value.trim().replace(CHANGE_FOLDER, '')}\`` === object;
}

/** Returns the replaced and written texts of a list of edits; nothing for any other argument. */
function listEditTexts(value: unknown, use: ToolUse): StepText[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((edit: unknown) =>
    Object.entries(isRecord(edit) ? edit : {}).flatMap(([key, text]) => {
      if (typeof text !== 'string' || ![...OLD_TEXT_ARGUMENTS, ...NEW_TEXT_ARGUMENTS].includes(key))
        return [];
      return { label: labelOf(key, use), text };
    }),
  );
}

function labelOf(key: string, { kind, plan }: ToolUse): string {
  if (plan === 'plan') return '';
  if (OLD_TEXT_ARGUMENTS.includes(key)) return 'replacing';
  if (NEW_TEXT_ARGUMENTS.includes(key)) return 'with';
  if (kind === 'write' && CONTENT_ARGUMENTS.includes(key)) return '';
  if (kind === 'run' && COMMAND_ARGUMENTS.includes(key)) return 'command';
  if (kind === 'search' && PATH_ARGUMENTS.includes(key)) return 'in';
  // An option of a command: `-C`.
  if (/^--?[a-z]/i.test(key)) return readableName(key);
  return readableName(key)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

/** Returns the range of lines that a call requests, such as `lines 1–40`; empty if it requests none. */
function describeLineRange(record: Readonly<Record<string, unknown>>): string {
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

/** Returns an argument as a text: short items of a list on one line, records one per line. */
function formatArgument(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const rows = value.map((each: unknown) =>
      isRecord(each) ? formatRecord(each) : formatArgument(each),
    );
    return rows.some((row, index) => isRecord(value[index]) || row.length > MAX_DETAIL_LENGTH)
      ? rows.join('\n')
      : rows.join(', ');
  }
  return isRecord(value) ? formatRecord(value) : '';
}

/** Returns the members of a record, separated by commas: `content Fix the test, status done`. Texts of several lines start below their names. */
function formatRecord(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .flatMap(([key, value]) => {
      if (OMITTED_ARGUMENTS.has(key)) return [];
      const text = formatArgument(value);
      if (text === '') return [];
      const name = readableName(key);
      return text.includes('\n') ? `${name}:\n${text}` : `${name} ${text}`;
    })
    .join(', ');
}
