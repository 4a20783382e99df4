import { OptionError, PalimpsestError, type IContent } from '@palimpsest/core-types';
import { createClient } from '@redis/client';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createCompressionWorker,
  queueCompressions,
  type CompressionQueueOptions,
  type CompressionWorkerOptions,
  type JobEvent,
} from '@palimpsest/orchestrator/queue';
import {
  createJob,
  createPlace,
  ended,
  latch,
  PATIENT_QUEUE,
  runnerWith,
  say,
  redisUrl,
} from './setup.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function queueAt(options: CompressionQueueOptions) {
  const queue = queueCompressions({ ...PATIENT_QUEUE, ...options });
  opened.push(queue);
  return queue;
}

/** Starts a worker. Returns the events of its jobs. */
function workAt(options: CompressionWorkerOptions) {
  const events: JobEvent[] = [];
  const worker = createCompressionWorker({ onJob: (event) => events.push(event), ...options });
  opened.push(worker);
  void worker.run();
  return { worker, events };
}

describe.skipIf(redisUrl === undefined)('with a Redis server', () => {
  test('a job runs once when several queues start it at the same time, and again', async () => {
    const place = createPlace();
    const queues = [queueAt(place), queueAt(place)];
    const job = createJob('1f0c');
    expect(await queues[0]!.find(job.id)).toEqual({ kind: 'unknown' });
    await Promise.all([...queues, ...queues].map((queue) => queue.start(job)));
    expect(await queues[1]!.find(job.id)).toEqual({ kind: 'running' });

    let runs = 0;
    const { events } = workAt({ ...place, ...runnerWith(() => (runs += 1)) });
    const states = await Promise.all(queues.map((queue) => ended(queue, job.id)));
    await queues[0]!.start(job);
    expect(await queues[0]!.find(job.id)).toEqual(states[1]);
    expect(states[0]).toEqual(states[1]);
    expect(states[0]).toMatchObject({
      kind: 'done',
      attempts: [{ strategy: 'top-down-truncation' }],
      result: { kind: 'applied', metadata: { originalMessageCount: 13 } },
    });
    expect(runs).toBe(1);
    expect(events).toEqual([
      expect.objectContaining({ kind: 'done', id: '1f0c', strategy: 'top-down-truncation' }),
    ]);
  });

  test('the result has the pinned entries of the history', async () => {
    const place = createPlace();
    const exchange: IContent[] = [
      { speaker: 'ai', blocks: [{ type: 'tool_call', id: '1', name: 'shot', parameters: {} }] },
      {
        speaker: 'tool',
        blocks: [
          { type: 'tool_response', callId: '1', toolName: 'shot', result: { size: 3 } },
          { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' },
        ],
        metadata: { pinned: true },
      },
    ];
    const { history } = createJob('2b');
    const job = createJob('2b', { history: [...history, ...exchange, say('human', 'And now?')] });
    const queue = queueAt(place);
    workAt({ ...place, ...runnerWith() });
    await queue.start(job);
    const state = await ended(queue, job.id);
    expect(state.kind === 'done' && state.result.newHistory).toEqual(
      expect.arrayContaining(exchange),
    );
  });

  test('a run over the time limit fails, and is repeated until the attempts are used up', async () => {
    const place = createPlace();
    const queue = queueAt({ ...place, attempts: 2 });
    const runner = runnerWith(() => new Promise(() => {}));
    const { events } = workAt({ ...place, ...runner, timeLimitMs: 30 });
    await queue.start(createJob('3c'));
    expect(await ended(queue, '3c')).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/^TimeoutError: /) as string,
    });
    expect(events).toMatchObject([
      { kind: 'failed', id: '3c', willRetry: true },
      { kind: 'failed', id: '3c', willRetry: false },
    ]);
  });

  test.each([
    ['an unknown strategy', { strategy: 'none' }, /Unknown compression strategy: "none"/],
    ['an invalid option', { activeTodos: 'invalid' as never }, /OptionError: todos: expected/],
    ['nothing to compress', { targetTokens: 1e6, triggerTokens: 2e6 }, /changed nothing/],
  ])('%s fails at once, and runs again when it is started again', async (_, facts, reason) => {
    const place = createPlace();
    const queue = queueAt({ ...place, attempts: 3 });
    const job = createJob('4d', facts);
    const check = (): void => {
      if (job.activeTodos !== undefined) throw new OptionError('todos', 'invalid', 'none');
    };
    const { events } = workAt({ ...place, ...runnerWith(check) });
    await queue.start(job);
    const state = await ended(queue, job.id);
    expect(state).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) as string });
    await queue.start(job);
    expect(await ended(queue, job.id)).toEqual(state);
    expect(events.map((event) => event.kind === 'failed' && event.willRetry)).toEqual([
      false,
      false,
    ]);
  });

  test('a job that failed is done when it is started again and its cause is gone', async () => {
    const place = createPlace();
    const queue = queueAt({ ...place, attempts: 1 });
    let isBroken = true;
    const fail = (): void => {
      if (isBroken) throw new TypeError('broken');
    };
    workAt({ ...place, ...runnerWith(fail) });
    await queue.start(createJob('5e'));
    expect(await ended(queue, '5e')).toEqual({ kind: 'failed', reason: 'TypeError: broken' });
    isBroken = false;
    await Promise.all([queue.start(createJob('5e')), queue.start(createJob('5e'))]);
    expect(await ended(queue, '5e')).toMatchObject({ kind: 'done' });
  });

  test('close waits for running jobs and leaves the others in the queue', async () => {
    const place = createPlace();
    const queue = queueAt(place);
    const [started, release] = [latch(), latch()];
    const runner = runnerWith(async () => {
      started.open();
      await release.opened;
    });
    const { worker, events } = workAt({ ...place, ...runner, concurrency: 1 });
    await queue.start(createJob('6a'));
    await queue.start(createJob('6b'));
    await started.opened;
    const closing = worker.close();
    release.open();
    await closing;
    expect(events).toMatchObject([{ kind: 'done', id: '6a' }]);
    expect(await queue.find('6b')).toEqual({ kind: 'running' });
  });

  test('takes connected clients, and leaves them open', async () => {
    const client = await createClient({ url: redisUrl! }).connect();
    try {
      const place = { ...createPlace(), connection: client };
      const queue = queueCompressions({ ...PATIENT_QUEUE, ...place });
      const { worker } = workAt({ ...place, ...runnerWith() });
      await queue.start(createJob('8a'));
      expect(await ended(queue, '8a')).toMatchObject({ kind: 'done' });
      await Promise.all([queue.close(), worker.close()]);
      expect(await client.ping()).toBe('PONG');
    } finally {
      client.destroy();
    }
  });
});

test('rejects calls in time when Redis does not answer, and closes', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const connection = `redis://127.0.0.1:${port}`;
  const queue = queueCompressions({ connection, answerLimitMs: 50 });
  for (const call of [queue.find('a'), queue.start(createJob('a'))]) {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(PalimpsestError.isInstance(error) && error.code).toBe('QUEUE_UNREACHABLE');
  }
  await queue.close();

  const failed = latch();
  const onConnectionError = (): void => failed.open();
  const worker = createCompressionWorker({ connection, ...runnerWith(), onConnectionError });
  const run = worker.run();
  await failed.opened;
  await worker.close();
  await run;
});

test.each([
  [{ connection: 'localhost:6379' }, 'connection'],
  [{ connection: 7 }, 'connection'],
  [{ queue: 'a:b' }, 'queue'],
  [{ attempts: 0 }, 'attempts'],
  [{ keepResultsMs: 0 }, 'keepResultsMs'],
  [{ answerLimitMs: 2 ** 31 }, 'answerLimitMs'],
])('queueCompressions rejects %j', (options, option) => {
  const given = { connection: 'redis://127.0.0.1:1', ...options };
  expect(() => queueCompressions(given as CompressionQueueOptions)).toThrow(
    new RegExp(`^${option}: expected .+, got .+\\.$`),
  );
});

test.each([
  [{ concurrency: 1.5 }, 'concurrency'],
  [{ timeLimitMs: 0 }, 'timeLimitMs'],
  [{ stalledAfterMs: 1 }, 'stalledAfterMs'],
  [{ strategies: {} }, 'strategies'],
  [{ estimateTokens: 4 }, 'estimateTokens'],
  [{ attempts: { retries: Number.NaN } }, 'attempts.retries'],
])('createCompressionWorker rejects %j', (options, option) => {
  const given = { connection: 'redis://127.0.0.1:1', ...runnerWith(), ...options };
  expect(() => createCompressionWorker(given as CompressionWorkerOptions)).toThrow(
    new RegExp(`^${option}: expected .+, got .+\\.$`),
  );
});

test('an error does not show the connection, which may have a password', () => {
  expect(() => queueCompressions({ connection: 'http://:secret@host' })).toThrow(
    'connection: expected a redis:// or rediss:// URL, or connection options or a client of BullMQ, got another text.',
  );
});

test('rejects an id that the queue cannot have', async () => {
  const queue = queueCompressions({ connection: 'redis://127.0.0.1:1' });
  await expect(queue.find('a:b')).rejects.toThrow('id: expected 1 to 256 letters');
  await queue.close();
});
