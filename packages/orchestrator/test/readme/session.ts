import type { IContent } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { createSession } from '@palimpsest/orchestrator/session';
import { memorySessions } from '@palimpsest/originals/sessions';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

const store = memorySessions();
const strategies = createRegistry().register(salience);
const overrides = { 'context-limit': 8_000, 'compression.ingestTokens': 200 };

/** Opens the session in any process. */
function open() {
  return createSession({
    session: { id: 'alice/42', store },
    strategies,
    settings: createSettings({ overrides, specs: () => strategies.settingSpecs() }),
    estimateTokens: estimateEntryTokens,
  });
}

const lines = Array.from({ length: 400 }, (_, at) => `ok ${at} gate_${at * 7} opens`);
const call: IContent = {
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id: '1', name: 'bash', parameters: { command: 'make test' } }],
};
const result: IContent = {
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: '1', toolName: 'bash', result: lines.join('\n') }],
};
// All entries, as the host has them: never reduced.
const request = { entries: [call], pending: [result] };
const one = await open().prepare(request);
console.log(one.outcome.kind, one.isRewritten); // compressed true

const other = await open().prepare(request);
const sent = [one, other].map(({ outcome }) => [...outcome.history, ...outcome.pending]);
const isSame = JSON.stringify(sent[0]) === JSON.stringify(sent[1]);
console.log(other.outcome.kind, isSame); // unchanged true
