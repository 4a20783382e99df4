import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed } from './compressed.ts';

const long = 'const answer = 42;\n'.repeat(300);

test.each([
  ['a record', { stdout: long, stderr: 'x' }, { stdout: '[look: done, 301 lines]' }],
  ['a record of one text', { output: long }, { output: '[look: done, 300 lines]' }],
  [
    'a list of text and a picture',
    [
      { type: 'input_text', text: long },
      { type: 'input_image', image_url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(99)}` },
    ],
    [{ type: 'input_text', text: '[look: done, 302 lines]' }],
  ],
  ['any other list', [long, 2, 3], ['[look: done, 3 items]']],
  [
    'what a server answers',
    { content: [{ type: 'text', text: long }] },
    { content: [{ type: 'text', text: '[look: done, 300 lines]' }] },
  ],
  [
    'a failure',
    { error: 'no disk', log: long },
    { error: expect.stringMatching(/^\[look: error[^]*no disk/) as string },
  ],
])(
  'the summary line of %s keeps the type of the result, and a second run keeps it',
  async (_name, result, expected) => {
    const before = history()
      .call('look')
      .result(result)
      .ai('Fine.')
      .human('Go on.')
      .ai('Yes.')
      .build();
    const after = await compressed(before);
    expect(after[1]!.blocks[0]).toMatchObject({ result: expected });
    expect((await compressed(after))[1]).toBe(after[1]);
  },
);
