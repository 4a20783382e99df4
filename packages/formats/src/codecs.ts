import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { claudeCode } from './claude-code.ts';
import type { Codec, FormatName } from './codec.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { genkit } from './genkit.ts';
import { icontent } from './icontent.ts';
import { langchain } from './langchain.ts';
import { openaiAgents } from './openai-agents.ts';
import { openaiResponses } from './openai-responses.ts';
import { openai } from './openai.ts';
import { pi } from './pi.ts';

interface Codecs {
  readonly openai: typeof openai;
  readonly 'openai-responses': typeof openaiResponses;
  readonly 'openai-agents': typeof openaiAgents;
  readonly anthropic: typeof anthropic;
  readonly gemini: typeof gemini;
  readonly genkit: typeof genkit;
  readonly pi: typeof pi;
  readonly icontent: typeof icontent;
  readonly 'claude-code': typeof claudeCode;
  readonly codex: typeof codex;
  readonly 'ai-sdk': typeof aiSdk;
  readonly langchain: typeof langchain;
}

/** All codecs by format name. */
export const codecs: Codecs = {
  openai,
  'openai-responses': openaiResponses,
  'openai-agents': openaiAgents,
  anthropic,
  gemini,
  genkit,
  pi,
  icontent,
  'claude-code': claudeCode,
  codex,
  'ai-sdk': aiSdk,
  langchain,
};

/** Returns the codec of a format, for messages whose shape is known at run time only. */
export function getCodec(name: FormatName): Codec {
  return codecs[name];
}
