import type { Codec } from './codec.ts';
import { entryCodec } from './entries.ts';
import { readMessage, type OpenAIMessage } from './openai/read.ts';
import { writeEntry } from './openai/write.ts';

export type { OpenAIMessage } from './openai/read.ts';

/** Chat completions: one entry per message. */
export const openai: Codec<OpenAIMessage> = entryCodec({
  name: 'openai',
  hasToolNames: false,
  hasNames: true,
  read: readMessage,
  write: writeEntry,
});
