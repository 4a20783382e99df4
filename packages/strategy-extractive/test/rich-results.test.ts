import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress } from './compressed.ts';

const lines = (name: string): string =>
  Array.from({ length: 80 }, (_, at) => `${name} ${at} opens gate ${at * 7}`).join('\n');

async function resultAt(result: unknown, targetTokens: number): Promise<unknown> {
  const before = history()
    .call('look')
    .result(result)
    .ai('Fine.')
    .human('Go on.')
    .ai('Yes, at once.')
    .human('More.')
    .ai('There is none.')
    .human('Good.')
    .build();
  const outcome = await compress(before, { targetTokens });
  const after = outcome.kind === 'applied' ? outcome.newHistory : before;
  const [block] = after[1]!.blocks;
  return block?.type === 'tool_response' ? block.result : undefined;
}

test('a record, and a list with a picture, become a line in the same shape', async () => {
  const record = { stdout: lines('out'), stderr: lines('err'), rows: [1, 2], exitCode: 0 };
  expect(await resultAt(record, 450)).toEqual({ stdout: '[look: success, 160 lines]' });
  const data = 'iVBORw0KGgo'.repeat(900);
  const shot = [
    { type: 'text', text: lines('shot') },
    { type: 'media', mimeType: 'image/png', data, encoding: 'base64' },
  ];
  expect(await resultAt(shot, 450)).toEqual([{ type: 'text', text: '[look: done, 81 lines]' }]);
});

test('a list or record with a single text keeps its type when the text is reduced', async () => {
  const rest = { exitCode: 0, rows: [1, 2] };
  for (const targetTokens of [700, 500, 450]) {
    expect(await resultAt({ output: lines('out'), ...rest }, targetTokens)).toBeTypeOf('object');
    const part = { type: 'text', text: lines('out') };
    expect(await resultAt([part], targetTokens)).toBeInstanceOf(Array);
  }
});
