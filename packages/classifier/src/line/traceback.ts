import { FLAG } from '../reasons.ts';
import type { Evidence } from '../scan/evidence.ts';
import { firstWord } from './first-word.ts';

/** Maximum number of UTF-16 units read of a line. */
const MAX_FRAME = 300;

interface Trace {
  readonly pattern: RegExp;
  readonly isIndented?: boolean;
}

const TRACES: ReadonlyMap<string, Trace> = new Map([
  ['Traceback', { pattern: /^Traceback \(most recent call last\)/ }],
  ['File', { pattern: /^File ".{1,250}", line \d/, isIndented: true }],
  [
    'at',
    {
      pattern: /^at \S.{0,200}?(?:\.\w{1,8}:\d|:line \d|\(native|<anonymous>|Unknown Source)/,
      isIndented: true,
    },
  ],
  ['goroutine', { pattern: /^goroutine \d{1,9} \[/ }],
  ['thread', { pattern: /^thread '.{1,100}' panicked at/ }],
  ['Exception', { pattern: /^Exception in thread "/ }],
]);

/** First letters of the keys of `TRACES`. */
const STARTS = 'TFagtE';

/** Looks for a line that occurs only in failure reports: the head of a stack trace, or one of its frames. */
export function readTraceLine(text: string, evidence: Evidence): void {
  const { line } = evidence;
  if ((evidence.found & FLAG.error_traceback) !== 0 || !STARTS.includes(text[line.first]!)) return;
  const trace = TRACES.get(firstWord(text, line));
  if (trace === undefined || (trace.isIndented === true && line.first === line.start)) return;
  const end = Math.min(line.last, line.first + MAX_FRAME);
  if (trace.pattern.test(text.slice(line.first, end))) evidence.found |= FLAG.error_traceback;
}
