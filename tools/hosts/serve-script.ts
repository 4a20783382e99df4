import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WrittenAnswer } from './scripted-apis.ts';

/** A request of a host to a scripted model. */
interface HostRequest {
  readonly method: string;
  readonly url: string;
  readonly text: string;
}

export interface ScriptServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a model on loopback. It counts tokens by itself, and does not find what `answer` does not know. It stops by itself after `lifetimeMs`. */
export async function serveScript(
  lifetimeMs: number,
  answer: (request: HostRequest) => WrittenAnswer | undefined,
): Promise<ScriptServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const text = Buffer.concat(chunks).toString();
      const tokens = Math.ceil(text.length / 4);
      const isCount = /count_?tokens/i.test(url);
      const written = isCount
        ? { parts: [JSON.stringify({ input_tokens: tokens, totalTokens: tokens })] }
        : answer({ method, url, text });
      const type = (written as Partial<WrittenAnswer> | undefined)?.type ?? 'application/json';
      response.writeHead(written === undefined ? 404 : 200, { 'content-type': type });
      response.end(written?.parts.join('') ?? '{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setTimeout(() => server.close(), lifetimeMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
