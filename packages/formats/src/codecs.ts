import type { Codec, FormatName } from './codec.ts';
import { openai } from './openai.ts';

/** Every codec, by name. */
export const codecs: { readonly openai: typeof openai } = { openai };

export function codecFor(name: FormatName): Codec {
  return codecs[name as 'openai'];
}
