import type { StrategyRegistry } from '@palimpsest/factory';
import { parseSettingText } from '@palimpsest/factory/settings';
import { KeptTexts } from '../../packages/cli/src/compress/kept-texts.ts';
import type { Request } from '../../packages/cli/src/compress/read-request.ts';
import { findSettingReader } from '../../packages/cli/src/setting-readers.ts';
import type { Choices, StrategyChoice } from './protocol.ts';

/** Returns the request that the command line makes for the same choices. @throws {SettingError} when a setting is invalid */
export function createRequest(
  { strategy, unit, target, settings }: Choices,
  registry: StrategyRegistry,
): Request {
  const specs = registry.settingSpecs();
  const parsed = Object.entries(settings).map(
    ([key, text]) => [key, parseSettingText(key, text, specs)] as const,
  );
  return {
    kept: new KeptTexts([]),
    strategy,
    warnings: [],
    options: {
      ...(unit === 'percent' ? { targetRatio: target / 100 } : { targetTokens: target }),
      settings: Object.fromEntries(parsed),
    },
  };
}

/** Settings that this page has no use for: its strategy is chosen elsewhere, and no service is registered. */
const HIDDEN = new Set(['compression.strategy', 'compression.extractive.summarizer']);

/** Lists the strategies that need no model, the default first. */
export function listStrategies(registry: StrategyRegistry, first: string): StrategyChoice[] {
  const specs = registry.settingSpecs().filter(({ key }) => !HIDDEN.has(key));
  return registry
    .plugins()
    .filter(({ requiresLLM }) => !requiresLLM)
    .toSorted((left, right) => Number(right.name === first) - Number(left.name === first))
    .map(({ name, description }) => ({
      name,
      description,
      settings: specs.filter(({ key }) => {
        const reader = findSettingReader(key, registry);
        return Array.isArray(reader) ? reader.includes(name) : reader === 'compress';
      }),
    }));
}
