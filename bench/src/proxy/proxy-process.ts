import { serveProxy } from '@palimpsest/proxy/node';

/** A proxy in a process of its own: `proxy-process.ts PROVIDER WINDOW`. Tells its URL, and its memory when asked. Ends with its parent. */
const [provider = '', window = ''] = process.argv.slice(2);
const proxy = await serveProxy({
  upstreams: { openai: provider },
  compression: { contextLimit: Number(window) },
  maxSessions: 256,
  onError: (error) => {
    throw error;
  },
});

/** What a process holds, after a collection. */
export interface Held {
  readonly heap: number;
  readonly resident: number;
  readonly sockets: number;
}

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed: heap, rss: resident } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
  process.send!({ heap, resident, sockets: sockets.length } satisfies Held);
});
process.on('disconnect', () => process.exit());
process.send!(proxy.url);
