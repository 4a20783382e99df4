import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import type { Orchestrator } from '@palimpsest/orchestrator';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { middle } from '../speed/measure.ts';
import { makeTranscript } from '../transcript.ts';
import { orchestratorOf } from './orchestrator-of.ts';

/** Cost of preparing one more turn, compared with preparing the whole conversation for the first time. */
interface TurnCostRow {
  readonly strategy: string;
  readonly messages: number;
  /** Share of the window that the conversation fills: below every threshold, or above that of `optimize`. */
  readonly fill: number;
  /** First preparation, with every entry new; fastest of five. */
  readonly fullMs: number;
  /** Preparation after one more call and its result: median; `meanTurnMs` is the mean. */
  readonly turnMs: number;
  readonly meanTurnMs: number;
  /** `turnMs` divided by `fullMs`. */
  readonly share: number;
  /** Number of turns that rewrote the history. */
  readonly rewrites: number;
}

const TURNS = 400;

async function turnCost(strategy: string, messages: number, fill: number): Promise<TurnCostRow> {
  const text = makeTranscript(messages + 2 * TURNS, 1);
  // The estimator caches by entry, so each run parses new entries.
  const read = (): IContent[] => openai.decode(JSON.parse(text) as never[]);
  const contextLimit = Math.ceil(estimateEntryTokens(read().slice(0, messages)) / fill);
  const full: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    full.push(
      (await timed(orchestratorOf({ strategy, contextLimit, entries: read().slice(0, messages) })))
        .ms,
    );
  }
  const all = read();
  const orchestrator = orchestratorOf({ strategy, contextLimit, entries: all.slice(0, messages) });
  await orchestrator.prepare();
  const turns: number[] = [];
  let rewrites = 0;
  for (let at = messages; at < all.length; at += 2) {
    orchestrator.history.append(...all.slice(at, at + 2));
    const { ms, isRewritten } = await timed(orchestrator);
    turns.push(ms);
    if (isRewritten) rewrites += 1;
  }
  const fullMs = Math.min(...full);
  const turnMs = middle(turns);
  const meanTurnMs = turns.reduce((sum, ms) => sum + ms, 0) / turns.length;
  return { strategy, messages, fill, fullMs, turnMs, meanTurnMs, share: turnMs / fullMs, rewrites };
}

async function timed(orchestrator: Orchestrator) {
  const start = performance.now();
  const { firstChangedIndex } = await orchestrator.prepare();
  return { ms: performance.now() - start, isRewritten: firstChangedIndex !== undefined };
}

export async function turnCostReport(): Promise<SpeedReport> {
  const turns = [
    await turnCost('salience', 10_000, 0.3),
    await turnCost('high-density', 10_000, 0.3),
    await turnCost('high-density', 10_000, 0.7),
  ];
  console.log('One more turn, beside preparing all of it for the first time');
  console.table(turns);
  return reportOf({
    turns: tableOf(turns, {
      by: ['strategy', 'messages', 'fill'],
      counts: ['rewrites'],
      ratios: ['share'],
    }),
  });
}
