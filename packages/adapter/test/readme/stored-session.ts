import { createAdapter } from '@palimpsest/adapter';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';

// Shared by all processes: see the other stores of @palimpsest/originals.
const store = memorySessions({ ttl: 30 * 24 * 60 * 60 });
const removed = memoryOriginals();

/** Handles one request of a conversation, in any process. */
async function handle(id: string, messages: readonly object[]) {
  const adapter = createAdapter({
    session: { id, store },
    originals: openOriginals(removed, { session: id }),
    settings: { 'context-limit': 8_000, maxOutputTokens: 200 },
  });
  const { messages: sent, outcome, report } = await adapter.adapt('openai', messages);
  report({ promptTokens: 7_000, completionTokens: 40, totalTokens: 7_040 });
  await adapter.flush();
  return { kind: outcome?.kind, sent: JSON.stringify(sent) };
}

const lines = Array.from({ length: 2_000 }, (_, at) => `ok ${at} passed`);
const call = { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{}' } };
const messages = [
  { role: 'user', content: 'Make it green.' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c1', content: lines.join('\n') },
];
const first = await handle('alice/42', messages);
const again = await handle('alice/42', messages);
console.log(first.kind, again.kind, first.sent === again.sent); // compressed unchanged true
