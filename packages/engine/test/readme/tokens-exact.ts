import { createEntryTokenCounter, createExactCounter } from '@palimpsest/engine/tokens';

const exact = await createExactCounter({ encoding: 'o200k_base' });
console.log(exact.count('Hello, world!')); // 4

// A TokenEstimator over entries, as strategies take it:
const countContent = createEntryTokenCounter(exact);
console.log(countContent([{ speaker: 'human', blocks: [{ type: 'text', text: 'Fix it.' }] }])); // 7
