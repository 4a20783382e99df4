import { serveProxy } from '@palimpsest/proxy/node';
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { OffSessions, ThreadData, ThreadMessage } from './proxy/worker-proxy.ts';
import { toServeOptions } from './proxy/proxy-setup.ts';

const { setup, hasPage } = workerData as ThreadData;
const post = (message: ThreadMessage): void => parentPort?.postMessage(message);

let off: OffSessions = [];
parentPort?.on('message', (sessions: OffSessions) => (off = sessions));

const { url } = await serveProxy({
  ...(await toServeOptions(setup)),
  // Only the main thread knows it.
  token: randomBytes(24).toString('hex'),
  isOff: (session) => off === 'all' || off.includes(session),
  onRequest: (report) => post({ report }),
  onError: (error) => post({ error: error instanceof Error ? error.message : String(error) }),
  ...(hasPage && { onMessages: (messages) => post({ messages }) }),
});
post({ url });
