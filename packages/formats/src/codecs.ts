import { anthropic } from './anthropic.ts';
import type { Codec, FormatName } from './codec.ts';
import { gemini } from './gemini.ts';
import { icontent } from './icontent.ts';
import { openai } from './openai.ts';

interface Codecs {
  readonly openai: typeof openai;
  readonly anthropic: typeof anthropic;
  readonly gemini: typeof gemini;
  readonly icontent: typeof icontent;
}

/** Every codec, by name. */
export const codecs: Codecs = { openai, anthropic, gemini, icontent };

export function codecFor(name: FormatName): Codec {
  return codecs[name as 'openai'];
}
