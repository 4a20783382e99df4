import { defined } from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';
import {
  createSettings,
  parseCompressionStrategyName,
  toEphemeralAccessors,
} from '@palimpsest/factory/settings';
import { createOverheadCounter, type Codec, type RequestOverhead } from '@palimpsest/formats';
import { createCheckedEstimator } from '@palimpsest/engine/history';
import type { Originals } from '@palimpsest/originals';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { AttemptRequest } from './run-attempt.ts';
import type { CompressOptions } from './compress-options.ts';

/** The parts of a compressor that all its calls share. */
interface CompressionSetup {
  readonly registry: StrategyRegistry;
  /** Strategy used while no option and no setting names one. */
  readonly defaultStrategy: string;
  /** Returns the codec of messages. @throws {OptionError} when they match no format */
  readonly detectCodec: (messages: readonly unknown[]) => Codec;
  /** System text and tools that are sent with the messages. */
  readonly overhead?: RequestOverhead | undefined;
}

/**
 * Resolves strategy, settings and services into the arguments of one attempt. The options have been checked.
 *
 * @throws {SettingError} when a setting is invalid; {UnknownStrategyError} when no strategy has the name
 */
export async function resolveAttempt(
  { registry, defaultStrategy, detectCodec, overhead }: CompressionSetup,
  options: CompressOptions,
): Promise<AttemptRequest> {
  const plugins = registry.plugins();
  const settings = createSettings({
    specs: () => registry.settingSpecs(),
    overrides: {
      ...options.settings,
      ...defined({
        'compression.strategy': options.strategy,
        // The option accepts fractions, the setting does not.
        'context-limit': options.contextLimit && Math.floor(options.contextLimit),
      }),
    },
  });
  const name = parseCompressionStrategyName(
    settings.get('compression.strategy') ?? defaultStrategy,
    plugins.map((plugin) => plugin.name),
  );
  const strategy = registry.resolve(name);
  const {
    tokenizer = estimateEntryTokens,
    directives,
    ...services
  } = {
    ...registry.services(),
    // A service that is `undefined` does not hide that of the registry.
    ...defined(options.services ?? {}),
  };
  const counter = options.estimateTokens ?? tokenizer;
  const estimateTokens = createCheckedEstimator(counter);
  // `checkServices` has checked that this is an originals session.
  const originals = options.originals ?? (services.originals as Originals | undefined);
  const overheadTokens = overhead && (await createOverheadCounter(estimateTokens)(overhead));
  return {
    options: { ...options, ...defined({ originals }) },
    detectCodec,
    strategy,
    pinDirectives: settings.get('compression.pinDirectives'),
    directives,
    keep: settings.get('compression.keep'),
    drop: settings.get('compression.drop'),
    toolTaxonomy: services.toolTaxonomy,
    ephemerals: toEphemeralAccessors(settings, () => strategy),
    settings: settings.explicitValues(),
    estimateTokens,
    isDefaultEstimate: counter === estimateEntryTokens,
    clock: services.clock,
    overhead: overheadTokens,
  };
}
