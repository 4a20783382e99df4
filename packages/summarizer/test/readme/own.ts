import { deterministicSummarizer, extractEntities, type Summarizer } from '@palimpsest/summarizer';

export function createModelSummarizer(ask: (prompt: string) => Promise<string>): Summarizer {
  return {
    async summarize(request) {
      const { text, budget } = request;
      const short = await ask(`Summarize in ${budget} characters:\n${text}`);
      if (short === '' || short.length > budget) return deterministicSummarizer.summarize(request);
      return { text: short, entities: extractEntities(text, { except: short }), kind: 'model' };
    },
  };
}
