import type { Summarizer } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { extractive } from '@palimpsest/strategy-extractive';

declare function askModel(prompt: string, signal?: AbortSignal): Promise<string>;

const summarizer: Summarizer = {
  summarize: async ({ text, budget, signal }) => ({
    text: await askModel(`Summarize in ${budget} characters:\n\n${text}`, signal),
    entities: [],
    kind: 'model',
  }),
};

const registry = createRegistry({ services: { summarizer } }).register(extractive);

export const strategy = registry.resolve('extractive');
