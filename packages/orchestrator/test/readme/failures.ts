import { createStrategy } from '@palimpsest/engine';
import {
  UnknownStrategyError,
  type CompressionContext,
  type IContent,
} from '@palimpsest/core-types';
import { compressWithRetry, createBreaker, fitToLimit } from '@palimpsest/orchestrator';
import { highDensity } from '@palimpsest/strategy-high-density';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';

const lines = Array.from({ length: 400 }, (_, at) => `ok ${at} gate_${at * 7} opens`);
const history: IContent[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Why does the test fail?' }] },
  {
    speaker: 'ai',
    blocks: [{ type: 'tool_call', id: '1', name: 'bash', parameters: { command: 'make test' } }],
  },
];
const result = [...lines, 'Error: gate_91 has no tariff', 'exit code 2'].join('\n');
const pending: IContent[] = [
  {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: '1', toolName: 'bash', result, isError: true }],
  },
];
const estimateTokens = (entries: readonly IContent[]) =>
  JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4; // your tokenizer here

// A summarizer that is down, and strategies without a model. A registry of @palimpsest/factory is the usual source.
const known = [
  createStrategy(topDownTruncation),
  createStrategy(highDensity),
  createStrategy(salience),
  {
    name: 'one-shot',
    requiresLLM: true,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 } as const,
    compress: () => Promise.reject(Object.assign(new Error('overloaded'), { status: 529 })),
  },
];
const strategies = {
  resolve(name: string) {
    const found = known.find((strategy) => strategy.name === name);
    if (found === undefined) throw new UnknownStrategyError(name);
    return found;
  },
};

// Three attempts fail. The fallback removes whole old messages, but finds none here.
const context: CompressionContext = {
  history,
  estimateTokens,
  targetTokens: 20,
  currentTokenCount: 5_000,
  runtimeContext: { ephemerals: {} },
};
const breaker = createBreaker();
const outcome = await compressWithRetry(context, {
  strategies,
  name: 'one-shot',
  breaker,
  sleep: async () => {}, // this example does not wait
});
console.log(outcome.kind, outcome.strategy, outcome.attempts.length);
// noop top-down-truncation 4

// The request is still over the limit. Most of it is pending, so the pending result is reduced.
const fitted = await fitToLimit({
  history,
  pending,
  limitTokens: 200,
  estimateTokens,
  strategies,
  taxonomy: defaultToolTaxonomy,
});
if (fitted.kind === 'overflow') throw fitted.error;
for (const { step, tokensBefore, tokensAfter, entries } of fitted.steps) {
  console.log(step, Math.round(tokensBefore), Math.round(tokensAfter), entries);
  // reduce-results 2398 191 [ 2 ]
}
const [block] = fitted.pending[0]!.blocks;
if (block?.type === 'tool_response') console.log(String(block.result).split('\n').slice(-2));
// [ 'Error: gate_91 has no tariff', 'exit code 2' ]
