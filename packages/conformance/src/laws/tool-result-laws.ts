import {
  isRecord,
  parseToolSummaryStatus,
  soleText,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/engine/history';
import { reducedResults } from './reduction-laws.ts';

/** Laws about reducing tool results, also those that are more than one text. */
export const toolResultLaws: readonly ResultInvariant[] = [
  {
    name: 'law-7-successes',
    guarantee: 'A result that succeeded is not called a failure, whatever words it contains.',
    *find(result) {
      for (const { index, was, is } of reducedResults(result)) {
        if (isListing(was) && !isListing(is) && claimsFailure(is)) {
          yield [index, `${is.toolName} succeeded, and is called a failure`];
        }
      }
    },
  },
  {
    name: 'law-10-kind',
    guarantee: 'A result keeps its type: a list stays a list, a record a record, a text a text.',
    *find(result) {
      for (const { index, was, is } of reducedResults(result)) {
        const [old, now] = [kindOf(was.result), kindOf(is.result)];
        if (old !== undefined && old !== now) {
          yield [index, `a ${old} of ${was.toolName} became ${now ?? 'a bare value'}`];
        }
      }
    },
  },
  {
    name: 'law-10-media',
    guarantee: 'Base64 in a result is complete or removed.',
    *find(result) {
      for (const { index, was, is } of reducedResults(result)) {
        const runs = runsIn(was.result);
        const whole = [...runs].filter(looksBinary);
        if (whole.length === 0) continue;
        const piece = [...runsIn(is.result)].find(
          (run) => !runs.has(run) && whole.some((bytes) => bytes.includes(run)),
        );
        if (piece !== undefined)
          yield [index, `${piece.length} characters are left of an attachment`];
      }
    },
  },
  {
    name: 'law-10-members',
    guarantee:
      'Every member of a record and every element of a list is kept, unless one text replaces the whole result.',
    *find(result) {
      for (const { index, was, is } of reducedResults(result)) {
        if (isWholeSummary(is.result)) continue;
        for (const message of lostMembers(was.result, is.result)) yield [index, message];
      }
    },
  },
];

function claimsFailure({ result, error, isError }: ToolResponseBlock): boolean {
  const isSaid = typeof result === 'string' && parseToolSummaryStatus(result) === 'error';
  return isSaid || error !== undefined || isError === true;
}

/** Returns whether a result consists of numbered lines only and reports no failure. */
function isListing({ result, error = '', isError }: ToolResponseBlock): boolean {
  if (typeof result !== 'string' || error !== '' || isError === true) return false;
  return result.split('\n').every((line) => /^ *\d+(?:→|\t|: )/.test(line));
}

function kindOf(value: unknown): 'text' | 'list' | 'record' | undefined {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'list';
  return isRecord(value) ? 'record' : undefined;
}

function runsIn(value: unknown): ReadonlySet<string> {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return new Set(Array.from(text.matchAll(/[\w+/-]{24,}={0,2}/g), ([run]) => run));
}

/** Returns whether a long run mixes capital letters, small letters and digits, unlike a word, a path or a repeated letter. */
function looksBinary(run: string): boolean {
  const start = run.slice(0, 64);
  const kinds = [/[A-Z]/, /[a-z]/, /\d/];
  return run.length >= 256 && new Set(start).size > 16 && kinds.every((kind) => kind.test(start));
}

/** Returns whether a value is one marker for a whole result: as text, or alone in a list or a record. */
function isWholeSummary(value: unknown): boolean {
  return /^(?:#\S+\s)?\[/.test(soleText(value) ?? '');
}

function* lostMembers(was: unknown, is: unknown): Generator<string> {
  if (Array.isArray(was) && Array.isArray(is) && is.length < was.length)
    yield `of ${was.length} elements ${is.length} are left`;
  // A placeholder represents media with all its members.
  if (!isRecord(was) || !isRecord(is) || isWholeSummary(is)) return;
  for (const [name, member] of Object.entries(was)) {
    if (Object.hasOwn(is, name)) yield* lostMembers(member, is[name]);
    else yield `${name} is gone`;
  }
}
