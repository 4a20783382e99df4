import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openaiChat } from '@palimpsest/providers/openai';

// Stands for a model at an address of your own.
const server = createServer((_request, response) => {
  const answer = { choices: [{ delta: { content: 'The door is blue.' }, finish_reason: 'stop' }] };
  response.end(`data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n`);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const model = openaiChat({ model: 'llama3.3', baseUrl: `http://127.0.0.1:${port}/v1` });
const answer = model.generateChatCompletion({
  contents: [
    { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
    { speaker: 'human', blocks: [{ type: 'text', text: 'What is the door like?' }] },
  ],
  maxOutputTokens: 200,
});
for await (const { blocks, metadata } of answer) {
  for (const block of blocks) {
    if (block.type === 'text') console.log(block.text); // The door is blue.
  }
  if (metadata !== undefined) console.log(metadata.finishReason); // stop
}
server.close();
server.closeAllConnections();
