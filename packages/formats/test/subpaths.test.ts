import * as aiSdk from '@palimpsest/formats/ai-sdk';
import * as anthropic from '@palimpsest/formats/anthropic';
import * as claudeCode from '@palimpsest/formats/claude-code';
import * as gemini from '@palimpsest/formats/gemini';
import * as icontent from '@palimpsest/formats/icontent';
import * as langchain from '@palimpsest/formats/langchain';
import * as openai from '@palimpsest/formats/openai';
import { expect, test } from 'vitest';
import * as everything from '../src/index.ts';

test('each format can be imported alone', () => {
  for (const part of [aiSdk, anthropic, claudeCode, gemini, icontent, langchain, openai]) {
    expect(everything).toMatchObject({ ...part });
  }
});
