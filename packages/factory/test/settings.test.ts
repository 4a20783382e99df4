import { type SettingValues } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import {
  resolveOptimizeThreshold,
  toDensityConfig,
  toEphemeralAccessors,
} from '../src/settings.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strategyNamed } from './plugins.ts';

test('uses the defaults when nothing is set', () => {
  expect(createSettings().values()).toEqual({
    'compression-threshold': 0.85,
    'context-limit': 200_000,
    'compression-preserve-threshold': 0.2,
    'compression-top-preserve-threshold': 0.2,
    'compression.density.readWritePruning': true,
    'compression.density.fileDedupe': true,
    'compression.density.recencyPruning': false,
    'compression.density.recencyRetention': 3,
    'compression.density.compressHeadroom': 0.6,
    'compression.density.keepHumanText': false,
    'compression.density.staleReads': 'removal',
    'compression.fallback': 'top-down-truncation',
    'compression.economics': true,
    'compression.economicThreshold': 0.5,
    'compression.economicHeadroom': 0.4,
    'compression.moment': 'call',
    'compression.boundThinking': 'signed',
    'compression.pinDirectives': true,
    'compression.guard': true,
    compressionVerification: false,
  });
});

test('overrides take precedence over the profile, and the profile over the defaults', () => {
  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
  const key = 'compression-preserve-threshold';
  fc.assert(
    fc.property(share, share, (inProfile, now) => {
      const settings = createSettings({ profile: { [key]: inProfile }, overrides: { [key]: now } });
      expect(settings.get(key)).toBe(now ?? inProfile ?? 0.2);
      expect(settings.explicit(key)).toBe(now ?? inProfile);
      expect(settings.values()[key]).toBe(now ?? inProfile ?? 0.2);
    }),
  );
});

test('reads settings on every access, from a changed object or from a new one', () => {
  const overrides: Record<string, unknown> = {};
  let profile: SettingValues = {};
  const settings = createSettings({ overrides, profile: () => profile });
  expect(settings.get('context-limit')).toBe(200_000);
  overrides['context-limit'] = 1_000;
  expect(settings.get('context-limit')).toBe(1_000);
  overrides['context-limit'] = 2_000;
  expect(settings.get('context-limit')).toBe(2_000);
  delete overrides['context-limit'];
  profile = { 'context-limit': 3_000 };
  expect(settings.get('context-limit')).toBe(3_000);
  expect(settings.values()['context-limit']).toBe(3_000);
  profile = {};
  expect(settings.get('context-limit')).toBe(200_000);
});

test('ignores settings of other parts of a program on request', () => {
  const overrides = { streaming: true, 'context-limit': 5 };
  expect(() => createSettings({ overrides }).values()).toThrow('"streaming"');
  const settings = createSettings({ overrides, unknownKeys: 'ignore' });
  expect(settings.get('context-limit')).toBe(5);
  expect(settings.values()).not.toHaveProperty('streaming');
});

const continuous = strategyNamed('dense', { mode: 'continuous', defaultThreshold: 0.6 });
const threshold = strategyNamed('early', { mode: 'threshold', defaultThreshold: 0.7 });

test('the optimize threshold is the explicit setting, else that of the strategy', () => {
  expect(resolveOptimizeThreshold(createSettings(), continuous)).toBe(0.6);
  const overrides = { 'compression.density.optimizeThreshold': 0, 'compression-threshold': 0.5 };
  expect(resolveOptimizeThreshold(createSettings({ overrides }), continuous)).toBe(0);
});

test('accessors read current values, with the threshold of the current strategy as default', () => {
  const overrides: Record<string, unknown> = {};
  const settings = createSettings({ overrides });
  let strategy = continuous;
  const accessors = toEphemeralAccessors(settings, () => strategy);
  const read = () =>
    Object.fromEntries(Object.entries(accessors).map(([name, accessor]) => [name, accessor()]));
  expect(read()).toEqual({
    compressionThreshold: 0.85,
    contextLimit: 200_000,
    preserveThreshold: undefined,
    topPreserveThreshold: 0.2,
    compressionProfile: undefined,
    densityCompressHeadroom: 0.6,
    densityKeepHumanText: false,
  });
  strategy = threshold;
  expect(accessors.compressionThreshold()).toBe(0.7);
  expect(toEphemeralAccessors(settings).compressionThreshold()).toBe(0.85);
  Object.assign(overrides, {
    'compression-threshold': 0.9,
    'context-limit': 10,
    'compression-preserve-threshold': 0.3,
    'compression-top-preserve-threshold': 0.1,
    'compression.profile': 'cheap',
    'compression.density.compressHeadroom': 0.5,
    'compression.density.keepHumanText': true,
  });
  expect(read()).toEqual({
    compressionThreshold: 0.9,
    contextLimit: 10,
    preserveThreshold: 0.3,
    topPreserveThreshold: 0.1,
    compressionProfile: 'cheap',
    densityCompressHeadroom: 0.5,
    densityKeepHumanText: true,
  });
});

test('converts the density settings to the configuration of optimize', () => {
  expect(toDensityConfig(createSettings(), '/work')).toEqual({
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: false,
    recencyRetention: 3,
    staleReads: 'removal',
    workspaceRoot: '/work',
  });
  const overrides = {
    'compression.density.readWritePruning': false,
    'compression.density.fileDedupe': false,
    'compression.density.recencyPruning': true,
    'compression.density.recencyRetention': 1,
    'compression.density.staleReads': 'pointer',
  };
  expect(toDensityConfig(createSettings({ overrides }), 'C:\\work')).toEqual({
    readWritePruning: false,
    fileDedupe: false,
    recencyPruning: true,
    recencyRetention: 1,
    staleReads: 'pointer',
    workspaceRoot: 'C:\\work',
  });
});
