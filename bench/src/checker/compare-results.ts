import { bytesIn, cutMedia, cutRuns } from './media-in.ts';
import { isJson, type Json } from './rule.ts';
import { toolNames, toolResults, type FoundResult } from './tool-results.ts';

/** Rules for the tool results of a compressed conversation. */
export const RESULT_RULES = {
  'media-cut':
    'An attachment is whole or gone: every run of its base64 in the output is one of the input.',
  'media-unreported': 'Where an attachment of a result is gone, something says so.',
  'kind-kept': 'A list stays a list, a record stays a record, a text stays a text.',
  'members-counted': 'Each member of a record, and each element of a list, is there or is counted.',
  'failure-kept': 'A failed call says so as its format does, and its error is still readable.',
} as const;

export type ResultRule = keyof typeof RESULT_RULES;

export interface ResultProblem {
  readonly rule: ResultRule;
  readonly message: string;
}

/** Compares the tool results of a conversation before and after compression, in any format. */
export function compareResults(
  before: readonly unknown[],
  after: readonly unknown[],
): readonly ResultProblem[] {
  const problems: ResultProblem[] = [];
  const cut = cutMedia(before, after);
  if (cut.length > 0) {
    const [first = ''] = cut;
    const message = `${cut.length} pieces, one of ${first.length} characters: ${first.slice(0, 40)}`;
    problems.push({ rule: 'media-cut', message });
  }
  const now = onlyOnes(toolResults(after));
  const tools = toolNames(before);
  for (const [id, was] of onlyOnes(toolResults(before))) {
    const is = now.get(id);
    if (is === undefined || JSON.stringify(is.holder) === JSON.stringify(was.holder)) continue;
    for (const { rule, message } of compareResult(was, is, tools.get(id) ?? id)) {
      problems.push({ rule, message: `${id}: ${message}` });
    }
  }
  return problems;
}

/** Returns results with a unique id; others cannot be matched. */
function onlyOnes(results: readonly FoundResult[]): ReadonlyMap<string, FoundResult> {
  const count = new Map<string, number>();
  for (const { id } of results) count.set(id, (count.get(id) ?? 0) + 1);
  return new Map(results.filter(({ id }) => count.get(id) === 1).map((one) => [one.id, one]));
}

function* compareResult(was: FoundResult, is: FoundResult, tool: string): Generator<ResultProblem> {
  const [old, now] = [kindOf(was.value), kindOf(is.value)];
  if (old !== now && old !== 'other') {
    yield { rule: 'kind-kept', message: `a ${old} became a ${now}: ${shown(is.value)}` };
  }
  const [piece] = cutRuns(was.holder, is.holder);
  if (piece !== undefined) {
    yield {
      rule: 'media-cut',
      message: `a piece of ${piece.length} characters: ${piece.slice(0, 40)}`,
    };
  }
  const said = JSON.stringify(is.holder);
  // Data in text that is no longer valid JSON, because its end was truncated, is not lost.
  const left = bytesIn(is.holder);
  const isThere = (data: string): boolean => left.has(data) || (data !== '' && said.includes(data));
  const lost = [...bytesIn(was.holder)].filter((data) => !isThere(data)).length;
  if (lost > 0 && !hasNewMarker(was.holder, is.holder)) {
    yield { rule: 'media-unreported', message: `${lost} attachments are gone: ${shown(is.value)}` };
  }
  if (!isSummary(said)) {
    for (const message of uncounted(was.value, is.value, ''))
      yield { rule: 'members-counted', message };
  }
  if (was.hasFailed && !is.hasFailed) {
    yield { rule: 'failure-kept', message: `it is no failure any more: ${shown(is.holder)}` };
  }
  const error = errorOf(was.value, tool);
  if (error !== undefined && !said.includes(JSON.stringify(error).slice(1, -1))) {
    yield { rule: 'failure-kept', message: `"${error}" is gone: ${shown(is.value)}` };
  }
}

function kindOf(value: unknown): 'text' | 'list' | 'record' | 'other' {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'list';
  return isJson(value) ? 'record' : 'other';
}

/** Returns whether a new text contains a marker or a line in brackets. */
function hasNewMarker(before: unknown, after: unknown): boolean {
  const known = new Set(textsIn(before));
  return textsIn(after).some((text) => !known.has(text) && /…|\[[^\]]{3,}\]/.test(text));
}

/** Returns every text in a value, and member names with a colon, which distinguishes a marker in a name from one in a text. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${name}:`, ...textsIn(member)]);
}

/** Returns whether a result contains a marker for the whole result. */
function isSummary(said: string): boolean {
  return /\[(?:.{1,190}: (?:success|error)|Result pruned|truncated —|(?:near-)?dup of|summary)/.test(
    said,
  );
}

function* uncounted(was: unknown, is: unknown, path: string): Generator<string> {
  if (Array.isArray(was) && Array.isArray(is)) {
    const marks = is.map(countOf);
    const rest = marks.filter((count) => count === 0).length;
    const counted = marks.reduce((sum: number, count) => sum + count, 0);
    if (rest + counted < was.length) {
      yield `${path || 'the list'} had ${was.length} elements, has ${rest} and counts ${counted}`;
    }
  }
  if (!isJson(was) || !isJson(is) || isPlaceholder(is)) return;
  const gone = Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  const counted = Object.entries(is).reduce((sum, [name, value]) => {
    if (Object.hasOwn(was, name)) return sum;
    return (
      sum +
      (name.startsWith('…') && typeof value === 'number' ? value : countOf(value) + countOf(name))
    );
  }, 0);
  if (counted < gone.length)
    yield `${path || 'the record'} lost ${gone.join(', ')}, and counts ${counted}`;
  for (const [name, value] of Object.entries(is)) {
    if (Object.hasOwn(was, name)) yield* uncounted(was[name], value, `${path}.${name}`);
  }
}

const PLACEHOLDER = /^\[[^\]\n]{3,300}\]$/;

/** Returns whether a part consists only of text that replaces a picture or a file. A `media` member may name further ones. */
function isPlaceholder({ text, type: _type, media, ...others }: Json): boolean {
  const named = typeof media === 'string' ? media.split('\n') : [];
  const isAlone = Object.keys(others).length === 0 && (media === undefined || named.length > 0);
  return isAlone && [text, ...named].every((one) => PLACEHOLDER.test(String(one)));
}

/** Returns how many members or elements a marker represents; 0 for any other value. */
function countOf(value: unknown): number {
  const text = isJson(value) && typeof value['text'] === 'string' ? value['text'] : value;
  if (typeof text !== 'string') return 0;
  const match = /^(?:#[\da-f]{8}(?:\.\d+)?\s)?…(\d*)/.exec(text);
  if (match === null) return 0;
  return match[1] === '' ? 1 : Number(match[1]);
}

/** Returns the error that a record names, if it is one short line. */
function errorOf(value: unknown, tool: string): string | undefined {
  const inText = isJson(value) ? undefined : parsedRecord(value);
  const record = isJson(value) ? value : inText;
  if (record === undefined || (inText !== undefined && !tellsFailure(inText, tool)))
    return undefined;
  const { error, stderr, exitCode, exit_code: code } = record;
  const words = isJson(error) ? error['message'] : error;
  const complaint = isCode(exitCode) || isCode(code) ? stderr : undefined;
  const found = [words, complaint].find((text) => typeof text === 'string' && text.trim() !== '');
  const line = typeof found === 'string' ? found.trim() : '';
  // For longer errors, the packages choose which lines stay (law 7).
  return line === '' || line.includes('\n') || line.length > 200 || !line.isWellFormed()
    ? undefined
    : line;
}

/** Tools whose result is the content of a file. */
const READING = new Set(['read_file', 'read_many_files', 'Read']);

/**
 * Returns whether a record in a JSON text reports a failure. Content of files and commands may have members of any name, so fewer count there
 * (rule D8).
 */
function tellsFailure(record: Json, tool: string): boolean {
  const names = Object.keys(record);
  if ('error' in record && names.length <= 2) return true;
  if (READING.has(tool)) return false;
  const isCommand = tool === 'Bash' || tool === 'run_shell_command';
  return !isCommand || names[0] === 'error' || isCode(record['exitCode'] ?? record['exit_code']);
}

function isCode(value: unknown): boolean {
  return typeof value === 'number' && value !== 0;
}

function parsedRecord(text: unknown): Json | undefined {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
