import type { Summarizer } from '@palimpsest/core-types';
import { createPalimpsest } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

/** Keeps the beginning of a text. */
const summarizer: Summarizer = {
  summarize: ({ text, budget }) => ({ text: text.slice(0, budget), entities: [], kind: 'prose' }),
};
const palimpsest = createPalimpsest({ services: { summarizer } });
const { report } = await palimpsest.compress(messages, {
  strategy: 'extractive',
  targetRatio: 0.5,
});
console.log(`${report.tokensBefore} tokens became ${report.tokensAfter}`);
