import { hasCorpus } from '../corpus.ts';
import { readLines } from '../retention/corpus-lines.ts';
import { printTable } from '../tables.ts';
import { makeTranscript } from '../transcript.ts';
import { measureGrowth } from './end-to-end/growth-of-compress.ts';
import { measureCompress, measureOptimize } from './end-to-end/sessions-speed.ts';
import { hostileInputs } from './hostile/hostile-inputs.ts';
import { measureHostileInputs } from './hostile/hostile-speed.ts';
import { reportOf, tableOf, type SpeedReport } from './report.ts';
import { compareTruncation } from './seed-truncation.ts';

const STRATEGIES = ['top-down-truncation', 'high-density', 'extractive', 'salience'];
/** Targets as shares of the tokens. */
const CALLS: readonly (readonly [strategy: string, share: number])[] = [
  ...STRATEGIES.map((strategy) => [strategy, 0.5] as const),
  ['salience', 0.2],
];
const SIZES = [
  { messages: 1_000, conversations: 10 },
  { messages: 10_000, conversations: 1 },
  { messages: 100_000, conversations: 1 },
];
const CODING = ['aider', 'claude-code', 'gemini-cli', 'openhands', 'pi', 'swe-agent'];

/** Measures what a caller gets: `compress()` from messages to messages, and `optimize`. */
export async function speedReport(): Promise<SpeedReport> {
  const texts = sessionTexts();
  const sessions = [];
  for (const [strategy, share] of CALLS) {
    sessions.push(await measureCompress(texts, strategy, share));
  }
  sessions.push(await measureOptimize(texts));
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  const messages = texts.reduce((sum, text) => sum + (JSON.parse(text) as unknown[]).length, 0);
  const input = { sessions: texts.length, messages, megabytes };
  printTable(`Coding sessions, ${texts.length} of ${megabytes.toFixed(1)} MB in all`, sessions);

  const growth = [];
  for (const strategy of STRATEGIES) growth.push(...(await measureGrowth(strategy, SIZES)));
  printTable('Cost of a byte by the number of messages', growth);

  const inputs = hostileInputs();
  const hostile = [];
  for (const strategy of STRATEGIES)
    hostile.push(...(await measureHostileInputs(strategy, inputs)));
  printTable('Cost of a byte of hostile text to that of ordinary prose', hostile);

  const truncation = [];
  for (const size of [500, 1_000, 2_000, 4_000]) truncation.push(await compareTruncation(size));
  printTable("top-down-truncation against the seed's loop, same estimator", truncation);
  return reportOf({
    input: tableOf([input], { by: [], counts: ['sessions', 'messages', 'megabytes'] }),
    sessions: tableOf(sessions, { by: ['call'], ratios: ['toJsonParse', 'againToFirst'] }),
    growth: tableOf(growth, { by: ['strategy', 'messages'], ratios: ['growth', 'againToFirst'] }),
    hostile: tableOf(hostile, {
      by: ['strategy', 'place'],
      counts: ['inputs'],
      ratios: ['worstToProse'],
    }),
    truncation: tableOf(truncation, {
      by: ['messages'],
      counts: ['seedEntriesEstimated', 'oursEntriesEstimated'],
      ratios: ['ratio'],
    }),
  });
}

/** Returns the messages of each recorded coding session as JSON; generated ones without the corpus. */
function sessionTexts(): readonly string[] {
  if (!hasCorpus) return Array.from({ length: 20 }, (_, at) => makeTranscript(100, at + 1));
  return CODING.flatMap((name) =>
    Array.from(
      readLines<{ readonly messages: readonly object[] }>(`coding-${name}.jsonl.gz`),
      ({ messages }) => JSON.stringify(messages),
    ),
  );
}
