import { createPalimpsest } from 'palimpsest';
import { forgetThinking } from './forget-thinking.ts';
import { messages } from './messages.ts';

const palimpsest = createPalimpsest();
palimpsest.registry.register(forgetThinking);
await palimpsest.compress(messages, { strategy: 'forget-thinking' });
