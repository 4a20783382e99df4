import { shortenTools } from '@palimpsest/adapter';
import { expect, test } from 'vitest';

const FIRST = 'Writes a file to the disk of this machine.';
const HOW = 'The path must be absolute.';
const WHY = 'People like files since they last longer than a conversation does.';
const DESCRIPTION = `${FIRST} ${WHY} ${HOW}`;
const LONG = `Path of the file. ${'It may have any number of folders. '.repeat(4)}`;

function schema(path: string) {
  return {
    type: 'object',
    properties: {
      path: { type: 'string', description: path },
      description: { type: 'string', enum: [DESCRIPTION] },
      author: { type: 'object', examples: [{ description: LONG }], default: { description: LONG } },
    },
    required: ['path'],
  };
}

const ORIGINAL = schema(LONG);
const SHORT = schema('Path of the file.');
const SEARCH = { type: 'web_search_20250305', name: 'web_search' };

test.each([
  [
    'Anthropic',
    (description: string, input_schema: object) => ({ name: 'write', description, input_schema }),
  ],
  [
    'Chat Completions',
    (description: string, parameters: object) => ({
      type: 'function',
      function: { name: 'write', description, parameters, strict: true },
    }),
  ],
  [
    'Responses',
    (description: string, parameters: object) => ({
      type: 'function',
      name: 'write',
      description,
      parameters,
    }),
  ],
  [
    'Gemini',
    (description: string, parameters: object) => ({
      functionDeclarations: [{ name: 'write', description, parameters }],
    }),
  ],
])('descriptions in the form of %s become shorter, and nothing else changes', (_, define) => {
  const short = shortenTools([define(DESCRIPTION, ORIGINAL), SEARCH]);
  expect(short?.tools).toEqual([define(`${FIRST} ${HOW}`, SHORT), SEARCH]);
  expect(short?.tools[1]).toBe(SEARCH);

  const { text, isError } = short!.describe({ name: 'write' });
  expect(isError).toBe(false);
  expect(text).toContain(DESCRIPTION);
  expect(text).toContain(JSON.stringify(ORIGINAL));
});

const WRITE = { name: 'write', description: DESCRIPTION, input_schema: ORIGINAL };

test('the answer to an unknown name lists the tools', () => {
  const { describe } = shortenTools([WRITE])!;
  const mistake = { text: expect.stringMatching(/These have one: write\.$/), isError: true };
  expect(describe({ name: 'read' })).toEqual(mistake);
  expect(describe('{"name":"read"}')).toEqual(mistake);
  expect(describe('read').isError).toBe(true);
});

test.each([
  ['descriptions that are short', [{ name: 'write', description: FIRST, input_schema: SHORT }]],
  ['no tools', []],
  ['tools with one of the name describe_tool', [WRITE, { ...WRITE, name: 'describe_tool' }]],
])('%s stay as they are', (_, tools) => {
  expect(shortenTools(tools)).toBeUndefined();
});
