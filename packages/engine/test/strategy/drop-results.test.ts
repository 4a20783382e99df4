import { findRecallId, type IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { dropResults } from '../../src/strategy/drop-results.ts';

const ID = '1f0c9a3e.2';

test.each([
  ['a text', `#${ID}\nfirst line\n…12`],
  [
    'an image',
    [
      { type: 'text', text: 'seen' },
      { type: 'text', text: `[image/png, #${ID}]` },
    ],
  ],
])('%s that was reduced before is dropped with its own recall id', (_name, result) => {
  const history: IContent[] = [
    {
      speaker: 'ai',
      blocks: [{ type: 'tool_call', id: 'call_1', name: 'list', parameters: {} }],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'call_1', toolName: 'list', result }],
    },
  ];
  const dropped = dropResults(history, 'tool:list', { originalId: () => 'ffffffff' });
  const [block] = dropped.get(1)!.blocks;
  expect(block?.type === 'tool_response' && findRecallId(block.result)).toBe(ID);
});
