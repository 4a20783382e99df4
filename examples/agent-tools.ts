import { createAdapter } from '@palimpsest/adapter';
import messages from './session.json' with { type: 'json' };

const adapter = createAdapter({
  settings: {
    // Stays word for word, one rule in each line: a text, /a regular expression/, tool:NAME or file:GLOB.
    'compression.keep': 'file:**/presets/continue.ts\n/\\bMUST\\b/',
    // Becomes one line with a recall id at the next request.
    'compression.drop': 'tool:list_directory\ntool:glob',
  },
});
const { search_history, compact_context, context_left } = adapter.tools;

await adapter.adapt('openai', messages);
console.log((await context_left.run({})).text);

// The agent asks for a compression, and names what must stay. The next request has the call in its history.
const input = { reason: 'The taxonomy is done.', keep: ['file:**/line-spans.ts'] };
const call = { name: compact_context.name, arguments: JSON.stringify(input) };
const asked = [
  ...messages,
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_now', type: 'function', function: call }],
  },
  { role: 'tool', tool_call_id: 'call_now', content: (await compact_context.run(input)).text },
];
const { outcome } = await adapter.adapt('openai', asked);
console.log(
  `${outcome?.kind}: ${outcome?.tokensBefore} tokens became ${outcome?.tokensAfter} tokens`,
);

console.log((await search_history.run({ query: 'Windows line breaks', limit: 2 })).text);
