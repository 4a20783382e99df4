import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { fromLanguageModel } from '@palimpsest/providers';
import { createServer } from 'node:http';
import { compress } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

/** Stands in for a model, so that this example runs anywhere. */
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const content = '<state_snapshot>\n<goal>Mend the failing test.</goal>\n</state_snapshot>';
    const chunk = { choices: [{ delta: { content }, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const baseURL = `http://127.0.0.1:${port}/v1`;

const ollama = createOpenAICompatible({ name: 'ollama', baseURL });
const model = fromLanguageModel(ollama('qwen3'));
const { messages: told, report } = await compress(messages, {
  strategy: 'middle-out',
  targetRatio: 0.5,
  model,
});

server.close();
server.closeAllConnections();
console.log(`${report.tokensBefore} tokens became ${report.tokensAfter}, ${told.length} messages`);
