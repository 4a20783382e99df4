import { displayWidth, padEnd } from '../../terminal/columns.ts';
import { counted, figure } from '../../terminal/figures.ts';
import type { Look } from '../../terminal/look.ts';
import { aboutCall } from '../about-call.ts';
import { numbers } from './numbers.ts';
import type { Why, WhyEntry } from './why.ts';

/** One dim line for all entries, one behind the other, of which nothing or everything is kept. */
export function* drawQuiet(
  entries: readonly (WhyEntry | undefined)[],
  end: number,
  why: Why,
  { colors, width, marks }: Look,
): Generator<string> {
  const [only] = entries;
  if (entries.length === 0) return;
  const label = numbers(end - entries.length, end - 1, why);
  const text = quietInWords(entries);
  if (entries.length > 1 || only === undefined) {
    yield `  ${colors.dim(`${label}  ${text}`)}`;
    return;
  }
  const room = width - displayWidth(label) - displayWidth(text) - 14;
  const call = aboutCall(only.tool, only.key, room, marks);
  const about = call === '' ? only.speaker : `${padEnd(only.speaker, 6)}  ${call}`;
  yield `  ${colors.dim(`${label}  ${about}  ${text}`)}`;
}

function quietInWords(entries: readonly (WhyEntry | undefined)[]): string {
  const gone = entries.filter((entry) => entry !== undefined && isGone(entry));
  const calls = gone.filter((entry) => entry!.untouched > 0).length;
  const nothing = gone.length - calls;
  const whole = entries.length - gone.length;
  if (entries.length === 1) {
    if (whole === 1) return 'stays whole';
    return calls === 1 ? 'calls alone kept' : `nothing kept of ${figure(gone[0]!.of)}`;
  }
  const many = counted(entries.length, 'entry', 'entries');
  if (nothing === entries.length) return `${many}: nothing kept`;
  if (whole === entries.length) return `${many} stay whole`;
  const parts = [
    ...(nothing > 0 ? [`nothing kept of ${figure(nothing)}`] : []),
    ...(calls > 0 ? [`calls alone of ${figure(calls)}`] : []),
    ...(whole > 0 ? [`${figure(whole)} whole`] : []),
  ];
  return `${many}: ${parts.join(', ')}`;
}

/** Nothing is left of its texts. */
function isGone({ kept, of }: WhyEntry): boolean {
  return of > 0 && kept === 0;
}
