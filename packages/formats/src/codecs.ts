import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { claudeCode } from './claude-code.ts';
import type { Codec, FormatName } from './codec.ts';
import { gemini } from './gemini.ts';
import { icontent } from './icontent.ts';
import { langchain } from './langchain.ts';
import { openai } from './openai.ts';

interface Codecs {
  readonly openai: typeof openai;
  readonly anthropic: typeof anthropic;
  readonly gemini: typeof gemini;
  readonly icontent: typeof icontent;
  readonly 'claude-code': typeof claudeCode;
  readonly 'ai-sdk': typeof aiSdk;
  readonly langchain: typeof langchain;
}

/** Every codec, by the name of its format. */
export const codecs: Codecs = {
  openai,
  anthropic,
  gemini,
  icontent,
  'claude-code': claudeCode,
  'ai-sdk': aiSdk,
  langchain,
};

/** The codec of a format, for messages of a shape that is known at run time only. */
export function codecFor(name: FormatName): Codec {
  return codecs[name];
}
