import { createAdapter } from '@palimpsest/adapter';
import { createPalimpsest } from 'palimpsest';

// The window is cleared at the trigger. What the agent noted stays, what the user wrote, and the newest step.
const adapter = createAdapter({
  registry: createPalimpsest().registry,
  settings: {
    'compression.strategy': 'clean-window',
    'context-limit': 8_000,
    maxOutputTokens: 500,
  },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => {
    if (kind !== 'unchanged') console.log(`${kind}: ${tokensBefore} tokens became ${tokensAfter}`);
  },
});
const { take_note, search_history } = adapter.tools;

// Your agent: it reads twelve logs, and notes each finding.
const messages: object[] = [{ role: 'user', content: 'What do the builds 1 to 12 need?' }];
for (let build = 1; build <= 12; build += 1) {
  await adapter.adapt('openai', messages);
  const lines = Array.from({ length: 150 }, (_, line) => `step ${line} of build ${build}: ok`);
  useTool('read_log', { build }, [...lines, `Error: gate_${build} has no key`].join('\n'));
  const finding = { note: `Build ${build} needs gate_${build}.` };
  useTool(take_note.name, finding, (await take_note.run(finding)).text);
}
const { messages: sent } = await adapter.adapt('openai', messages);
console.log(`${messages.length} messages, ${sent.length} in the window`);
console.log((await search_history.run({ query: 'gate_3 has no key', limit: 1 })).text);

function useTool(name: string, input: object, content: string): void {
  const id = `call_${messages.length}`;
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  messages.push({ role: 'assistant', content: null, tool_calls: [call] });
  messages.push({ role: 'tool', tool_call_id: id, content });
}
