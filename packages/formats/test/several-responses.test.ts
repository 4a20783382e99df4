import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { getCodec } from '../src/index.ts';
import { plain } from './expect-history.ts';

const calls = () => history().human('Go').calls(['read'], ['run']);

test.each([
  'openai',
  'openai-responses',
  'openai-agents',
  'anthropic',
  'gemini',
  'genkit',
  'pi',
  'ai-sdk',
  'langchain',
] as const)(
  'a tool entry with several results is decoded from %s as one entry per result',
  (name) => {
    const codec = getCodec(name);
    const written = codec.encode(calls().results('a', 'b').build());
    expect(plain(codec.decode(written))).toEqual(calls().result('a').result('b').build());
  },
);
