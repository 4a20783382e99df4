import type { IContent } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { isGapMarker } from '@palimpsest/engine/history';
import { expect } from 'vitest';
import {
  createConversationHistory,
  createOrchestrator,
  type CachePrices,
  type ConversationHistory,
  type Orchestrator,
  type PrepareRequest,
  type PrepareResult,
} from '../../src/index.ts';
import { brokenIn, expectLawful, lookBefore } from './outcome-laws.ts';
import { noop, overloaded, scripted, sourceWith, withoutOldest } from './scripted.ts';
import { estimateTokens, registry } from './session.ts';

const SPECS = registry().settingSpecs();

/** A conversation under test, with records for its checks. */
export interface World {
  history: ConversationHistory;
  orchestrator: Orchestrator;
  readonly settings: Record<string, unknown>;
  readonly clock: { now: number };
  prices: CachePrices | undefined;
  /** Pending results of the calls at the end of the history. */
  open: readonly IContent[];
  /** All appended entries as JSON, in order. */
  readonly appended: string[];
  /** Entries that must never change, as JSON. */
  readonly kept: Set<string>;
  /** Entries saved before their removal, as JSON. */
  readonly takenOut: Set<string>;
  /** Strategies that run now, and the maximum so far. */
  readonly running: { now: number; most: number };
  /** Outcome kinds and names of errors; `given up` for aborts. */
  readonly seen: Set<string>;
  readonly controllers: Map<AbortSignal, AbortController>;
  last: PrepareResult | undefined;
}

const texts = new WeakMap<IContent, string>();

/** Returns the JSON of an entry, cached. All entries of a world except markers have an id, so equal texts mean the same entry. */
export function textOf(entry: IContent): string {
  const text = texts.get(entry) ?? JSON.stringify(entry);
  texts.set(entry, text);
  return text;
}

export function createWorld(seen: Set<string>): World {
  const history = createConversationHistory();
  const bare = {
    history,
    settings: { maxOutputTokens: 200, 'context-limit': 1_500 },
    clock: { now: 1_000_000 },
    prices: undefined,
    open: [],
    appended: [],
    kept: new Set<string>(),
    takenOut: new Set<string>(),
    running: { now: 0, most: 0 },
    seen,
    controllers: new Map<AbortSignal, AbortController>(),
    last: undefined,
  };
  const world = bare as unknown as World;
  world.orchestrator = orchestratorOf(world);
  return world;
}

function orchestratorOf(world: World, state?: unknown): Orchestrator {
  const { history, settings, clock, running } = world;
  const counted =
    (answer: Parameters<typeof scripted>[1]): Parameters<typeof scripted>[1] =>
    async (context) => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      const end = (): void => {
        running.now -= 1;
      };
      const ended = new Promise<void>((resolve) => {
        context.signal?.addEventListener('abort', () => resolve());
      });
      const answered = answer(context);
      void Promise.race([ended, answered.catch(() => {})]).then(end);
      return await answered;
    };
  const strategies = sourceWith(
    scripted(
      'drops',
      counted(async (context) => withoutOldest(context, 3)),
    ),
    scripted(
      'same',
      counted(async (context) => withoutOldest(context, 0)),
    ),
    scripted(
      'idle',
      counted(async () => noop('nothing-removable')),
    ),
    scripted(
      'overloaded',
      counted(() => Promise.reject(overloaded())),
    ),
    scripted(
      'garbage',
      counted(async () => ({ kind: 'applied', newHistory: 'nothing' })),
    ),
    scripted(
      'forgetful',
      counted(async ({ history: given }) => ({
        ...withoutOldest({ history: given } as never, 0),
        newHistory: given.slice(-1),
      })),
    ),
    scripted(
      'twice',
      counted(async (context) => {
        const { history: given } = context;
        return {
          ...withoutOldest(context, 0),
          newHistory: [...given.slice(1), ...given.slice(-1)],
        };
      }),
    ),
    scripted(
      'hangs',
      counted(({ signal }) => {
        queueMicrotask(() => world.controllers.get(signal!)!.abort(GIVEN_UP));
        return new Promise(() => {});
      }),
    ),
  );
  return createOrchestrator({
    history,
    strategies,
    estimateTokens,
    settings: createSettings({ overrides: settings, specs: SPECS }),
    prices: () => world.prices,
    saveOriginals: async ({ before, after }) => {
      const left = new Set(after);
      for (const entry of before) if (!left.has(entry)) world.takenOut.add(textOf(entry));
    },
    attempts: {
      sleep: async (ms) => {
        clock.now += ms;
      },
    },
    now: () => clock.now,
    ...(state === undefined ? {} : { state }),
  });
}

const GIVEN_UP = new Error('given up');

/** Continues from the saved state, as a new process would. */
export function restart(world: World): void {
  const state: unknown = JSON.parse(JSON.stringify(world.orchestrator));
  world.history = createConversationHistory(JSON.parse(JSON.stringify(world.history)));
  world.orchestrator = orchestratorOf(world, state);
}

export function append(world: World, ...entries: readonly IContent[]): void {
  world.history.append(...entries);
  for (const entry of entries) {
    world.appended.push(textOf(entry));
    const isKept = entry.speaker === 'system' || entry.metadata?.pinned === true;
    if (isKept) world.kept.add(textOf(entry));
  }
}

/** Prepares a request and appends its pending entries. Checks the guarantees of the outcome if nothing else runs. */
export async function prepare(
  world: World,
  request: PrepareRequest,
  { isAlone = true, abortWhen }: { isAlone?: boolean; abortWhen?: Promise<unknown> } = {},
): Promise<void> {
  const { orchestrator, history, seen, controllers } = world;
  const controller = new AbortController();
  controllers.set(controller.signal, controller);
  const before = lookBefore(orchestrator, request.model);
  const { length } = history;
  const preparing = orchestrator.prepare({ ...request, signal: controller.signal });
  void abortWhen?.then(() => controller.abort(GIVEN_UP));
  const [settled] = await Promise.allSettled([preparing]);
  if (settled.status === 'rejected') {
    if (settled.reason !== GIVEN_UP) {
      seen.add(settled.reason instanceof Error ? settled.reason.name : 'nothing');
      if (isAlone) throw settled.reason;
    }
    seen.add('given up');
    if (isAlone) expect(lookBefore(orchestrator).json).toBe(before.json);
    return;
  }
  const outcome = settled.value;
  seen.add(outcome.kind);
  if (outcome.steps.length > 0) seen.add('overflow stages');
  world.last = outcome;
  if (isAlone) {
    expectLawful(outcome, request, before);
    expect([...history.curated()]).toEqual([...outcome.history]);
    if (outcome.kind === 'unchanged') expect(history.length).toBe(length);
  }
  entrust(world, request.pending ?? [], outcome.pending);
}

/** Appends the prepared pending entries, and records the given ones as appended. */
function entrust(world: World, given: readonly IContent[], became: readonly IContent[]): void {
  const same = new Set(given);
  for (const entry of given) if (!became.includes(entry)) world.appended.push(textOf(entry));
  for (const entry of became) {
    if (same.has(entry)) append(world, entry);
    else world.history.append(entry);
  }
}

/** Waits for a number of microtask turns. */
export async function turnsLater(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

/** Checks that nothing is lost, duplicated or out of order, that pinned entries are unchanged, and that compressions never overlap. */
export function expectAllThere(world: World): void {
  const { history, appended, kept, takenOut, running } = world;
  const entries = [...history.raw()];
  const raw = entries.map(textOf);
  const present = new Set(raw);
  // Two markers may be equal: same role, same number of lines.
  const said = entries.filter((entry) => !isGapMarker(entry)).map(textOf);
  expect(new Set(said).size).toBe(said.length);
  expect(appended.filter((text) => !present.has(text) && !takenOut.has(text))).toEqual([]);
  expect([...kept].filter((text) => !present.has(text))).toEqual([]);
  const placeOf = new Map(appended.map((text, at) => [text, at]));
  const indices = raw.flatMap((text) => placeOf.get(text) ?? []);
  expect(indices).toEqual(indices.toSorted((a, b) => a - b));
  expect(brokenIn([...history.curated(), ...world.open])).toEqual([]);
  expect(running.most).toBeLessThanOrEqual(1);
  // An entry that is present must be saved again before its next removal.
  for (const text of present) takenOut.delete(text);
}
