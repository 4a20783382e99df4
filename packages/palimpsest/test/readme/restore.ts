import { compress, memoryOriginals, openOriginals } from 'palimpsest';
import { messages } from './messages.ts';

const originals = await openOriginals(memoryOriginals(), { session: 'user-7' });
const { messages: short } = await compress(messages, { targetRatio: 0.5, originals });

const { messages: whole } = await originals.restore(short);
console.log(JSON.stringify(whole) === JSON.stringify(messages)); // true
