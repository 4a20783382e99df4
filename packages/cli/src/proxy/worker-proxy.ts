import { Worker } from 'node:worker_threads';
import type { ProxyEvents, ProxySetup } from './proxy-setup.ts';

/** What the thread is started with. */
export interface ThreadData {
  readonly setup: ProxySetup;
  /** Whether the messages of requests are wanted. */
  readonly hasPage: boolean;
}

/** What the thread posts: one member for each event. */
export interface ThreadMessage {
  readonly url?: string;
  readonly report?: Parameters<NonNullable<ProxyEvents['onRequest']>>[0];
  readonly messages?: Parameters<NonNullable<ProxyEvents['onMessages']>>[0];
  readonly error?: string;
}

/** The sessions whose requests go out unchanged now. */
export type OffSessions = readonly string[] | 'all';

interface Started {
  readonly thread: Worker;
  readonly url: Promise<string | undefined>;
}

const isSource = import.meta.url.endsWith('.ts');

/** A second proxy over the same stores, in a thread that starts with the first large request. */
export class WorkerProxy {
  readonly #setup: ProxySetup;
  readonly #events: ProxyEvents;
  readonly #off: () => OffSessions;
  #started: Started | undefined;

  constructor(setup: ProxySetup, events: ProxyEvents, off: () => OffSessions) {
    this.#setup = setup;
    this.#events = events;
    this.#off = off;
  }

  /** Returns the base URL of the proxy; `undefined` if it could not start. */
  async url(): Promise<string | undefined> {
    const { thread, url } = (this.#started ??= this.#start());
    thread.postMessage(this.#off());
    return await url;
  }

  async close(): Promise<void> {
    await this.#started?.thread.terminate();
  }

  #start(): Started {
    const { onRequest, onMessages, onError } = this.#events;
    const data: ThreadData = { setup: this.#setup, hasPage: onMessages !== undefined };
    const file = new URL(isSource ? '../worker.ts' : './worker.js', import.meta.url);
    const thread = new Worker(file, { workerData: data });
    const url = new Promise<string | undefined>((resolve) => {
      thread.on('message', ({ url: started, report, messages, error }: ThreadMessage) => {
        if (started !== undefined) resolve(started);
        if (report !== undefined) onRequest?.(report);
        if (messages !== undefined) onMessages?.(messages);
        if (error !== undefined) onError?.(error);
      });
      thread.on('error', (error) => onError?.(error));
      thread.on('exit', () => {
        // The next large request starts another one.
        this.#started = undefined;
        resolve(undefined);
      });
    });
    return { thread, url };
  }
}
