import { createClient } from '@redis/client';
import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs, startService, until, type RunningService } from './running-service.ts';

/** Set by `tools/with-redis.sh`, which starts a separate Redis server. */
const url = process.env['PALIMPSEST_REDIS'];

const pathOf = (session: string): string => `/sessions/${session}/messages`;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describe.skipIf(url === undefined)('with a Redis server', () => {
  const BASE = `test-${randomUUID()}`;
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ PALIMPSEST_REDIS: url, BASE, SCRIPTED_SUMMARY_MS: '300' });
    if (service.address === '') throw new Error(service.output());
  }, 300_000);
  afterAll(async () => {
    await service.stop('SIGKILL');
    const client = await createClient({ url: url! }).connect();
    const keys = await client.keys(`*${BASE}*`);
    if (keys.length > 0) await client.del(keys);
    client.destroy();
  });

  /** Number of responses to messages by process, also of those that asked to repeat one. */
  const served: Record<string, number> = {};

  async function send(path: string, body?: string): Promise<Answer> {
    const sent = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(`${service.address}${path}`, sent);
    const by = response.headers.get('x-served-by');
    if (body !== undefined && by !== null) served[by] = (served[by] ?? 0) + 1;
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Sends a message, and repeats it with the same id if the process that had it was killed. */
  async function say(session: string, id: string): Promise<Answer> {
    for (;;) {
      const answer = await send(pathOf(session), JSON.stringify({ id, text: `Question ${id}?` }));
      if (answer.status < 500) return answer;
      await setTimeout(100);
    }
  }

  /** Returns the sum of all samples of a metric whose labels include the given ones. */
  async function metric(name: string, labels: Readonly<Record<string, string>> = {}) {
    const text = await (await fetch(`${service.address}/metrics`)).text();
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .filter((line) =>
        Object.entries(labels).every(([key, of]) => line.includes(`${key}="${of}"`)),
      )
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** Polls a metric: those of a busy process may be missing once. */
  const figure = (name: string, labels?: Readonly<Record<string, string>>) =>
    expect.poll(() => metric(name, labels));

  /** Expects a history of exactly these questions, each followed by its answer. */
  async function expectHistory(session: string, answers: ReadonlyMap<string, unknown>) {
    const { body } = await send(pathOf(session));
    const turns = body['turns'] as { id: string; messages: { role: string; content: unknown }[] }[];
    const told = turns.map(({ id, messages: [question, answer, ...more] }) => {
      expect(more).toEqual([]);
      expect(question).toEqual({ role: 'user', content: `Question ${id}?` });
      return [id, (answer!.content as { text: string }[])[0]!.text];
    });
    expect(told).toEqual([...answers]);
  }

  test('no answer is lost when processes are killed, and summaries replace old messages', async () => {
    const sessions = Array.from({ length: 6 }, (_, at) => `session-${at}`);
    let answered = 0;

    /** Talks until the model has been sent a summary, and at least 20 turns. */
    async function converse(session: string): Promise<void> {
      const answers = new Map<string, unknown>();
      let hasSummary = false;
      for (let turn = 1; turn <= 20 || !hasSummary; turn += 1) {
        const { status, body } = await say(session, `${session}-${turn}`);
        expect(status).toBe(200);
        answered += 1;
        answers.set(`${session}-${turn}`, body['text']);
        hasSummary ||= String(body['text']).includes('one of them a summary');
        await setTimeout(100);
      }
      await expectHistory(session, answers);
    }

    const talks = Promise.all(sessions.map(converse));
    const started = until(
      async () => (await metric('chat_summaries_total', { state: 'started' })) > 0,
    );
    await Promise.race([talks, started]);
    expect(answered).toBeLessThan(20 * sessions.length);
    service.kill('web-1');
    service.kill('worker-1');
    await talks;

    await until(() => service.processes().length === 7);
    expect(service.processes('web-1')).toHaveLength(2);
    expect(service.processes('worker-1')).toHaveLength(2);
    expect(Object.keys(served).toSorted()).toEqual(['web-1', 'web-2', 'web-3']);
    for (const name of ['web-2', 'web-3']) {
      const labels = { service_instance_id: name, http_request_method: 'POST' };
      await figure('http_server_request_duration_count', labels).toBe(served[name]);
    }
    await figure('chat_job_duration_count', { result: 'done' }).toBeGreaterThan(0);
    await figure('chat_summaries_total', { state: 'applied' }).toBeGreaterThan(0);
    await figure('chat_compressions_total', { outcome: 'compressed' }).toBeGreaterThan(0);
    await expect
      .poll(
        async () =>
          (await metric('chat_tokens_before_sum')) - (await metric('chat_tokens_after_sum')),
      )
      .toBeGreaterThan(0);
  }, 300_000);

  test('a summary that is ready in time replaces messages without the fallback', async () => {
    const byModel = { outcome: 'compressed', strategy: 'middle-out' };
    let hasSummary = false;
    for (
      let turn = 1;
      !hasSummary || (await metric('chat_compressions_total', byModel)) === 0;
      turn += 1
    ) {
      expect(turn).toBeLessThan(150);
      const { status, body } = await say('slow', `slow-${turn}`);
      expect(status).toBe(200);
      hasSummary ||= String(body['text']).includes('one of them a summary');
      // Longer than the scripted model takes for a summary.
      await setTimeout(500);
    }
  }, 120_000);

  test('parallel messages of one session are all answered, one after the other', async () => {
    let at = 0;
    do {
      at += 1;
      const session = `parallel-${at}`;
      const ids = Array.from({ length: 5 }, (_, message) => `${session}-${message}`);
      const answers = await Promise.all(ids.map((id) => say(session, id)));
      const texts = new Map(answers.map(({ body }) => [body['id'] as string, body['text']]));
      const { body } = await send(pathOf(session));
      const order = (body['turns'] as { id: string }[]).map(({ id }) => id);
      expect(order.toSorted()).toEqual(ids);
      await expectHistory(session, new Map(order.map((id) => [id, texts.get(id)])));
      // Each was sent the turns before it.
      const sent = order.map((id) => /was sent (\d+) messages/.exec(String(texts.get(id)))?.[1]);
      expect(sent).toEqual(['2', '4', '6', '8', '10']);
    } while ((await metric('chat_conflicts_total', { store: 'history' })) === 0);
  }, 30_000);

  test('a message that is repeated with its id is answered once', async () => {
    const [one, other] = [await say('repeated', 'a'), await say('repeated', 'a')];
    expect(other.body).toEqual(one.body);
    await expectHistory('repeated', new Map([['a', one.body['text']]]));
  });

  test.each([
    ['no JSON', pathOf('s'), '{', 400, 'The body is not JSON.'],
    ['no text', pathOf('s'), '{}', 400, 'Invalid body: text: '],
    ['a blank text', pathOf('s'), '{"text": " "}', 400, 'Invalid body: text: '],
    ['a long text', pathOf('s'), `{"text": "${'a'.repeat(9_000)}"}`, 400, 'Invalid body: text: '],
    ['an unknown field', pathOf('s'), '{"text": "a", "b": 1}', 400, 'Invalid body: b: '],
    ['an invalid id', pathOf('s'), '{"text": "a", "id": "b c"}', 400, 'Invalid body: id: '],
    ['a large body', pathOf('s'), 'a'.repeat(1_000_000), 413, 'The body has over 65536 bytes.'],
    ['an invalid session', pathOf('a%20b'), '{"text": "a"}', 400, 'The session id is invalid: '],
    ['an unknown path', '/sessions', '{"text": "a"}', 404, 'No such path.'],
  ])('rejects %s with the reason', async (_, path, body, status, reason) => {
    const answer = await send(path, body);
    expect(answer.status).toBe(status);
    expect(answer.body['error']).toContain(reason);
  });

  test('answers health checks', async () => {
    expect(await send('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } });
    expect(await send('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  test('everything in Redis that belongs to a session expires', async () => {
    const client = await createClient({ url: url! }).connect();
    const keys = await client.keys(`${BASE}:*`);
    for (const part of ['history', 'session', 'originals'])
      expect(keys.filter((key) => key.startsWith(`${BASE}:${part}`))).not.toEqual([]);
    for (const key of keys) expect(await client.ttl(key), key).toBeGreaterThan(0);
    client.destroy();
  });

  test('an interrupt ends all processes', async () => {
    expect(await service.stop('SIGINT')).toBe(0);
    expect(service.processes().filter(runs)).toEqual([]);
  });
});

const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;

test.skipIf(!hasRedis)(
  'the command starts a Redis, notices when it hangs, and leaves nothing when it is killed',
  async () => {
    const service = await startService({ PALIMPSEST_REDIS: undefined });
    const isReady = async () => {
      const signal = AbortSignal.timeout(20_000);
      return (await fetch(`${service.address}/readyz`, { signal })).ok;
    };
    try {
      expect(service.processes().filter(runs)).toHaveLength(6);
      expect(await isReady()).toBe(true);
      const [redis] = service.processes('redis');
      process.kill(redis!, 'SIGSTOP');
      expect(await isReady()).toBe(false);
      process.kill(redis!, 'SIGCONT');
      await until(isReady);
    } finally {
      await service.stop('SIGKILL');
      for (const id of service.processes('redis').filter(runs)) process.kill(id, 'SIGCONT');
    }
    await until(() => !service.processes().some(runs));
  },
);

test('without a Redis, the command says what is missing', async () => {
  const env = { PALIMPSEST_REDIS: undefined, PATH: '' };
  const service = await startService(env);
  expect(await service.stop('SIGKILL')).toBe(1);
  expect(service.output()).toContain('Set PALIMPSEST_REDIS to the address of one');
});

test('with a Redis that does not answer, the command says so', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const service = await startService({ PALIMPSEST_REDIS: `redis://127.0.0.1:${port}` });
  expect(await service.stop('SIGKILL')).toBe(1);
  expect(service.output()).toContain('No Redis answers at the address in PALIMPSEST_REDIS.');
});
