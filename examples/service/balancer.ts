import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { sendJson } from './serve.ts';

/** The ports of processes by name. */
type Ports = ReadonlyMap<string, number>;

/** Creates a server that passes requests to web processes, in turn. `/metrics` has the metrics of all processes. */
export function createBalancer(ports: Ports): Server {
  let turn = 0;
  return createServer((request, response) => {
    if (request.url === '/metrics') {
      void sendMetrics(ports, response);
      return;
    }
    const web = [...ports].filter(([name]) => name.startsWith('web'));
    turn += 1;
    const [, port] = web[turn % web.length] ?? [];
    if (port !== undefined) pass(request, response, port);
    else sendJson(response, 503, { error: 'No web process runs. Try again.' });
  });
}

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, headers } = request;
  const passed = ask({ host: '127.0.0.1', port, method, path, headers, agent: false });
  passed.on('response', (answer: IncomingMessage) => {
    response.writeHead(answer.statusCode!, answer.headers);
    pipeline(answer, response, () => {});
  });
  passed.on('error', () => {
    const error = 'The process ended. Repeat the request with the same id.';
    if (response.headersSent) response.destroy();
    else sendJson(response, 502, { error });
  });
  pipeline(request, passed, () => {});
  response.on('close', () => passed.destroy());
}

/** Joins the metrics of all processes, which a label tells apart. A metric has its description once. */
async function sendMetrics(ports: Ports, response: ServerResponse): Promise<void> {
  const texts = await Promise.all(
    [...ports.values()].map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      return (await answer?.text()) ?? '';
    }),
  );
  const samples = new Map<string, string>();
  for (const [, head, lines] of texts.join('\n').matchAll(/((?:^#.*\n)+)((?:^[^#\n].*\n)*)/gm)) {
    samples.set(head!, (samples.get(head!) ?? '') + lines!);
  }
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  response.end([...samples].flat().join(''));
}
