import type { IContent } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { createConversationHistory, createOrchestrator, PRICES } from '@palimpsest/orchestrator';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

const strategies = createRegistry().register(salience).register(topDownTruncation);
const overrides: Record<string, unknown> = { 'context-limit': 32_000 };
const history = createConversationHistory();
const orchestrator = createOrchestrator({
  history,
  strategies,
  settings: createSettings({ overrides, specs: () => strategies.settingSpecs() }), // read at each call
  estimateTokens: estimateEntryTokens,
  prices: PRICES.anthropic,
});

// Your loop: new entries are pending. After the call, append what was sent, with the answer. If the call fails, append
// nothing, and prepare the next request with the `pending` of this one.
let pending: readonly IContent[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Never touch main. Make it green.' }] },
];
for (let call = 1; call <= 5; call += 1) {
  const prepared = await orchestrator.prepare({ pending, overhead: { system: 900, tools: 400 } });
  if (prepared.kind === 'overflow') throw prepared.error;
  console.log(call, prepared.kind, prepared.tokensBefore, prepared.tokensAfter);
  // 1 unchanged 1312 1312
  // 2 unchanged 8976 8976
  // 3 unchanged 16640 16640
  // 4 unchanged 24304 24304
  // 5 compressed 31968 13542
  const { answer, results, usage } = model([...prepared.history, ...prepared.pending], call);
  history.append(...prepared.pending, answer);
  orchestrator.report({ usage });
  pending = results;
}

/** Stands in for your model and your tools. */
function model(sent: readonly IContent[], call: number) {
  const id = String(call);
  const parameters = { command: `make test-${call}` };
  const lines = Array.from({ length: 1_000 }, (_, at) => `ok ${at} of suite ${call} passed`);
  const result = [...lines, `Error: gate_${call} has no tariff`].join('\n');
  const promptTokens = 1_300 + estimateEntryTokens(sent);
  return {
    answer: { speaker: 'ai', blocks: [{ type: 'tool_call', id, name: 'bash', parameters }] },
    results: [
      {
        speaker: 'tool',
        blocks: [{ type: 'tool_response', callId: id, toolName: 'bash', result }],
      },
    ],
    usage: { promptTokens, completionTokens: 40, totalTokens: promptTokens + 40 },
  } satisfies { answer: IContent; results: IContent[]; usage: object };
}
