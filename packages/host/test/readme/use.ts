import { anthropic } from '@palimpsest/formats/anthropic';
import { createCompactor, describeCompaction } from '@palimpsest/host';

const compactor = createCompactor({ codec: anthropic });
const transcript = [
  { role: 'user', content: 'Make the tests green. Never push to main.' },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'a', name: 'bash', input: { command: 'npm test' } }],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'a', content: 'PASS a test\n'.repeat(400) }],
  },
  { role: 'assistant', content: 'All 400 tests pass.' },
];

const { messages, report } = await compactor.compact(transcript, { targetTokens: 300 });
console.log(describeCompaction(report));

const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(messages))!;
const { text } = await compactor.recall({ id, offset: 1, limit: 1 });
console.log(text.split('\n')[1]);
console.log((await compactor.restore(messages)).length);
