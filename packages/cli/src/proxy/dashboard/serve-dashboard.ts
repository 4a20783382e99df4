import { compareSessions } from '@palimpsest/report';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPage, writeReportPage } from '../../read-page.ts';
import type { DashboardSessions } from './dashboard-sessions.ts';

/** Serves the page of a proxy on loopback. It shows what agents sent, so it is never reachable from elsewhere. */
export async function serveDashboard(
  sessions: DashboardSessions,
  port: number | undefined,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(sessions, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A body that switches sessions is shorter. */
const MAX_BODY_LENGTH = 1_000;

async function answer(
  sessions: DashboardSessions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url, headers } = request;
  // Any other host name comes from a foreign web page, whose name resolves to this machine.
  if (!/^(?:127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '')) return end(response, 403);
  if (method === 'GET' && url === '/') return send(response, HTML, readPage('dashboard'));
  if (method === 'GET' && url === '/state')
    return send(response, 'application/json', JSON.stringify(sessions.state()));
  const [, id] = /^\/sessions\/(\d{1,9})$/.exec(url ?? '') ?? [];
  if (method === 'GET' && id !== undefined) {
    const report = await reportOf(sessions, Number(id));
    return report === undefined ? end(response, 404) : send(response, HTML, report);
  }
  if (method === 'POST' && url === '/switch') {
    // Another origin would have to ask before it could send this header.
    if (headers['x-palimpsest'] !== 'dashboard') return end(response, 403);
    const wish = await readSwitch(request);
    const isDone = wish !== undefined && sessions.setOff(wish.isOff, wish.id);
    return end(response, wish === undefined ? 400 : isDone ? 204 : 404);
  }
  return end(response, 404);
}

async function reportOf(sessions: DashboardSessions, id: number): Promise<string | undefined> {
  const messages = sessions.messagesOf(id);
  if (messages === undefined) return undefined;
  const { format, given, sent } = messages;
  const comparison = compareSessions(
    { id: 'as the agent sent it', format, messages: given },
    { id: 'as it was sent on', format, messages: sent },
  );
  return await writeReportPage({
    ...comparison,
    parent: { name: 'All sessions', address: '/' },
  });
}

async function readSwitch(
  request: IncomingMessage,
): Promise<{ readonly isOff: boolean; readonly id?: number } | undefined> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_LENGTH) return undefined;
  }
  try {
    const { isOff, id } = JSON.parse(text) as { readonly isOff?: unknown; readonly id?: unknown };
    if (typeof isOff !== 'boolean') return undefined;
    if (id === undefined) return { isOff };
    return typeof id === 'number' ? { isOff, id } : undefined;
  } catch {
    return undefined;
  }
}

const HTML = 'text/html; charset=utf-8';

/** Headers of every answer: nothing is stored or shown inside of another page. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, HEADERS).end();
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { ...HEADERS, 'content-type': type }).end(text);
}
