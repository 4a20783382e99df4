import type { SettingValues } from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';
import { createSettings, type Settings } from '@palimpsest/factory/settings';
import type { AdapterOptions, CompressionTiming, ReasoningPolicy } from './adapter-options.ts';

/** New results with at least this many tokens are reduced when `ingest` is the only timing. */
const INGEST_TOKENS = 2_000;

/** Derives settings from the options. Explicit settings override `when` and `thinking`. */
export function adapterSettings(
  { when = 'every-call', thinking = 'drop-after-edit', settings = {} }: AdapterOptions,
  registry: StrategyRegistry,
): Settings {
  return createSettings({
    profile: { ...TIMING_SETTINGS[when], ...REASONING_SETTINGS[thinking] },
    overrides: settings,
    specs: () => registry.settingSpecs(),
  });
}

const TIMING_SETTINGS: Readonly<Record<CompressionTiming, SettingValues>> = {
  ingest: { 'compression.moment': 'turn', 'compression.ingestTokens': INGEST_TOKENS },
  'turn-boundary': { 'compression.moment': 'turn' },
  'every-call': { 'compression.moment': 'call' },
};

const REASONING_SETTINGS: Readonly<Record<ReasoningPolicy, SettingValues>> = {
  'drop-after-edit': { 'compression.boundThinking': 'signed' },
  'provider-drop': { 'compression.boundThinking': 'none' },
  'keep-append-only': { 'compression.boundThinking': 'signed' },
};
