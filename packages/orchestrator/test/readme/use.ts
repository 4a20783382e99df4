import type { IContent, Speaker } from '@palimpsest/core-types';
import { createConversationHistory } from '@palimpsest/orchestrator';

const say = (speaker: Speaker, text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});

const history = createConversationHistory([say('human', 'Fix it.'), say('ai', 'I read the log.')]);

// A compression takes time, and new entries arrive meanwhile.
const compressed = history.raw();
history.append(say('human', 'And add a test.'));
const firstChangedIndex = history.replace(compressed, [say('human', 'Fix it. The log is read.')]);
console.log(firstChangedIndex, history.length); // 0 2

// The entries are plain JSON.
const restored = createConversationHistory(JSON.parse(JSON.stringify(history)));
console.log(restored.length); // 2
