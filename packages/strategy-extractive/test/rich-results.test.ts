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

test('truncates every text of a record in place', async () => {
  const result = { stdout: lines('out'), stderr: lines('err'), rows: [1, 2], exitCode: 0 };
  const left = await resultAt(result, 450);
  expect(left).toEqual({
    stdout: expect.stringMatching(/^\[truncated — \d+ chars: out 0 opens/) as string,
    stderr: expect.stringMatching(/^\[truncated — \d+ chars: err 0 opens/) as string,
    rows: [1, 2],
    exitCode: 0,
  });
});

test('replaces a picture in a result by a line, and keeps an excerpt of the text', async () => {
  const data = 'iVBORw0KGgo'.repeat(900);
  const result = [
    { type: 'text', text: lines('shot') },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
  ];
  const left = await resultAt(result, 450);
  expect(left).toEqual([
    { type: 'text', text: expect.stringMatching(/^\[truncated — \d+ chars: shot 0/) as string },
    { type: 'text', text: expect.stringMatching(/^\[image\/png.*\]$/) as string },
  ]);
});

test('a list or record with a single text keeps its type when the text is reduced', async () => {
  const rest = { exitCode: 0, rows: [1, 2] };
  for (const targetTokens of [700, 500, 450]) {
    expect(await resultAt({ output: lines('out'), ...rest }, targetTokens)).toBeTypeOf('object');
    const part = { type: 'document', source: { type: 'text', data: lines('out') }, title: 'Notes' };
    expect(await resultAt([part], targetTokens)).toBeInstanceOf(Array);
  }
});
