import {
  createRegistry,
  createSelector,
  createSettings,
  toEphemeralAccessors,
  type RegistryOptions,
  type StrategyRegistry,
} from '@palimpsest/factory';
import { checkedEstimate } from '@palimpsest/history';
import { extractive } from '@palimpsest/strategy-extractive';
import { highDensity } from '@palimpsest/strategy-high-density';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateContent } from '@palimpsest/tokenizer';
import { checkCompressOptions, type CompressOptions } from './compress-options.ts';
import { compressMessages } from './compress-messages.ts';
import type { Compressed } from './compressed.ts';
import { checkMessages } from './format-of.ts';

/** The strategy while nobody chose another. */
export const DEFAULT_STRATEGY = 'salience';

/** The strategies of this package, the default first. */
const STRATEGIES = [
  salience,
  highDensity,
  extractive,
  topDownTruncation,
  middleOut,
  oneShot,
] as const;

export interface Palimpsest {
  /** Every strategy of this package; register more beside them. */
  readonly registry: StrategyRegistry;
  /**
   * Compresses messages of any known format.
   *
   * @throws {OptionError} for options that cannot be meant, or messages of no known format
   * @throws {FormatError} for a message that is not of its format
   * @throws {SettingError} for a wrong setting; {UnknownStrategyError} for a name nobody registered
   * @throws {CompressionStrategyError} when the strategy fails, or its result breaks a law
   * @throws {OriginalsError} for messages that could not be kept whole, where `originals` are given
   */
  compress<Message>(
    messages: readonly Message[],
    options?: CompressOptions,
  ): Promise<Compressed<Message>>;
}

/** A registry with everything registered, and `compress` on it. */
export function createPalimpsest(options: RegistryOptions = {}): Palimpsest {
  const registry = createRegistry(options);
  for (const plugin of STRATEGIES) registry.register(plugin);
  return { registry, compress: (messages, request) => compressWith(registry, messages, request) };
}

async function compressWith<Message>(
  registry: StrategyRegistry,
  messages: readonly Message[],
  options: CompressOptions = {},
): Promise<Compressed<Message>> {
  checkCompressOptions(options);
  const settings = createSettings({
    specs: () => registry.settingSpecs(),
    ephemeral: {
      ...options.settings,
      ...(options.strategy === undefined ? {} : { 'compression.strategy': options.strategy }),
      ...(options.contextLimit === undefined ? {} : { 'context-limit': options.contextLimit }),
    },
  });
  const selector = createSelector(registry, settings, { defaultStrategy: DEFAULT_STRATEGY });
  const chosen = selector.name();
  const strategy = registry.resolve(chosen);
  // What a result is held to is what was registered, whatever a strategy calls itself.
  const { humanText, longHumanText } = registry.plugins().find(({ name }) => name === chosen)!;
  checkMessages(messages);
  return compressMessages(messages, {
    options,
    strategy,
    humanText,
    longHumanText,
    ephemerals: toEphemeralAccessors(settings, () => strategy),
    settings: settings.givenValues(),
    estimateTokens: checkedEstimate(options.estimateTokens ?? estimateContent),
  });
}
