import { createStrategy } from '@palimpsest/engine';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DensityConfig, IContent, OptimizingStrategy } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';

const CONFIG: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 3,
  workspaceRoot: '/w',
};
const TOOLS = ['read_file', 'write_file', 'glob', 'run_shell_command'] as const;
const LONG = 'one line of a result\n'.repeat(10);

/** A session of an agent that reads, writes, searches and runs commands, with a user who includes files. */
function session(messages: number): IContent[] {
  const built = history();
  for (let turn = 0; turn * 5 < messages; turn += 1) {
    const file = `${turn % 7}.ts`;
    const name = TOOLS[turn % TOOLS.length]!;
    built
      .human(`Look\n--- ${file} ---\n${turn}\n--- End of content ---`)
      .call(name, { file_path: file })
      .result(LONG)
      .calls(['glob', { pattern: file }], ['read_file', { file_path: file }])
      .results(LONG, LONG);
  }
  return built.build().slice(0, messages);
}

interface Work {
  described: number;
  /** Number of accesses to the blocks of entries. */
  read: number;
}

/** Returns the same entries and a strategy, both of which count the work on them. */
function counted(entries: readonly IContent[]): {
  readonly watched: IContent[];
  readonly strategy: OptimizingStrategy;
  readonly work: Work;
} {
  const work = { described: 0, read: 0 };
  const watched = entries.map(({ blocks, ...entry }) => ({
    ...entry,
    get blocks() {
      work.read += 1;
      return blocks;
    },
  }));
  const toolTaxonomy = {
    ...defaultToolTaxonomy,
    describe: (name: string, parameters: unknown) => {
      work.described += 1;
      return defaultToolTaxonomy.describe(name, parameters);
    },
  };
  return { watched, work, strategy: createStrategy(highDensity, { toolTaxonomy }) };
}

function workOfOneTurn(messages: number, config: DensityConfig): Work {
  const { watched, strategy, work } = counted(session(messages + 5));
  strategy.optimize(watched.slice(0, messages), config);
  Object.assign(work, { described: 0, read: 0 });
  strategy.optimize(watched, config);
  return { ...work };
}

test.each([
  ['removals', CONFIG],
  ['pointers', { ...CONFIG, staleReads: 'pointer' }],
] as const)('one turn costs the same after 10,000 messages as after 1,000: %s', (_, config) => {
  const turn = workOfOneTurn(10_000, config);
  expect(turn).toEqual(workOfOneTurn(1_000, config));
  // Five entries with three calls, and the results that become old, stale or repeated through them.
  expect(turn.described).toBeLessThanOrEqual(6);
  expect(turn.read).toBeLessThanOrEqual(30);
});

test('processes the same history again without work, and describes each call once in a full pass', () => {
  const entries = session(1_000);
  const { watched, strategy, work } = counted(entries);
  strategy.optimize(watched, CONFIG);
  const calls = entries.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_call'));
  expect(work.described).toBe(calls.length);
  Object.assign(work, { described: 0, read: 0 });
  strategy.optimize([...watched], CONFIG);
  expect(work).toEqual({ described: 0, read: 0 });
});

test('caches four conversations, and a fifth one evicts the least recently used', () => {
  const { watched, strategy, work } = counted(session(5_000));
  const conversations = Array.from({ length: 5 }, (_, at) => watched.slice(at * 1_000));
  const cost = (at: number, length: number): number => {
    work.read = 0;
    strategy.optimize(conversations[at]!.slice(0, length), CONFIG);
    return work.read;
  };
  for (const at of [0, 1, 2, 3]) expect(cost(at, 900)).toBeGreaterThan(900);
  for (const at of [2, 0, 3, 1]) expect(cost(at, 905)).toBeLessThan(40);
  expect(cost(4, 900)).toBeGreaterThan(900);
  expect(cost(2, 910)).toBeGreaterThan(900);
});

test('continues from the longest of several cached prefixes', () => {
  const { watched, strategy, work } = counted(session(1_000));
  for (const length of [900, 100, 200]) strategy.optimize(watched.slice(0, length), CONFIG);
  work.read = 0;
  strategy.optimize(watched.slice(0, 905), CONFIG);
  expect(work.read).toBeLessThan(40);
});

test('reads a history that is a proxy with a single access per call', () => {
  const entries = session(1_000);
  let count = 0;
  const view = new Proxy(entries, {
    get(target, key): unknown {
      count += 1;
      return key === 'slice' ? () => [...target] : Reflect.get(target, key);
    },
  });
  const strategy = createStrategy(highDensity);
  strategy.optimize(view, CONFIG);
  strategy.optimize(view, CONFIG);
  expect(count).toBe(2);
});

test('holds only the newest of the conversations that are no longer in use', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const strategy = createStrategy(highDensity);
  const firstEntries: WeakRef<IContent>[] = [];
  for (let at = 0; at < 12; at += 1) {
    const entries = session(50);
    firstEntries.push(new WeakRef(entries[0]!));
    strategy.optimize(entries, CONFIG);
  }
  // Garbage collection may spare one conversation more than the cache holds, for a short time.
  const held = () => firstEntries.filter((one) => one.deref() !== undefined).length;
  for (let round = 0; round < 40 && held() > 4; round += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    collect();
  }
  expect(held()).toBeLessThanOrEqual(5);
  // Keeps the strategy alive, and with it the cache.
  expect(strategy.optimize([], CONFIG).removals).toEqual([]);
});
