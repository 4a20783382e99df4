import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createRecallServer } from '@palimpsest/adapter-mcp';
import type { RecallServerOptions } from '../src/create-recall-server.ts';

/** The text of a tool result, and whether it is an error. */
interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool as a client does. */
export type Call = (tool: string, input?: Readonly<Record<string, unknown>>) => Promise<Answer>;

export function callWith(client: Client): Call {
  return async (name, input = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ readonly text: string }];
    return { text, isError: isError === true };
  };
}

export const newClient = (): Client => new Client({ name: 'agent', version: '1' });

/** A client that is connected to a server in the same process. */
export async function connected(
  options: RecallServerOptions,
): Promise<{ readonly client: Client; readonly call: Call }> {
  const client = newClient();
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([createRecallServer(options).connect(far), client.connect(near)]);
  return { client, call: callWith(client) };
}
