import { memoryOriginals, openOriginals } from '@palimpsest/originals';

const before = [
  { role: 'user', content: 'Read the log.' },
  { role: 'assistant', content: 'Line 1 … line 500' },
  { role: 'user', content: 'And now?' },
];
const after = [before[0], { role: 'assistant', content: '[500 lines]' }, before[2]];

const originals = await openOriginals(memoryOriginals(), { session: 'alice/42' });
await originals.keep(before, after, { strategy: 'mine' });

// Later: the host stored its messages as JSON, and the conversation continued.
const now = [...JSON.parse(JSON.stringify(after)), { role: 'assistant', content: 'Done.' }];
const { messages, restored, missing } = await originals.restore(now);
console.log(messages[1].content, restored, missing.length); // Line 1 … line 500 1 0

// The originals of a message can be recalled one by one, but only in its session.
const [id = ''] = originals.findProof(now[1])?.originals ?? [];
const recalled = await originals.recall(id);
console.log(recalled.kind); // found
