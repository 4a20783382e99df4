import { wrap } from '../../terminal/columns.ts';
import { counted, figure, percent } from '../../terminal/figures.ts';
import type { Look } from '../../terminal/look.ts';
import { printable } from '../../terminal/printable.ts';
import { drawEntry } from './draw-entry.ts';
import { drawQuiet } from './draw-quiet.ts';
import { numbers } from './numbers.ts';
import { valueLook } from './value-look.ts';
import type { Why, WhyEntry } from './why.ts';

/** What is kept of a conversation, and why, line by line for a terminal. */
export function* drawWhy(why: Why, look: Look): Generator<string> {
  const { colors, marks } = look;
  const { id, strategy, entries, tokens, tokensAfter, tail, reducible } = why;
  const title = [
    strategy,
    `${counted(tokens, 'token')} ${marks.arrow} ${figure(tokensAfter)}`,
    counted(entries, 'entry', 'entries'),
  ].map((text) => ` ${marks.dot} ${text}`);
  yield '';
  yield `  ${colors.bold(printable(id, 60))}${colors.dim(title.join(''))}`;
  yield '';
  if (reducible.length === 0) {
    yield* wrap(idleInWords(why), look.width - 4).map((line) => `  ${line}`);
    yield '';
    return;
  }
  yield* drawLegend(why, look);
  let quiet: (WhyEntry | undefined)[] = [];
  let next = 0;
  for (let index = 0; index < tail; index += 1) {
    const entry = reducible[next]?.index === index ? reducible[next] : undefined;
    if (entry !== undefined) next += 1;
    if (entry === undefined || !isReduced(entry)) {
      quiet.push(entry);
      continue;
    }
    yield* drawQuiet(quiet, index, why, look);
    quiet = [];
    yield* drawEntry(entry, why, look);
  }
  yield* drawQuiet(quiet, tail, why, look);
  const newest = entries - tail;
  const stay =
    newest === 1 ? 'the newest entry stays' : `the newest ${figure(newest)} entries stay`;
  yield `  ${colors.dim(`${numbers(tail, entries - 1, why)}  ${stay} whole`)}`;
  yield '';
}

function idleInWords({ entries, tokens, targetTokens }: Why): string {
  if (entries === 0) return 'There is nothing in it.';
  return tokens <= targetTokens
    ? `Nothing would be left out: the target of ${counted(targetTokens, 'token')} is reached.`
    : 'Nothing would be left out: the newest messages, which stay whole, are all there is.';
}

function drawLegend({ reducible, repairs }: Why, look: Look): string[] {
  const { colors } = look;
  const kept = reducible.reduce((sum, entry) => sum + entry.kept, 0);
  const of = reducible.reduce((sum, entry) => sum + entry.of, 0);
  const share = of === 0 ? '' : ` (${percent(kept / of)})`;
  const mark = (level: Parameters<typeof valueLook>[0]): string => {
    const { mark: drawn, paint } = valueLook(level, look);
    return paint(drawn);
  };
  const text = `Of what may be reduced, ${figure(kept)} of ${counted(of, 'line')} are kept${share}. They are worth`;
  return [
    ...wrap(text, look.width - 4).map((line) => `  ${line}`),
    `  ${mark(4)} most  ${mark(3)} much  ${mark(2)} some  ${mark(1)} little;`,
    `  ${mark(0)} fills the room that was left  ${mark(undefined)} stays in any case`,
    ...(repairs > 0
      ? [`  ${colors.yellow(`Numbers count what is there after ${counted(repairs, 'repair')}.`)}`]
      : []),
    '',
  ];
}

/** Something is kept, and something is not. */
function isReduced({ kept, of }: WhyEntry): boolean {
  return kept > 0 && kept < of;
}
