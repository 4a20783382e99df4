import type { IContent, ModelProvider } from '@palimpsest/core-types';
import { priceCall } from '@palimpsest/orchestrator';
import {
  runCompressionJob,
  type BackgroundCompressions,
  type CompressionJobState,
  type JobRunnerOptions,
} from '@palimpsest/orchestrator/background';
import { summarizeText } from '@palimpsest/summarizer';
import type { Policy, PolicyContext } from '../policy.ts';
import { startOurs } from './ours.ts';

/** Time of a call of the model, in ms: more than one pause between calls of the agent. */
const MODEL_MS = 25_000;

/** Characters of a summary: about 2,000 tokens. */
const SUMMARY_CHARACTERS = 8_000;

const SETTINGS = { 'compression.strategy': 'middle-out', 'compression.fallback': 'salience' };

/** The orchestrator with `middle-out`: requests wait for the summary of a model. */
export const summaryInRequest: Policy = {
  name: 'a model, requests wait',
  start: (context) => startWithModel(context, false),
};

/** The same with `background`: the summary is there 25 s later. */
export const summaryInBackground: Policy = {
  name: 'a model in the background',
  start: (context) => startWithModel(context, true),
};

function startWithModel(context: PolicyContext, isInBackground: boolean) {
  const { estimateTokens, settings } = context;
  const jobs = extractiveModel(context);
  const requests = extractiveModel(context);
  const run = startOurs(
    { ...context, settings: { ...settings, ...SETTINGS } },
    (now, strategies) => {
      const runner = { strategies, estimateTokens, resolveProvider: () => jobs.provider, now };
      return {
        resolveProvider: () => requests.provider,
        ...(isInBackground && { background: readyLater(runner, now) }),
      };
    },
  );
  return {
    ...run,
    async request(arrived: readonly IContent[], at: number) {
      const prepared = await run.request(arrived, at);
      const inRequest = requests.takeCost();
      return {
        ...prepared,
        extraCost: inRequest + jobs.takeCost(),
        waited: inRequest > 0,
      };
    },
  };
}

/** Stands in for a model: it writes sentences of what it is asked about. Its calls share no prompt cache with those of the agent. */
function extractiveModel({ prices, estimateTokens }: PolicyContext) {
  let cost = 0;
  const provider: ModelProvider = {
    name: 'extractive',
    async *generateChatCompletion({ contents }) {
      const { text: summary } = summarizeText(textOf(contents), SUMMARY_CHARACTERS);
      const text = `<state_snapshot>\n${summary}\n</state_snapshot>`;
      const answer: IContent = { speaker: 'ai', blocks: [{ type: 'text', text }] };
      const tokens = { uncached: estimateTokens(contents), output: estimateTokens([answer]) };
      cost += priceCall(prices, tokens);
      yield answer;
    },
  };
  return {
    provider,
    /** Returns the cost of the calls since the last time. */
    takeCost(): number {
      const taken = cost;
      cost = 0;
      return taken;
    },
  };
}

function textOf(contents: readonly IContent[]): string {
  const blocks = contents.flatMap((entry) => entry.blocks);
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Returns background compressions that run at once, and whose results are there after the time of the model. */
function readyLater(runner: JobRunnerOptions, now: () => number): BackgroundCompressions {
  const done = new Map<string, { readonly at: number; readonly state: CompressionJobState }>();
  return {
    async start(job) {
      if (done.has(job.id)) return;
      const at = now() + MODEL_MS;
      const state = await runCompressionJob(job, runner).then(
        (result) => ({ kind: 'done', ...result }) as const,
        (error: unknown) => ({ kind: 'failed', reason: String(error) }) as const,
      );
      done.set(job.id, { at, state });
    },
    async find(id) {
      const job = done.get(id);
      if (job === undefined) return { kind: 'unknown' };
      return now() < job.at ? { kind: 'running' } : job.state;
    },
  };
}
