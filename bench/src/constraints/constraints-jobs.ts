import type { CompressionStrategy } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';
import { readLines } from '../corpus.ts';
import { withDirectives } from '../with-directives.ts';
import type { ChatMessage } from '../retention/chat-message.ts';
import { SESSIONS_OF_FAMILY, type Case, type Family } from './plan.ts';
import { runSession } from './run-session.ts';

/** Cases of one family for one strategy. */
export interface ConstraintsJob {
  readonly strategy: string;
  readonly family: Family;
  readonly cases: readonly Case[];
}

/** Runs the cases and returns one result for each, in order. */
export async function runConstraintsJob(job: ConstraintsJob): Promise<(readonly boolean[])[]> {
  const conversations = Array.from(
    readLines<{ readonly messages: readonly ChatMessage[] }>(`${job.family}.jsonl.gz`),
    ({ messages }) => messages,
  );
  const results: (readonly boolean[])[] = [];
  for (const { session, constraint: sentence, ...place } of job.cases) {
    // A new strategy per case: state from one session must not affect the next.
    const strategy = strategyNamed(job.strategy);
    const first = Math.floor((session * conversations.length) / SESSIONS_OF_FAMILY);
    results.push(await runSession({ ...place, strategy, sentence, conversations, first }));
  }
  return results;
}

/** The strategies of the `palimpsest` package. */
export const STRATEGY_NAMES: readonly string[] = createPalimpsest()
  .registry.plugins()
  .map(({ name }) => name);

/** Returns a model whose summary is empty of facts. */
const forgetfulModel = (): ReturnType<typeof scriptedProvider> =>
  scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);

const WITH_MODEL: Readonly<Record<string, () => CompressionStrategy>> = {
  'middle-out': () => createStrategy(middleOut, { model: forgetfulModel() }),
  'one-shot': () => createStrategy(oneShot, { model: forgetfulModel() }),
};

/** Creates a strategy that keeps user directives, as in the orchestrator. */
export function strategyNamed(name: string): CompressionStrategy {
  return withDirectives(WITH_MODEL[name]?.() ?? createPalimpsest().registry.resolve(name));
}
