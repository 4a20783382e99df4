import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { expect } from 'vitest';
import {
  createConversationHistory,
  createOrchestrator,
  PRICES,
  type Orchestrator,
} from '../../src/index.ts';
import type { Injection } from '../faults.ts';
import type { Scenario } from './fault-scenarios.ts';
import { brokenIn, writtenDown } from './outcome-laws.ts';
import { noop, overloaded, scripted, sourceWith } from './scripted.ts';
import { estimateTokens, registry } from './session.ts';

const SPECS = registry().settingSpecs();

function guarded(strategy: CompressionStrategy, { guard }: Injection): CompressionStrategy {
  const optimize = strategy.optimize?.bind(strategy);
  return {
    name: strategy.name,
    requiresLLM: strategy.requiresLLM,
    trigger: strategy.trigger,
    compress: guard(strategy.compress.bind(strategy)),
    ...(strategy.reduceResults === undefined
      ? {}
      : { reduceResults: guard(strategy.reduceResults.bind(strategy)) }),
    ...(optimize === undefined ? {} : { optimize: guard(optimize) }),
  };
}

function begin({ settings, history: entries }: Scenario, injection: Injection): Orchestrator {
  const { guard } = injection;
  const history = createConversationHistory(entries);
  const source = sourceWith(
    scripted('overloaded', async ({ resolveProvider }) => {
      await resolveProvider?.();
      throw overloaded();
    }),
    scripted('idle', async () => noop('nothing-removable')),
  );
  const orchestrator = createOrchestrator({
    history,
    strategies: {
      resolve: guard((name: string) => guarded(source.resolve(name), injection)),
    },
    estimateTokens: guard(async (some: readonly IContent[]) => estimateTokens(some)),
    settings: createSettings({
      overrides: guard(() => settings),
      specs: SPECS,
    }),
    pinned: guard(() => false),
    originalId: guard(() => '0a1b2c3d'),
    saveOriginals: guard(async () => {}),
    resolveProvider: guard(async () => {
      throw overloaded();
    }),
    attempts: { sleep: guard(async () => {}) },
    prices: guard(() => PRICES.anthropic),
    now: guard(() => 1_000),
    logger: { debug: guard(() => {}) },
  });
  orchestrator.subscribe(guard(() => {}));
  return orchestrator;
}

/**
 * Runs all requests of a scenario and retries each rejected one.
 * @returns the outcome kinds and the number of rejections
 */
export async function runWithFault(scenario: Scenario, injection: Injection) {
  const orchestrator = begin(scenario, injection);
  const { history } = orchestrator;
  const kinds: string[] = [];
  let refused = 0;
  for (const request of scenario.requests) {
    const before = writtenDown(orchestrator);
    const { calls } = orchestrator.toJSON().state;
    const [settled] = await Promise.allSettled([
      orchestrator.prepare({ ...request, signal: injection.signal }),
    ]);
    if (settled.status === 'rejected') {
      refused += 1;
      expect(settled.reason).toBe(injection.error);
      expect(writtenDown(orchestrator)).toBe(before);
    }
    const outcome =
      settled.status === 'fulfilled' ? settled.value : await orchestrator.prepare(request);
    kinds.push(outcome.kind);
    expect(orchestrator.toJSON().state.calls).toBe(calls + 1);
    expect([...history.curated()]).toEqual([...outcome.history]);
    expect(brokenIn([...outcome.history, ...outcome.pending])).toEqual([]);
    history.append(...outcome.pending);
    const usage = {
      promptTokens: outcome.tokensAfter,
      completionTokens: 0,
      totalTokens: outcome.tokensAfter,
    };
    const report = () => orchestrator.report({ usage });
    const unreported = writtenDown(orchestrator);
    try {
      report();
    } catch (error) {
      expect(error).toBe(injection.error);
      expect(writtenDown(orchestrator)).toBe(unreported);
      report();
    }
  }
  return { kinds, refused };
}
