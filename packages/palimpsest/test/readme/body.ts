import { compress, memoryOriginals, openOriginals } from 'palimpsest';
import { messages } from './messages.ts';

const request = {
  model: 'gpt-5.2',
  messages,
  tools: [{ type: 'function', function: { name: 'read_file', description: 'Reads a file.' } }],
};
const originals = await openOriginals(memoryOriginals(), { session: 'user-9' });
const { body, report } = await compress(request, { targetTokens: 3_000, originals });

console.log(Object.keys(body).join(', ')); // model, messages, tools
console.log(report.tokensAfter <= 3_000, report.overhead?.tools); // true 23

const { messages: whole } = await originals.restore(body.messages);
console.log(JSON.stringify(whole) === JSON.stringify(request.messages)); // true
