import { isTopLevel, unitLength, unitStart, type ParsedText } from '@palimpsest/salience';
import { truncateText } from '@palimpsest/text';
import { isRecord } from './is-record.ts';

/** Longest target in a few characters. */
const BRIEF_LENGTH = 40;

/** Longest text of an argument that stays beside the names: a mark is hardly shorter. In UTF-16 units. */
const SHORT_TEXT = 16;

/** Where a command runs says less than what it does. */
const CHANGED_FOLDER = /^cd [^\s;&|]{1,300} (?:&&|;) (?=\S)/;

/** The member of a call's arguments that says what it is about. */
export interface CallTarget {
  readonly key: string;
  /** The unit it is, where it is one. */
  readonly unit: number | undefined;
  /** The value in a few characters: the end of a path, else the beginning of the text. */
  readonly brief: string | undefined;
  /** Characters that the other arguments take, each with its name and a mark. */
  readonly others: number;
}

const known = new WeakMap<ParsedText, CallTarget>();

/** Finds the member with the target of a call, or else the first with a plain value. Found once for each reading. */
export function targetOfCall(
  reading: ParsedText,
  target: string | undefined,
): CallTarget | undefined {
  const remembered = known.get(reading);
  if (remembered !== undefined) return remembered;
  const parameters: unknown = JSON.parse(reading.source);
  if (!isRecord(parameters)) return undefined;
  // What has the name of the mark for members that are missing is taken for one, and goes with them.
  const keys = Object.keys(parameters).filter((key) => key !== '…' && isPlain(parameters[key]));
  const key =
    keys.find((name) => target !== undefined && textOf(parameters[name]) === target) ??
    // What a call is about is told in a short text: the beginning of a long value.
    keys.find((name) => target !== undefined && textOf(parameters[name]).startsWith(target)) ??
    keys[0];
  if (key === undefined) return undefined;
  const value = parameters[key];
  const brief = typeof value === 'string' ? briefly(value) : undefined;
  let others = 0;
  for (const [name, other] of Object.entries(parameters)) {
    if (name !== key) others += JSON.stringify([name, markOf(other)]).length;
  }
  const found = { key, unit: unitOfMember(reading, key), brief, others };
  known.set(reading, found);
  return found;
}

/** What stands for a value that is gone, of the same type; numbers and short texts stay. */
export function markOf(value: unknown): unknown {
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

/** `…/dir/file` for a path, else the first characters of the first line. Brief texts are their own brief. */
function briefly(text: string): string {
  if (text.includes('/') && !/[\s"*]/.test(text.slice(0, 500)) && text.length < 500) {
    const parts = text.replace(/\/+$/, '').split('/');
    const end = `…/${parts.slice(-2).join('/')}`;
    return end.length < text.length ? end : text;
  }
  const [line = ''] = text.split('\n', 1);
  if (line === text && line.length <= BRIEF_LENGTH + 1) return text;
  const command = CHANGED_FOLDER.exec(line);
  if (command !== null) return briefly(`… ${text.slice(command[0].length)}`);
  return `${truncateText(line, BRIEF_LENGTH).trimEnd()}…`;
}

/** The unit that is a member of the outermost group. */
function unitOfMember(reading: ParsedText, key: string): number | undefined {
  const { source, count } = reading;
  const name = JSON.stringify(key);
  for (let unit = 0; unit < count; unit += 1) {
    if (isTopLevel(reading, unit) && source.startsWith(name, unitStart(reading, unit))) return unit;
  }
  return undefined;
}

/** Units of members of the outermost group whose text is no longer than this. */
export function shortMembers(reading: ParsedText, length: number): number[] {
  const found: number[] = [];
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (isTopLevel(reading, unit) && unitLength(reading, unit) <= length) found.push(unit);
  }
  return found;
}
