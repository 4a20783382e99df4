import { createAdapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

const adapter = createAdapter({
  when: 'every-call',
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});

// The messages that your framework holds and passes on with each request.
const messages: object[] = [{ role: 'user', content: 'Never touch main. Make it green.' }];
let id = '';
for (let call = 1; call <= 3; call += 1) {
  const { messages: sent, report } = await adapter.adapt('openai', messages, {
    model: 'gpt-5',
    overhead: { tools: [RECALL_TOOL] },
  });
  const { answer, result, usage } = model(sent, call);
  report(usage);
  messages.push(answer, result);
  id ||= /#([\da-f]{8})/.exec(JSON.stringify(sent))?.[1] ?? '';
}

const { text } = await adapter.recall({ id, offset: 500, limit: 1 });
console.log(text);

/** Example model and tools; use your own. */
function model(sent: readonly object[], call: number) {
  const lines = Array.from({ length: 500 }, (_, at) => `ok ${at} of suite ${call} passed`);
  const promptTokens = JSON.stringify(sent).length / 4;
  const tool = { name: 'bash', arguments: `{"command":"make test-${call}"}` };
  return {
    answer: {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${call}`, type: 'function', function: tool }],
    },
    result: { role: 'tool', tool_call_id: `c${call}`, content: lines.join('\n') },
    usage: { promptTokens, completionTokens: 40, totalTokens: promptTokens + 40 },
  };
}
