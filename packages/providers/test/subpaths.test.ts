import * as anthropic from '@palimpsest/providers/anthropic';
import * as fromFunction from '@palimpsest/providers/from-function';
import * as gemini from '@palimpsest/providers/gemini';
import * as openai from '@palimpsest/providers/openai';
import { expect, test } from 'vitest';
import * as everything from '../src/index.ts';

test('each kind of provider can be imported alone', () => {
  for (const part of [anthropic, fromFunction, gemini, openai]) {
    expect(everything).toMatchObject({ ...part });
  }
});
