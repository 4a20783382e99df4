import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { fromLanguageModel } from '@palimpsest/providers';

// Stands in for Ollama, which is at http://localhost:11434/v1.
const server = createServer((_request, response) => {
  const chunk = { choices: [{ delta: { content: 'The door is blue.' }, finish_reason: 'stop' }] };
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

const ollama = createOpenAICompatible({ name: 'ollama', baseURL });
const model = fromLanguageModel(ollama('llama3.3'));
const response = model.generateChatCompletion({
  contents: [
    { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
    { speaker: 'human', blocks: [{ type: 'text', text: 'What is the door like?' }] },
  ],
  maxOutputTokens: 200,
});
for await (const { blocks, metadata } of response) {
  for (const block of blocks) {
    if (block.type === 'text') console.log(block.text); // The door is blue.
  }
  if (metadata !== undefined) console.log(metadata.finishReason); // stop
}
server.close();
server.closeAllConnections();
