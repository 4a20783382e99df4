import type { ServerResponse } from 'node:http';
import { respondWith, type Received } from '../../proxy/test/provider.ts';

export const SUMMARY = 'The user wants passing tests; twelve files were read, none changed.';

/** Answers with a summary, in the protocol of the requested provider. */
export function say(asked: Received, response: ServerResponse): void {
  const text = `<state_snapshot>\n${SUMMARY}\n</state_snapshot>`;
  respondWith({ text }, asked, response);
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'authentication_error' } }));
}
