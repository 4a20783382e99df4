import { CallNames } from './call-ids.ts';
import type { Codec } from './codec.ts';
import { writeEntries } from './entries.ts';
import { readMessage, type OpenAIMessage } from './openai/read.ts';
import { openaiEntries } from './openai/write.ts';

export type { OpenAIMessage } from './openai/read.ts';

/** Chat completions: one entry per message. */
export const openai: Codec<OpenAIMessage> = {
  name: 'openai',
  decode(messages) {
    const names = new CallNames();
    return messages.map((message, index) => readMessage(message, index, names));
  },
  encode: (history) => writeEntries(openaiEntries, history),
};
