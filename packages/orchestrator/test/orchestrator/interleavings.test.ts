import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangeOf, says } from './world-entries.ts';
import { replaceByOther } from './world-steps.ts';
import { append, createWorld, expectAllThere, prepare, type World } from './world.ts';

const STRATEGIES = ['top-down-truncation', 'high-density', 'drops', 'idle', 'overloaded', 'hangs'];

interface Actor {
  readonly name: string;
  readonly act: (world: World) => void;
}

const ACTORS: readonly Actor[] = [
  { name: 'append', act: (world) => append(world, ...exchangeOf(1, 60, false)) },
  { name: 'replace', act: replaceByOther },
  { name: 'tick', act: ({ clock }) => void (clock.now += 400_000) },
];

/** Counts outcomes whose history is a prefix of the curated history at that moment; `NaN` after a mismatch. */
function expectAnswersToHold(world: World): { readonly answers: number } {
  const heard = { answers: 0 };
  world.orchestrator.subscribe((event) => {
    if (event.kind !== 'prepared') return;
    const { history } = event.outcome;
    const now = world.history.curated().slice(0, history.length);
    if (now.every((entry, at) => entry === history[at])) heard.answers += 1;
    else heard.answers = Number.NaN;
  });
  return heard;
}

test('for any interleaving: nothing is lost, one compression runs at a time, outcomes match the history', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(...STRATEGIES),
      fc.constantFrom(undefined, 80),
      fc.array(fc.record({ isAborted: fc.boolean(), isLarge: fc.boolean() }), {
        minLength: 2,
        maxLength: 4,
      }),
      fc.array(fc.constantFrom(...ACTORS), { maxLength: 5 }),
      async (scheduler, strategy, ingestTokens, requests, actors) => {
        const world = createWorld(seen, (answer) =>
          scheduler.schedule(Promise.resolve()).then(answer),
        );
        Object.assign(world.settings, {
          'compression.strategy': strategy,
          'compression.economics': false,
          'compression.density.optimizeThreshold': 0.1,
          ...(strategy === 'idle' ? { 'compression.fallback': 'none' } : {}),
          ...(ingestTokens === undefined ? {} : { 'compression.ingestTokens': ingestTokens }),
        });
        append(world, says('human', 100), ...exchangeOf(2, 250, false), says('human', 200));
        append(world, ...exchangeOf(2, 60, false), says('human', 8));
        const heard = expectAnswersToHold(world);
        const done = requests.map(({ isAborted, isLarge }) =>
          prepare(
            world,
            { pending: [says('human', isLarge ? 300 : 8)] },
            {
              isAlone: false,
              ...(isAborted ? { abortWhen: scheduler.schedule(Promise.resolve()) } : {}),
            },
          ),
        );
        for (const { name, act } of actors) {
          void scheduler.schedule(Promise.resolve(), name).then(() => act(world));
        }
        await scheduler.waitFor(Promise.all(done));
        await scheduler.waitIdle();
        expectAllThere(world);
        expect(heard.answers).toBe(world.outcomes);
        await scheduler.waitFor(prepare(world, {}, { isAlone: false }));
        expectAllThere(world);
      },
    ),
    { numRuns: 150 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(['unchanged', 'compressed', 'truncated', 'given up']),
  );
}, 60_000);
