import { getCodec, detectFormat } from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';

const messages = [
  { role: 'user', content: 'What is in a.txt?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'a very long text' },
];

const history = openai.decode(messages);
const shorter = history.map((entry) => ({
  ...entry,
  blocks: entry.blocks.map((block) =>
    block.type === 'tool_response' ? { ...block, result: '[pruned]' } : block,
  ),
}));

const written = openai.encode(shorter);
console.log(written[0] === messages[0]); // true

// When the format is known only at run time:
const codec = getCodec(detectFormat(messages) ?? 'openai');
console.log(codec.encode(codec.decode(messages))[2] === messages[2]); // true
