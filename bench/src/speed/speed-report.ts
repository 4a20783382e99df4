import { hasCorpus, readLines } from '../corpus.ts';
import { openai } from '@palimpsest/formats/openai';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { createHistorySearch } from '@palimpsest/originals/search';
import { createSettings } from '@palimpsest/factory/settings';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { compress, createPalimpsest } from 'palimpsest';
import { makeTranscript } from '../transcript.ts';

type Messages = readonly Record<string, unknown>[];

/** Prepares a call outside the measured time, and returns it. */
type Case = (messages: Messages) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);

/** Processor time of one call on one kind of conversations, summed. */
export interface SpeedRow {
  readonly name: string;
  readonly input: string;
  /** In multiples of `JSON.parse` of the same messages. */
  readonly toJsonParse: number;
  readonly megabytesPerSecond: number;
}

const toShare =
  (strategy: string, targetRatio: number): Case =>
  (messages) =>
  () =>
    compress(messages, { strategy, targetRatio });

/** What a host calls. Every row of the report is one of these on one input. */
const CASES: Readonly<Record<string, Case>> = {
  'top-down-truncation to 0.5': toShare('top-down-truncation', 0.5),
  'high-density to 0.5': toShare('high-density', 0.5),
  'extractive to 0.5': toShare('extractive', 0.5),
  'salience to 0.5': toShare('salience', 0.5),
  'salience to 0.2': toShare('salience', 0.2),
  'salience to 0.2, two messages later': async (messages) => {
    await compress(messages.slice(0, -2), { strategy: 'salience', targetRatio: 0.2 });
    return () => compress(messages, { strategy: 'salience', targetRatio: 0.2 });
  },
  'orchestrator, first request': (messages) => () => orchestratorOf(messages).prepare(),
  'orchestrator, two messages later': async (messages) => {
    const orchestrator = orchestratorOf(messages.slice(0, -2));
    await orchestrator.prepare();
    orchestrator.history.append(...openai.decode(messages.slice(-2) as never));
    return () => orchestrator.prepare();
  },
  'search in originals': async (messages) => {
    const originals = await openOriginals(memoryOriginals(), { session: 'speed' });
    await originals.keep(messages, [{ role: 'user', content: 'kept' }] as never);
    const search = createHistorySearch(originals);
    return () => search({ query: 'failed to parse config' });
  },
};

/** An orchestrator whose window the conversation fills twice, so that it is compressed. */
function orchestratorOf(messages: Messages): ReturnType<typeof createOrchestrator> {
  const entries = openai.decode(messages as never);
  const { registry } = createPalimpsest();
  const contextLimit = Math.ceil(estimateEntryTokens(entries) / 2);
  return createOrchestrator({
    history: createConversationHistory(entries),
    strategies: registry,
    settings: createSettings({
      overrides: { 'compression.strategy': 'salience', 'context-limit': contextLimit },
      specs: () => registry.settingSpecs(),
    }),
    estimateTokens: estimateEntryTokens,
  });
}

const CODING = ['aider', 'claude-code', 'gemini-cli', 'openhands', 'pi', 'swe-agent'];
const RECORDED = 'recorded coding sessions';
/** Generated sessions. The largest, 3.4 MB, is beyond what fits a window of a million tokens when it is half full. */
const GENERATED = [500, 2_000];

/** Measures what a caller gets, with messages on both ends. Ratios are compared with earlier ones, times are not. */
export async function speedReport(): Promise<object> {
  const inputs = new Map<string, readonly string[]>();
  if (hasCorpus) inputs.set(RECORDED, recordedTexts());
  for (const size of GENERATED)
    inputs.set(
      `${size} generated messages`,
      [1, 2, 3].map((seed) => makeTranscript(size, seed)),
    );
  const rows: SpeedRow[] = [];
  for (const [name, prepare] of Object.entries(CASES))
    for (const [input, texts] of inputs) rows.push(await measure(name, prepare, input, texts));
  const [ratios, times] = [[] as object[], [] as object[]];
  for (const { name, input, toJsonParse, megabytesPerSecond } of rows) {
    ratios.push({ name, input, toJsonParse });
    times.push({ name, input, megabytesPerSecond });
  }
  return { figures: { ratios: { speed: ratios } }, times: { speed: times } };
}

/** Runs a case once on every conversation, after one that is not counted. */
async function measure(
  name: string,
  prepare: Case,
  input: string,
  texts: readonly string[],
): Promise<SpeedRow> {
  let [parseMs, ms, characters] = [0, 0, 0];
  for (const [at, text] of [texts[0]!, ...texts].entries()) {
    let messages: Messages = [];
    const parsing = await processorTime(() => (messages = JSON.parse(text) as Messages));
    const call = await prepare(messages);
    const spent = await processorTime(call);
    if (at === 0) continue;
    parseMs += parsing;
    ms += spent;
    characters += text.length;
  }
  return { name, input, toJsonParse: ms / parseMs, megabytesPerSecond: characters / 1e3 / ms };
}

/** Runs a function and returns its processor time in milliseconds. Other load hardly changes it. */
async function processorTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e3;
}

function recordedTexts(): readonly string[] {
  return CODING.flatMap((name) =>
    Array.from(readLines<{ readonly messages: Messages }>(`coding-${name}.jsonl.gz`), (one) =>
      JSON.stringify(one.messages),
    ),
  );
}
