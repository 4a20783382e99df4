import fc from 'fast-check';
import { PRICES, type PrepareRequest } from '../../src/index.ts';
import { blank, exchangeOf, says, thinks } from './world-entries.ts';
import {
  append,
  expectAllThere,
  prepare,
  restart,
  textOf,
  turnsLater,
  type World,
} from './world.ts';

type Nothing = Record<string, never>;
type Step = fc.AsyncCommand<Nothing, World>;

function step(
  title: string,
  take: (world: World) => Promise<void> | void,
  isPossible: 'always' | 'no-open-calls' = 'always',
): Step {
  return {
    check: () => true,
    async run(_, world) {
      if (isPossible === 'no-open-calls' && world.open.length > 0) return;
      await take(world);
      expectAllThere(world);
    },
    toString: () => title,
  };
}

const sizes = fc.constantFrom(8, 60, 250, 700);

const adding: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom('human' as const, 'ai' as const), sizes)
    .map(([speaker, tokens]) =>
      step(
        `${speaker} ${tokens}`,
        (world) => append(world, says(speaker, tokens)),
        'no-open-calls',
      ),
    ),
  fc.constant(step('blank', (world) => append(world, blank()), 'no-open-calls')),
  fc.constant(step('thinks', (world) => append(world, thinks(20)), 'no-open-calls')),
  fc
    .constantFrom('system' as const, 'human' as const)
    .map((speaker) =>
      step(
        `pinned ${speaker}`,
        (world) => append(world, says(speaker, 10, speaker === 'human' ? { pinned: true } : {})),
        'no-open-calls',
      ),
    ),
);

const calling: fc.Arbitrary<Step> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), sizes, fc.boolean(), fc.boolean())
  .map(([calls, tokens, thinking, isAnswered]) =>
    step(
      `${calls} calls, ${tokens}${thinking ? ', thinking' : ''}${isAnswered ? '' : ', open'}`,
      (world) => {
        const [call, result] = exchangeOf(calls, tokens, thinking);
        append(world, call);
        if (isAnswered) append(world, result);
        else world.open = [result];
      },
      'no-open-calls',
    ),
  );

const CHOICES: Record<string, readonly unknown[]> = {
  'compression.strategy': [
    undefined,
    'high-density',
    'top-down-truncation',
    'drops',
    'same',
    'idle',
    'overloaded',
    'garbage',
    'forgetful',
    'twice',
    'hangs',
  ],
  'context-limit': [1_500, 4_000, 20_000],
  'compression-threshold': [undefined, 0.3, 1],
  'compression.density.optimizeThreshold': [undefined, 0.1],
  'compression.density.recencyPruning': [undefined, true],
  'compression.economics': [undefined, false],
  'compression.economicThreshold': [undefined, 0.3],
  'compression.moment': [undefined, 'turn'],
  'compression.ingestTokens': [undefined, 80],
  'compression.fallback': [undefined, 'none', 'salience'],
  'compression.pinDirectives': [undefined, false],
};

const setting: fc.Arbitrary<Step> = fc
  .constantFrom(...Object.entries(CHOICES))
  .chain(([key, values]) => fc.constantFrom(...values).map((value) => ({ key, value })))
  .map(({ key, value }) =>
    step(`${key} = ${String(value)}`, ({ settings }) => {
      if (value === undefined) delete settings[key];
      else settings[key] = value;
    }),
  );

/** Combinations that rarely occur by chance. */
const TOGETHER: readonly Record<string, unknown>[] = [
  { 'compression.strategy': 'overloaded', 'compression.fallback': 'none' },
  { 'compression.strategy': 'twice', 'compression.fallback': 'none' },
  {
    'compression.strategy': 'high-density',
    'compression.economics': false,
    'compression.density.optimizeThreshold': 0.1,
  },
];

const together: fc.Arbitrary<Step> = fc
  .constantFrom(...TOGETHER)
  .map((values) =>
    step(JSON.stringify(values), ({ settings }) => void Object.assign(settings, values)),
  );

const pricing: fc.Arbitrary<Step> = fc
  .constantFrom(undefined, PRICES.anthropic, PRICES.openai)
  .map((prices) =>
    step(`prices of ${prices?.provider}`, (world) => {
      world.prices = prices;
    }),
  );

const requests: fc.Arbitrary<PrepareRequest> = fc.record(
  {
    overhead: fc.constantFrom({ system: 100 }, { system: 50, tools: 80 }),
    model: fc.constantFrom('large', 'small'),
    force: fc.constant(true),
    allowRewrite: fc.constantFrom(false, 'never' as const),
    serverManaged: fc.constantFrom('break' as const, 'leave' as const),
  },
  { requiredKeys: [] },
);

/** Adds pending entries to a request: awaited results, a user message, both, or none. */
function withPending(world: World, request: PrepareRequest, tokens: number): PrepareRequest {
  const pending = [...world.open, ...(tokens === 0 ? [] : [says('human', tokens)])];
  return pending.length === 0 ? request : { ...request, pending };
}

const preparing: fc.Arbitrary<Step> = fc
  .tuple(
    requests,
    fc.constantFrom(0, 8, 250, 1_600),
    fc.option(fc.nat(30), { nil: undefined, freq: 4 }),
  )
  .map(([request, tokens, abortAfter]) =>
    step(`prepare ${JSON.stringify(request)} ${tokens}, abort ${abortAfter}`, async (world) => {
      const given = withPending(world, request, tokens);
      const { length } = world.history;
      await prepare(
        world,
        given,
        abortAfter === undefined ? {} : { abortWhen: turnsLater(abortAfter) },
      );
      const isAppended = world.history.length !== length || given.pending === undefined;
      if (isAppended && given.pending?.[0] === world.open[0]) world.open = [];
      const isOver = world.open.every((one) => world.appended.includes(textOf(one)));
      if (isOver) world.open = [];
    }),
  );

/** Concurrent requests, with other steps in between. */
const crowd: fc.Arbitrary<Step> = fc
  .array(fc.tuple(requests, fc.nat(30), fc.constantFrom('append', 'commit', 'abort', 'nothing')), {
    minLength: 2,
    maxLength: 3,
  })
  .map((all) =>
    step(
      `crowd ${all.map(([, after, what]) => `${what} ${after}`).join(', ')}`,
      async (world) => {
        const done: Promise<void>[] = [];
        for (const [request, after, what] of all) {
          const given = { ...request, pending: [says('human', 8)] };
          const abortWhen = what === 'abort' ? { abortWhen: turnsLater(after) } : {};
          done.push(prepare(world, given, { isAlone: false, ...abortWhen }));
          await turnsLater(after);
          if (what === 'append') append(world, ...exchangeOf(1, 60, false));
          if (what === 'commit') replaceByOther(world);
        }
        await Promise.all(done);
      },
      'no-open-calls',
    ),
  );

/** Replaces the oldest user message that is not pinned with a new one, outside the orchestrator. */
function replaceByOther(world: World): void {
  const { history, kept, takenOut } = world;
  const entries = history.raw();
  const at = entries.findIndex((one) => one.speaker === 'human' && !kept.has(textOf(one)));
  if (at < 0) return;
  takenOut.add(textOf(entries[at]!));
  history.replace(entries, entries.with(at, says('human', 8)));
}

const others: fc.Arbitrary<Step> = fc.oneof(
  fc.constant(step('somebody else', replaceByOther)),
  fc.constant(step('restart', restart)),
  fc.constantFrom(0.6, 1, 1.5, 3).map((factor) =>
    step(`counted ${factor}`, ({ orchestrator, last }) => {
      const promptTokens = Math.round((last?.tokensAfter ?? 0) * factor);
      const usage = { promptTokens, completionTokens: 10, totalTokens: promptTokens + 10 };
      orchestrator.report({ usage });
    }),
  ),
  fc.constantFrom(1_000, 70_000, 400_000).map((ms) =>
    step(`${ms} ms`, ({ clock }) => {
      clock.now += ms;
    }),
  ),
);

/** Sequences of all steps of a conversation. */
export const steps: fc.Arbitrary<Iterable<Step>> = fc.commands(
  [
    adding,
    calling,
    calling,
    setting,
    setting,
    together,
    pricing,
    preparing,
    preparing,
    preparing,
    crowd,
    others,
  ],
  { maxCommands: 40, size: 'max' },
);
