import * as aiSdk from '@palimpsest/formats/ai-sdk';
import * as anthropic from '@palimpsest/formats/anthropic';
import * as claudeCode from '@palimpsest/formats/claude-code';
import * as codex from '@palimpsest/formats/codex';
import * as gemini from '@palimpsest/formats/gemini';
import * as genkit from '@palimpsest/formats/genkit';
import * as icontent from '@palimpsest/formats/icontent';
import * as langchain from '@palimpsest/formats/langchain';
import * as openaiAgents from '@palimpsest/formats/openai-agents';
import * as openaiResponses from '@palimpsest/formats/openai-responses';
import * as openai from '@palimpsest/formats/openai';
import * as pi from '@palimpsest/formats/pi';
import { expect, test } from 'vitest';
import { codecs } from '../src/index.ts';

test('each format can be imported from its subpath', () => {
  const parts = [
    aiSdk,
    anthropic,
    claudeCode,
    codex,
    gemini,
    genkit,
    icontent,
    langchain,
    openai,
    openaiAgents,
    openaiResponses,
    pi,
  ];
  const exported: unknown[] = parts.flatMap((part) => Object.values(part));
  for (const codec of Object.values(codecs)) expect(exported).toContain(codec);
});
