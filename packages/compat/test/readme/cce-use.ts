import { compress, uncompress } from '@palimpsest/compat/cce';

const report =
  'Thanks for the call this morning, it helped all of us to see things the same way again. ' +
  'The parser drops the last line of a file. ' +
  'The fix must stay inside readLines, because callers rely on its signature.';

const messages = [
  { id: 'm1', index: 0, role: 'system', content: 'You are a careful engineer.' },
  { id: 'm2', index: 1, role: 'user', content: report },
  { id: 'm3', index: 2, role: 'assistant', content: 'Understood.' },
  { id: 'm4', index: 3, role: 'user', content: 'Begin with the tests.' },
];

const { messages: shorter, verbatim } = compress(messages, { recencyWindow: 2 });
console.log(shorter[1]?.content);
// [summary: The parser drops the last line of a file. ... The fix must stay inside readLines, because callers rely on its signature.]

const { messages: restored } = uncompress(shorter, verbatim);
console.log(restored[1]?.content === report); // true
