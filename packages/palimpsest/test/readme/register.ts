import { createPalimpsest } from 'palimpsest';
import { forgetThinking } from './forget-thinking.ts';
import { messages } from './messages.ts';

const palimpsest = createPalimpsest();
palimpsest.registry.register(forgetThinking);

const { report } = await palimpsest.compress(messages, { strategy: 'forget-thinking' });
console.log(report.strategy); // forget-thinking
