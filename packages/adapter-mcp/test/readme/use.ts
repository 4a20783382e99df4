import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createRecallServer } from '@palimpsest/adapter-mcp';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';

const log = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n');
const originals = await openOriginals(memoryOriginals(), { session: 'alice/42' });
await originals.keep(
  [{ role: 'tool', tool_call_id: 'a', content: log }],
  [{ role: 'tool', tool_call_id: 'a', content: '…500' }],
);

const [near, far] = InMemoryTransport.createLinkedPair();
await createRecallServer({ originals }).connect(far);

const client = new Client({ name: 'agent', version: '1' });
await client.connect(near);
const ask = async (name: string, input: Record<string, unknown>) => {
  const { content } = await client.callTool({ name, arguments: input });
  console.log((content as { text: string }[])[0]!.text);
};

await ask('search_history', { query: 'line 500', limit: 1 });
await ask('recall', { id: 'b098958b', offset: 499 });
await client.close();
