import type { DensityConfig } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { openai, type OpenAIMessage } from '@palimpsest/formats/openai';
import { highDensity } from '@palimpsest/strategy-high-density';
import { compress } from 'palimpsest';
import { processorTime } from '../processor-time.ts';

/** What a caller does with a conversation: processor time of all conversations, in multiples of `JSON.parse` of their messages. */
export interface SessionsRow {
  /** The strategy and its target as a share of the tokens, or `optimize`. */
  readonly call: string;
  readonly toJsonParse: number;
  /** The same for a second call after ten more messages, divided by the first. Absent for `optimize`. */
  readonly againToFirst?: number;
  readonly megabytesPerSecond: number;
  readonly jsonParseMs: number;
}

/** Messages that a conversation gets before the second call. */
const MORE_MESSAGES = 10;

const CONFIG: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 3,
  workspaceRoot: '/workspace',
};

/** Milliseconds for one conversation. */
interface Times {
  readonly parse: number;
  readonly first: number;
  readonly again: number;
}

/** Measures `compress()` from messages to messages: the first call, and a second one after ten more messages. */
export async function measureCompress(
  texts: readonly string[],
  strategy: string,
  targetRatio: number,
): Promise<SessionsRow> {
  const options = { strategy, targetRatio };
  return rowOf(`${strategy} to ${targetRatio}`, texts, async (text) => {
    const { ms: parse, outcome: messages } = await processorTime(() => parsed(text));
    const first = await processorTime(() => compress(messages, options));
    const more = [...messages, ...parsed(text).slice(-MORE_MESSAGES)];
    const again = await processorTime(() => compress(more, options));
    return { parse, first: first.ms, again: again.ms };
  });
}

/** Measures the plan of `high-density` that removes stale content, on decoded messages. */
export async function measureOptimize(texts: readonly string[]): Promise<SessionsRow> {
  const strategy = createStrategy(highDensity);
  const row = await rowOf('optimize', texts, async (text) => {
    const { ms: parse, outcome: messages } = await processorTime(() => parsed(text));
    const history = openai.decode(messages);
    const first = await processorTime(() => strategy.optimize(history, CONFIG));
    return { parse, first: first.ms, again: 0 };
  });
  const { againToFirst: _againToFirst, ...facts } = row;
  return facts;
}

/** Runs every conversation once, on new messages, after a tenth of them as a warm-up. */
async function rowOf(
  call: string,
  texts: readonly string[],
  run: (text: string) => Promise<Times>,
): Promise<Required<SessionsRow>> {
  const sum = { parse: 0, first: 0, again: 0 };
  let characters = 0;
  for (const text of texts.slice(0, texts.length / 10)) await run(text);
  for (const text of texts) {
    const times = await run(text);
    for (const name of ['parse', 'first', 'again'] as const) sum[name] += times[name];
    characters += text.length;
  }
  return {
    call,
    toJsonParse: sum.first / sum.parse,
    againToFirst: sum.again / sum.first,
    megabytesPerSecond: characters / 1e3 / sum.first,
    jsonParseMs: sum.parse,
  };
}

function parsed(text: string): readonly OpenAIMessage[] {
  return JSON.parse(text) as readonly OpenAIMessage[];
}
