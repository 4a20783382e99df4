import { memoryOriginals, openOriginals, recall } from 'palimpsest';
import { messages } from './messages.ts';

const originals = await openOriginals(memoryOriginals(), { session: 'user-8' });
await originals.keep(messages, messages.slice(-2));

const id = originals.idOf(messages[3]).slice(0, 8);
const recalled = await recall(originals, `#${id}`, { lines: [49, 60] });
if (recalled.kind === 'found') {
  console.log(recalled.text.split('\n').length, recalled.from, recalled.to, recalled.lines); // 3 49 51 51
}
