import { anthropic } from '@palimpsest/formats/anthropic';
import { expect, test } from 'vitest';
import { transcriptText } from '../src/transcript-text.ts';

test('says who said what, with calls, results, errors and media', () => {
  const history = anthropic.decode([
    { role: 'user', content: 'Read a.txt.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'cat a.txt' } },
        { type: 'tool_use', id: 'b', name: 'bash', input: { command: 'cat b.txt' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'aaa' },
        { type: 'tool_result', tool_use_id: 'b', content: 'No such file', is_error: true },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } },
      ],
    },
  ]);
  const [heading, ...turns] = transcriptText(history).split('\n\n');
  expect(heading).toContain('recall');
  expect(turns).toEqual([
    '[User] Read a.txt.',
    '[Assistant] calls bash {"command":"cat a.txt"}\ncalls bash {"command":"cat b.txt"}',
    '[Tool] aaa',
    '[Tool] No such file',
    '[User] (image/png)',
  ]);
});
