import { createAdapter } from '@palimpsest/adapter';
import messages from './session.json' with { type: 'json' };

const WINDOWS: Readonly<Record<string, number>> = { large: 200_000, small: 32_000 };
const adapter = createAdapter({ contextLimit: (model) => WINDOWS[model ?? 'large'] });

const large = await adapter.adapt('openai', messages, { model: 'large' });
console.log(`large: ${large.messages.length} messages, ${large.outcome?.kind}`);

// The same conversation goes on with a model that has a smaller window.
const small = await adapter.adapt('openai', messages, { model: 'small' });
console.log(
  `small: ${small.outcome?.tokensBefore} tokens became ${small.outcome?.tokensAfter} of ${WINDOWS['small']}`,
);

// A subagent begins with its task. It has a window and a state of its own, and recalls from the same originals.
const task = [
  { role: 'user', content: 'Which file of the taxonomy decides whether a call failed?' },
  ...messages.slice(2, 40),
];
const sub = await adapter.adapt('openai', task, { conversation: 'subagent 1', model: 'small' });
console.log(`subagent: ${sub.messages.length} messages, ${sub.outcome?.kind}`);
// What it answers goes back to its parent as the result of a call; its history does not.
