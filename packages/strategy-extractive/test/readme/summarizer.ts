import { ExtractiveStrategy } from '@palimpsest/strategy-extractive';
import type { Summarizer } from '@palimpsest/summarizer';

declare function askModel(prompt: string, signal?: AbortSignal): Promise<string>;

const summarizer: Summarizer = {
  summarize: async ({ text, budget, signal }) => ({
    text: await askModel(`Summarize in ${budget} characters:\n\n${text}`, signal),
    entities: [],
    kind: 'model',
  }),
};

export const strategy = new ExtractiveStrategy({ summarizer });
