import { truncateText, sentenceSpans, splitFences } from '@palimpsest/engine/text';

const text = 'Ask Dr. Smith about v2.5.1. 他说可以。\n- no full stop here\n```ts\nrun();\n```';
const [prose, fence] = splitFences(text);
const said = text.slice(prose!.start, prose!.end);

for (const { start, end } of sentenceSpans(said)) console.log(said.slice(start, end));
// Ask Dr. Smith about v2.5.1.
// 他说可以。
// - no full stop here

console.log(text.slice(fence!.start, fence!.end).length); // 16
console.log(truncateText('Hi 👩‍👩‍👧', 9)); // Hi
