import { createStrategy } from '@palimpsest/engine';
import {
  UnknownStrategyError,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { salience } from '@palimpsest/strategy-salience';
import { countTokensByCharacters } from '@palimpsest/testing';
import {
  createConversationHistory,
  createOrchestrator,
  type PrepareRequest,
  type PrepareResult,
} from '../../src/index.ts';
import type { OrchestratorOptions } from '../../src/orchestrator/orchestrator.ts';
import { noop, scripted } from '../orchestrator/scripted.ts';

interface OverLimit extends Partial<OrchestratorOptions>, Pick<PrepareRequest, 'overhead'> {
  readonly pending?: readonly IContent[];
  readonly limit?: number;
  /** The registered strategies, beside one that changes nothing. `[]` leaves none that reduces results. @default salience */
  readonly others?: readonly CompressionStrategy[];
}

const OUTPUT = 1;

/** Prepares a request whose strategy changes nothing, so that only the overflow stages do. */
export async function prepareOver(
  entries: readonly IContent[],
  { limit = 1_000, pending = [], overhead, others, ...options }: OverLimit = {},
): Promise<PrepareResult> {
  const idle = scripted('idle', async () => noop('nothing-removable'));
  const registered = [idle, ...(others ?? [createStrategy(salience)])];
  const overrides = {
    'context-limit': windowOf(limit),
    maxOutputTokens: OUTPUT,
    'compression-threshold': 1,
    'compression.strategy': 'idle',
    'compression.fallback': 'none',
    'compression.pinDirectives': false,
    // Otherwise, reasoning after the first change is removed, also from pinned entries.
    'compression.boundThinking': 'none',
  };
  const orchestrator = createOrchestrator({
    history: createConversationHistory(entries),
    estimateTokens: countTokensByCharacters,
    settings: createSettings({ overrides }),
    strategies: {
      resolve(name) {
        const found = registered.find((strategy) => strategy.name === name);
        if (found === undefined) throw new UnknownStrategyError(name);
        return found;
      },
    },
    ...options,
  });
  return await orchestrator.prepare({ pending, ...(overhead && { overhead }) });
}

/** Returns the window whose limit is `limit`. */
function windowOf(limit: number): number {
  let input = limit;
  while (input - Math.ceil(input / 200) < limit) input += 1;
  return input + OUTPUT;
}
