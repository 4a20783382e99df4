import { reductions, type Passage } from '@palimpsest/summarizer/reduce';
import { summarizeText } from '@palimpsest/summarizer';

const messages = [
  { id: 'a', role: 'user', content: 'Please review the retry policy before Friday. '.repeat(8) },
  { id: 'b', role: 'user', content: 'The poolSize of the workers is 12 and must stay. '.repeat(8) },
  { id: 'c', role: 'assistant', content: 'I will. '.repeat(40) },
  { id: 'd', role: 'assistant', content: 'I will. '.repeat(40) },
];
const passages = messages.map(({ id, role, content }, position): Passage => ({
  text: content,
  position,
  group: role,
  name: () => id,
}));

for (const reduction of reductions(passages)) {
  const summaries = reduction.sources.map(({ text, budget }) => summarizeText(text, budget));
  const text = reduction.write(summaries);
  if (text === undefined) continue; // no gain
  console.log(reduction.kind, reduction.members, text);
}
