import { isRecord } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { type ParsedText, isTopLevel, unitLength, unitStart } from '../reading/parsed-text.ts';
import type { Part } from './parts.ts';
import { unitsWhere } from './text-lines.ts';

/** What every old call keeps of its arguments. */
export interface Skeleton {
  /** Maximum length of a kept value with its key, in UTF-16 units. A longer target keeps a few characters. */
  readonly longest: number;
  /** Whether only the target argument stays. */
  readonly onlyTarget: boolean;
  /** Whether removed arguments keep their names, with a marker as value: models imitate the shape of their own calls. */
  readonly keepsNames: boolean;
  /** Maximum share of the budget for calls with this skeleton. */
  readonly share: number;
}

/** Sorted from the richest to the leanest. */
const SKELETONS: readonly Skeleton[] = [
  { longest: 80, onlyTarget: false, keepsNames: true, share: 0.1 },
  { longest: 80, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 60, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 30, onlyTarget: true, keepsNames: true, share: 0.1 },
  { longest: 0, onlyTarget: true, keepsNames: true, share: 0.25 },
  { longest: 0, onlyTarget: true, keepsNames: false, share: 1 },
];
export const LEANEST: Skeleton = SKELETONS.at(-1)!;

/** What one call keeps of its arguments. */
interface CallSkeleton {
  readonly target: CallTarget | undefined;
  /** Kept units of its arguments. */
  readonly fixed: readonly number[];
  /** Its length in characters. */
  readonly length: number;
}

/** Maximum length of a member that the newest call of a plan keeps, such as the status of a task. */
const STATUS_LENGTH = 30;

export function skeletonOfCall(
  { reading, call }: Part,
  { longest, onlyTarget, keepsNames }: Skeleton,
): CallSkeleton {
  if (reading.form !== 'json') return { target: undefined, fixed: [], length: 0 };
  const target = targetOfCall(reading, call?.target);
  const unit = target?.unit;
  const fits = unit !== undefined && unitLength(reading, unit) <= longest + target!.key.length + 4;
  const ofTarget = fits ? [unit] : [];
  const fixed =
    call?.plan === 'newest'
      ? shortMembers(reading, Math.max(longest, STATUS_LENGTH))
      : onlyTarget || call?.plan === 'replaced'
        ? ofTarget
        : shortMembers(reading, longest);
  let length = keepsNames && longest === 0 ? 2 + (target?.others ?? 0) : 2;
  for (const one of fixed) length += unitLength(reading, one) + 1;
  const isBrief = target?.brief !== undefined && (unit === undefined || !fixed.includes(unit));
  return {
    target,
    fixed,
    length: isBrief ? length + target.brief.length + target.key.length + 6 : length,
  };
}

/** Returns the richest skeleton within its share of the budget, in tokens, by each entry's rate. */
export function chooseSkeleton(
  calls: readonly Part[],
  budget: number,
  rateOf: (entry: number) => number,
): Skeleton {
  const isWithinShare = (skeleton: Skeleton): boolean => {
    let cost = 0;
    for (const call of calls) cost += skeletonOfCall(call, skeleton).length * rateOf(call.entry);
    return cost <= skeleton.share * budget;
  };
  return SKELETONS.find(isWithinShare) ?? LEANEST;
}

/** Maximum length of a brief target. */
const BRIEF_LENGTH = 40;

/** Maximum length of a text argument that stays next to the names: a marker is hardly shorter. In UTF-16 units. */
const SHORT_TEXT = 16;

/** The folder and the variables of a command say less than the command. */
const SETTING = /^(?:(?:cd [^\s;&|]{1,300} (?:&&|;)|[A-Z]\w*=[\w/.:-]*) )+(?=\S)/;

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
function targetOfCall(reading: ParsedText, target: string | undefined): CallTarget | undefined {
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
  const command = SETTING.exec(line);
  if (command !== null) return formatBriefTarget(`… ${text.slice(command[0].length)}`);
  return `${truncateText(line, BRIEF_LENGTH).trimEnd()}…`;
}

/** Returns the units of top-level members up to a length. */
function shortMembers(reading: ParsedText, length: number): number[] {
  return unitsWhere(
    reading,
    (unit) => isTopLevel(reading, unit) && unitLength(reading, unit) <= length,
  );
}
