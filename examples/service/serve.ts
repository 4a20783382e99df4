import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Service {
  readonly metrics: Metrics;
  /** Whether the process can do its work. */
  readonly isReady: () => Promise<boolean>;
  /** Handles all requests but those for health and metrics. */
  readonly handle?: Handler;
  /** Called when no request runs any more. */
  readonly close: () => Promise<unknown>;
}

const notFound: Handler = (_, response) => sendJson(response, 404, { error: 'No such path.' });

/** Serves health checks, metrics and the work of one process, until SIGTERM or the end of its parent. */
export async function serve({ HOST, PORT }: Config, service: Service): Promise<void> {
  const routes: Readonly<Record<string, Handler>> = {
    '/healthz': (_, response) => sendJson(response, 200, { status: 'alive' }),
    '/readyz': async (_, response) => {
      const isReady = await service.isReady();
      const status = isReady ? 'ready' : 'Redis does not answer';
      sendJson(response, isReady ? 200 : 503, { status });
    },
    '/metrics': service.metrics.write,
  };
  const server = createServer((request, response) => {
    const handle = routes[request.url!.split('?')[0]!] ?? service.handle ?? notFound;
    void handle(request, response);
  });
  server.listen(PORT, HOST);
  await once(server, 'listening');
  let isClosing = false;
  const close = async (): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    server.close();
    await once(server, 'close');
    await service.close();
    process.exit();
  };
  process.on('SIGTERM', () => void close()).on('SIGINT', () => void close());
  process.on('disconnect', () => void close());
  process.send?.({ port: (server.address() as AddressInfo).port });
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(body)}\n`);
}
