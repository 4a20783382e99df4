import { findFailingRun, isDiagnostic, type Span } from '@palimpsest/engine/text';
import { isFalseAlarm } from '@palimpsest/engine/tools';
import { beginningOf } from './failure-units.ts';
import { routineUnits } from '../reading/routine-lines.ts';
import { unitsIn } from '../reading/text-lines.ts';
import {
  isTrivial,
  nextLineUnit,
  unitEnd,
  unitStart,
  type ParsedText,
} from '../reading/parsed-text.ts';

/** Words by which programs mark what went wrong. In prose, `error` stands between other words. */
const SEVERE =
  /(?:^|[\s:[(|"])(?:ERROR|FATAL|CRITICAL|SEVERE|ALERT|EMERG|PANIC|panic|FAIL|FAILED|FAILURE|CONFLICT|CrashLoopBackOff|OOMKilled|ImagePullBackOff|Evicted|(?:\w+\.)*[A-Z]\w*(?:Error|Exception)|Error|fatal|[Rr]ejected)(?=[\s:\])|,"!]|$)|(?:^\s*|[:[(|"=])error\b|\berror(?=[:\])|"]|$)|[✗✘❌]|\b(?:status|HTTP(?:\/[\d.]+)?"?|code)["':= ]{1,3}5\d\d\b/;

/** Share of the lines up to which severe ones are odd. */
const MAX_SHARE = 0.1;
const MAX_LINES = 2;

/**
 * Returns the units of the lines that differ from the others in kind, if most of the lines do not. Up to two lines, up to 160 characters each, in
 * this order: errors of a compiler or linter, the first failed test with its reason, what a program marked as wrong, lines of another shape among
 * many lines alike. A file may contain any word and any line: there, only what is marked as wrong among lines alike is odd, as in a log.
 */
export function oddUnits(parsed: ParsedText, isFile: boolean): readonly number[] {
  const lines = linesOf(parsed);
  const rare = rareShapes(lines);
  if (isFile && rare === undefined) return [];
  const severe = lines.filter(({ text }) => SEVERE.test(text) && !isFalseAlarm(text));
  const few = severe.length <= Math.max(1, MAX_SHARE * lines.length) ? severe : [];
  const located = isFile ? [] : lines.filter(({ text }) => isDiagnostic(text));
  const routine = routineUnits(parsed, !isFile);
  const failed = isFile ? [] : failedTest(parsed.source, lines, few);
  const odd = [...new Set([...located, ...failed, ...few, ...(isFile ? [] : (rare ?? []))])]
    .filter(({ unit }) => !routine.has(unit))
    .slice(0, MAX_LINES);
  return [
    ...new Set(
      odd.flatMap(({ start, text }) =>
        unitsIn(parsed, beginningOf({ start, end: start + text.length })),
      ),
    ),
  ];
}

/** Returns the line of the first failed test and that of its reason, before or after it; none if the test is not among the severe lines. */
function failedTest(source: string, lines: readonly Line[], severe: readonly Line[]): Line[] {
  const run = severe.length === 0 ? undefined : findFailingRun(source);
  const lineAt = (span: Span | undefined): Line | undefined =>
    lines.find(
      ({ start, text }) =>
        span !== undefined && start <= span.start && span.start < start + text.length,
    );
  const [test, reason] = [lineAt(run?.tests[0]), lineAt(run?.reason)];
  return test === undefined || reason === undefined || !severe.includes(test) ? [] : [test, reason];
}

interface Line {
  readonly unit: number;
  readonly start: number;
  readonly text: string;
}

function linesOf(parsed: ParsedText): Line[] {
  const lines: Line[] = [];
  for (let unit = 0, end = 0; unit < parsed.count; unit = end) {
    end = nextLineUnit(parsed, unit);
    if (isTrivial(parsed, unit)) continue;
    const start = unitStart(parsed, unit);
    lines.push({ unit, start, text: parsed.source.slice(start, unitEnd(parsed, end - 1)) });
  }
  return lines;
}

/** Fewer lines have no usual shape. */
const MANY = 15;
/** A shape of at least this share of the lines is usual. */
const USUAL = 0.1;
/** A word in at least this share of the lines is a part of their shape as it is. */
const COMMON = 0.2;
/** Usual shapes cover at least this share of the lines, otherwise none is odd. */
const COVERED = 0.85;
/** An odd shape covers at most this share of the lines. */
const RARE = 0.02;

/** Returns the lines whose shape is rare among lines of few shapes; `undefined` if the lines are not alike. */
function rareShapes(lines: readonly Line[]): readonly Line[] | undefined {
  if (lines.length < MANY) return undefined;
  const most = USUAL * lines.length;
  const beginnings = lines.map(({ text }) => text.slice(0, BEGINNING).trim().split(/\s+/, WORDS));
  const ofWord = countsOf(beginnings.flat());
  const shapes = beginnings.map((words) =>
    words
      .map((word) => (ofWord.get(word)! >= COMMON * lines.length ? word : classOf(word)))
      .join(' '),
  );
  const ofShape = countsOf(shapes);
  let usual = 0;
  for (const count of ofShape.values()) if (count >= most) usual += count;
  if (usual < COVERED * lines.length) return undefined;
  const rare = Math.max(1, RARE * lines.length);
  return lines.filter((_, at) => ofShape.get(shapes[at]!)! <= rare);
}

/** The beginning of a line that makes its shape: characters, and words. */
const BEGINNING = 60;
const WORDS = 4;

/** Returns one sign for each number and each small word, however they are joined. Words in capitals stay. */
function classOf(word: string): string {
  return word.replaceAll(/(?:\d+|\p{Lu}?\p{Ll}+)(?:[-_.,:/](?:\d+|\p{Lu}?\p{Ll}+))*/gu, 'a');
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
