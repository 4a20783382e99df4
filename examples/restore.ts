import { compress, memoryOriginals, openOriginals } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

const originals = await openOriginals(memoryOriginals(), { session: 'user-7' });
const { messages: short } = await compress(messages, { targetRatio: 0.5, originals });
const { messages: whole } = await originals.restore(short);
console.log(`${short.length} messages became ${whole.length} again, byte for byte`);

if (JSON.stringify(whole) !== JSON.stringify(messages)) {
  throw new Error('What came back is not what was removed.');
}
