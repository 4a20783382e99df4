import { CallNames } from './call-ids.ts';
import type { Codec } from './codec.ts';
import { writeEntries } from './entries.ts';
import { findReading, rememberReading } from './openai/known.ts';
import { readMessage, type OpenAIMessage } from './openai/read.ts';
import { openaiEntries } from './openai/write.ts';

export type { OpenAIMessage } from './openai/read.ts';

/** Chat completions: one entry per message. */
export const openai: Codec<OpenAIMessage> = {
  name: 'openai',
  decode(messages) {
    const names = new CallNames();
    return messages.map((message, index) => {
      const known = findReading(message, index, names);
      if (known !== undefined) return known;
      const entry = readMessage(message, index, names);
      rememberReading(message, entry);
      return entry;
    });
  },
  encode: (history) => writeEntries(openaiEntries, history),
};
