import { isTopLevel, unitLength, unitStart, type ParsedText } from '../reading/parsed-text.ts';
import { truncateText } from '@palimpsest/text';
import { unitsWhere } from './text-lines.ts';

/** Maximum length of a brief target. */
const BRIEF_LENGTH = 40;

/** Maximum length of a text argument that stays next to the names: a marker is hardly shorter. In UTF-16 units. */
const SHORT_TEXT = 16;

/** The folder of a command says less than the command. */
const CHANGED_FOLDER = /^cd [^\s;&|]{1,300} (?:&&|;) (?=\S)/;

/** The argument that states what a call is about. */
export interface CallTarget {
  readonly key: string;
  /** Its unit, if it is one. */
  readonly unit: number | undefined;
  /** Its value in a few characters: the end of a path, else the start of the text. */
  readonly brief: string | undefined;
  /** Length of the other arguments, each as a name with a marker. */
  readonly others: number;
}

const known = new WeakMap<ParsedText, CallTarget>();

/** Finds the argument with the call's target, else the first plain value. Cached per parsed text. */
export function targetOfCall(
  reading: ParsedText,
  target: string | undefined,
): CallTarget | undefined {
  const remembered = known.get(reading);
  if (remembered !== undefined) return remembered;
  const parameters: unknown = JSON.parse(reading.source);
  if (!isRecord(parameters)) return undefined;
  // A key equal to the marker of omitted members is treated as one, and removed.
  const keys = Object.keys(parameters).filter((key) => key !== '…' && isPlain(parameters[key]));
  const key =
    keys.find((name) => target !== undefined && textOf(parameters[name]) === target) ??
    // A long value's start can serve as the target.
    keys.find((name) => target !== undefined && textOf(parameters[name]).startsWith(target)) ??
    keys[0];
  if (key === undefined) return undefined;
  const value = parameters[key];
  const brief = typeof value === 'string' ? formatBriefTarget(value) : undefined;
  let others = 0;
  for (const [name, other] of Object.entries(parameters)) {
    if (name !== key) others += JSON.stringify([name, markerOf(other)]).length;
  }
  const name = JSON.stringify(key);
  const [unit] = unitsWhere(
    reading,
    (member) =>
      isTopLevel(reading, member) && reading.source.startsWith(name, unitStart(reading, member)),
  );
  const found = { key, unit, brief, others };
  known.set(reading, found);
  return found;
}

/** Returns a marker of the same type for a removed value. Numbers and short texts stay. */
export function markerOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= SHORT_TEXT ? value : '…';
  if (Array.isArray(value)) return value.length === 0 ? value : ['…'];
  return isRecord(value) ? {} : value;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns `…/dir/file` for a path, else the start of the first line. A brief text is unchanged. */
function formatBriefTarget(text: string): string {
  if (text.includes('/') && !/[\s"*]/.test(text.slice(0, 500)) && text.length < 500) {
    const parts = text.replace(/\/+$/, '').split('/');
    const end = `…/${parts.slice(-2).join('/')}`;
    return end.length < text.length ? end : text;
  }
  const [line = ''] = text.split('\n', 1);
  if (line === text && line.length <= BRIEF_LENGTH + 1) return text;
  const command = CHANGED_FOLDER.exec(line);
  if (command !== null) return formatBriefTarget(`… ${text.slice(command[0].length)}`);
  return `${truncateText(line, BRIEF_LENGTH).trimEnd()}…`;
}

/** Returns the units of top-level members up to a length. */
export function shortMembers(reading: ParsedText, length: number): number[] {
  return unitsWhere(
    reading,
    (unit) => isTopLevel(reading, unit) && unitLength(reading, unit) <= length,
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
