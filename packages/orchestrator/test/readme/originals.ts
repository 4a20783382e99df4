import type { IContent } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

const originals = await openOriginals(memoryOriginals(), { session: 'agent-1' });
const strategies = createRegistry().register(salience);
const overrides = { 'context-limit': 8_000, 'compression.ingestTokens': 200 };
const orchestrator = createOrchestrator({
  history: createConversationHistory(),
  strategies,
  settings: createSettings({ overrides, specs: () => strategies.settingSpecs() }),
  estimateTokens: estimateEntryTokens,
  saveOriginals: ({ before, after, by }) => originals.keep(before, after, { strategy: by }),
  originalId: (entry) => originals.idOf(entry).slice(0, 8),
});

const lines = Array.from({ length: 400 }, (_, at) => `ok ${at} gate_${at * 7} opens`);
const call: IContent = {
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id: '1', name: 'bash', parameters: { command: 'make test' } }],
};
const result: IContent = {
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: '1', toolName: 'bash', result: lines.join('\n') }],
};
orchestrator.history.append(call);
const prepared = await orchestrator.prepare({ pending: [result] });
orchestrator.history.append(...prepared.pending);
console.log(prepared.kind, prepared.tokensBefore > 4 * prepared.tokensAfter); // compressed true

// Recall one original by its id, then restore the whole conversation.
const found = await originals.recall(originals.idOf(result).slice(0, 8));
console.log(found.kind); // found
const { messages } = await originals.restore(orchestrator.history.raw().slice());
console.log(messages.length, JSON.stringify(messages[1]) === JSON.stringify(result)); // 2 true
