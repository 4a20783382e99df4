import { createStrategy } from '@palimpsest/engine';
import type { IContent, CompressionStrategy } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { salience } from '@palimpsest/strategy-salience';
import { middle } from '../speed/measure.ts';
import { makeTranscript } from '../transcript.ts';
import { quarterOf, runSalience } from './run-salience.ts';

export interface TurnRow {
  readonly messages: number;
  readonly megabytes: number;
  readonly firstMs: number;
  /** Milliseconds of a turn of two messages while no compression is due: median; `slowestTurnMs` is the maximum. */
  readonly turnMs: number;
  readonly slowestTurnMs: number;
  /** The same on the output of the first compression. */
  readonly turnOnCompressedMs: number;
  /** Compression to a quarter again after those turns, by a strategy that knows all entries. */
  readonly dueAgainMs: number;
  /** The same by a new strategy. */
  readonly dueAgainUnknownMs: number;
}

const TURNS = 100;
const NOTHING_DUE = Number.MAX_SAFE_INTEGER;

/** Measures a history that is compressed once, grows by two messages per turn, and is compressed again. */
export async function measureTurns(messages: number): Promise<TurnRow> {
  const text = makeTranscript(messages, 1);
  const first = openai.decode(JSON.parse(text) as never[]);
  const turns = laterTurns();
  const strategy = createStrategy(salience);
  const begun = await runSalience(first, { targetTokens: quarterOf(first), strategy });
  const onWhole = await grow(first, turns, strategy);
  const onCompressed = await grow(begun.after, turns, strategy);

  const whole = [...first, ...turns];
  const targetTokens = quarterOf(whole);
  const unknown = await runSalience(whole, { targetTokens });
  const known = await runSalience(whole, { targetTokens, strategy });
  return {
    messages,
    megabytes: text.length / 1e6,
    firstMs: begun.ownMs,
    turnMs: middle(onWhole),
    slowestTurnMs: Math.max(...onWhole),
    turnOnCompressedMs: middle(onCompressed),
    dueAgainMs: known.ownMs,
    dueAgainUnknownMs: unknown.ownMs,
  };
}

/** Returns later entries, two per turn, with other call ids. */
function laterTurns(): readonly IContent[] {
  const text = makeTranscript(2 * TURNS + 1, 2).replaceAll('"call_', '"later_');
  const [, ...messages] = JSON.parse(text) as never[];
  return openai.decode(messages.slice(0, 2 * TURNS));
}

/** Returns the milliseconds of each turn, without the estimator. */
async function grow(
  start: readonly IContent[],
  turns: readonly IContent[],
  strategy: CompressionStrategy,
): Promise<number[]> {
  const spent: number[] = [];
  for (let end = 2; end <= turns.length; end += 2) {
    const history = [...start, ...turns.slice(0, end)];
    const { ownMs } = await runSalience(history, { targetTokens: NOTHING_DUE, strategy });
    spent.push(ownMs);
  }
  return spent;
}
