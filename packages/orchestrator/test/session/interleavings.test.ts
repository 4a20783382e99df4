import type { IContent } from '@palimpsest/core-types';
import { memorySessions, type SessionStore } from '@palimpsest/originals/sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionResult } from '../../src/session.ts';
import { brokenIn } from '../orchestrator/outcome-laws.ts';
import { exchange, human } from '../orchestrator/session.ts';
import { copyOf, openProcess, share, split, type Shared } from './world.ts';

const WINDOW = { 'context-limit': 4_200, maxOutputTokens: 200, 'compression.economics': false };

/** A conversation over the trigger, whose last request was not compressed yet. */
const long = ['a', 'b', 'c', 'd', 'e'].flatMap((id) => exchange(id, 920));

/** Returns a store whose commits and reads wait for the scheduler, and the states that were committed. */
function scheduled(
  scheduler: fc.Scheduler,
): SessionStore & { readonly committed: readonly string[] } {
  const store = memorySessions();
  const committed: string[] = [];
  const inTurn = async <Value>(work: () => Promise<Value> | PromiseLike<Value> | Value) => {
    await scheduler.schedule(Promise.resolve());
    return await work();
  };
  return {
    committed,
    load: (session) => inTurn(() => store.load(session)),
    parts: (session, ids) => inTurn(() => store.parts(session, ids)),
    delete: (session) => inTurn(() => store.delete(session)),
    commit: (session, version, change) =>
      inTurn(async () => {
        const result = await store.commit(session, version, change);
        if (result === 'done') committed.push(change.state);
        return result;
      }),
  };
}

const sentOf = ({ outcome }: SessionResult): string =>
  JSON.stringify([...outcome.history, ...outcome.pending]);

/** Sends requests at once, each from one of several processes. */
async function sendAtOnce(
  shared: Shared,
  processes: number,
  requests: readonly (readonly IContent[])[],
): Promise<SessionResult[]> {
  const opened = Array.from({ length: processes }, () => openProcess(shared));
  return await Promise.all(
    requests.map((entries, at) => opened[at % processes]!.prepare(split(copyOf(entries)))),
  );
}

test('equal requests at once send equal messages, and one of them compresses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 2, max: 8 }),
      async (scheduler, processes, count) => {
        const store = scheduled(scheduler);
        const shared = { ...share(WINDOW), store };
        const requests = Array.from({ length: count }, () => [human('Go.'), ...long]);
        const results = await scheduler.waitFor(sendAtOnce(shared, processes, requests));
        expect(new Set(results.map(sentOf)).size).toBe(1);
        expect(results.filter(({ outcome }) => outcome.kind === 'compressed')).toHaveLength(1);
        expect(store.committed).toHaveLength(1);
      },
    ),
    { numRuns: 40 },
  );
});

test('requests that continue one conversation differently share what one of them compressed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 2, max: 8 }),
      async (scheduler, processes, count) => {
        const store = scheduled(scheduler);
        const shared = { ...share(WINDOW), store };
        const requests = Array.from({ length: count }, (_, at) => [
          human('Go.'),
          ...long,
          { speaker: 'ai' as const, blocks: [{ type: 'text' as const, text: 'Done.' }] },
          human(`And ${at}?`),
        ]);
        const results = await scheduler.waitFor(sendAtOnce(shared, processes, requests));
        expect(results.filter(({ outcome }) => outcome.kind === 'compressed')).toHaveLength(1);
        const prefixes = results.map(({ outcome }) => JSON.stringify(outcome.history));
        expect(new Set(prefixes).size).toBe(1);
        for (const [at, { outcome }] of results.entries()) {
          expect(outcome.pending).toEqual([human(`And ${at}?`)]);
          expect(brokenIn([...outcome.history, ...outcome.pending])).toEqual([]);
        }
        // No update is lost: each request is a commit of its own, based on the one before.
        expect(store.committed).toHaveLength(count);
        const calls = JSON.parse(store.committed.at(-1)!) as {
          readonly conversations: readonly {
            readonly orchestrator: { readonly state: { readonly calls: number } };
          }[];
        };
        expect(calls.conversations.at(-1)!.orchestrator.state.calls).toBe(count);
      },
    ),
    { numRuns: 40 },
  );
});

test('a commit to another conversation of the session does not decide a request again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const store = scheduled(scheduler);
      let compressions = 0;
      const saveOriginals = () => {
        compressions += 1;
      };
      const shared = { ...share(WINDOW, { saveOriginals }), store };
      const requests = [0, 1, 2, 3].map((at) => [human(`Agent ${at}.`), ...long]);
      const results = await scheduler.waitFor(sendAtOnce(shared, 4, requests));
      expect(results.map(({ outcome }) => outcome.kind)).toEqual(Array(4).fill('compressed'));
      expect(compressions).toBe(4);
      const next = await scheduler.waitFor(sendAtOnce(shared, 4, requests));
      expect(next.map(sentOf)).toEqual(results.map(sentOf));
    }),
    { numRuns: 40 },
  );
});
