import type { IContent, ModelProvider } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import { compressInBackground } from '@palimpsest/orchestrator/background';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

// Your model; @palimpsest/providers has connections to real ones.
const model: ModelProvider = {
  name: 'mine',
  async *generateChatCompletion() {
    const text = '<state_snapshot>\nAll suites passed.\n</state_snapshot>';
    yield { speaker: 'ai', blocks: [{ type: 'text', text }] };
  },
};

const strategies = createRegistry().register(middleOut).register(salience);
const runner = { strategies, estimateTokens: estimateEntryTokens, resolveProvider: () => model };
const background = compressInBackground(runner);
const overrides = {
  'context-limit': 24_000,
  maxOutputTokens: 1_000,
  'compression.strategy': 'middle-out',
  'compression.fallback': 'salience',
};
const history = createConversationHistory();
const orchestrator = createOrchestrator({
  ...runner,
  background,
  history,
  settings: createSettings({ overrides, specs: () => strategies.settingSpecs() }),
});

history.append({ speaker: 'human', blocks: [{ type: 'text', text: 'Run all suites.' }] });
for (let call = 1; call <= 9; call += 1) {
  history.append(...exchange(String(call)));
  const { kind, background: job, tokensAfter } = await orchestrator.prepare();
  if (job !== undefined) console.log(call, kind, job, tokensAfter < 14_000);
  // 6 unchanged started false
  // 7 compressed applied true
  // 9 unchanged started false
  await background.idle(); // a program would go on
}

/** Stands in for a call of the agent and its result. */
function exchange(id: string): IContent[] {
  const parameters = { command: `make test-${id}` };
  const lines = Array.from({ length: 400 }, (_, at) => `ok ${at} of suite ${id} passed`);
  return [
    { speaker: 'ai', blocks: [{ type: 'tool_call', id, name: 'bash', parameters }] },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: id, toolName: 'bash', result: lines.join('\n') }],
    },
  ];
}
