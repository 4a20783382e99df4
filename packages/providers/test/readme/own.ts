import { fromFunction } from '@palimpsest/providers/from-function';

const model = fromFunction('echo', async function* ({ text, signal }) {
  for (const word of text.split(' ')) {
    signal.throwIfAborted();
    yield `${word.toUpperCase()} `;
  }
});

const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'is it blue' }] }] as const;
let response = '';
for await (const { blocks } of model.generateChatCompletion({ contents })) {
  for (const block of blocks) if (block.type === 'text') response += block.text;
}
console.log(response.trim()); // IS IT BLUE
