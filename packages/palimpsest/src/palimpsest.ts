import { defined } from '@palimpsest/core-types';
import {
  createRegistry,
  createStrategySelector,
  createSettings,
  toEphemeralAccessors,
  type RegistryOptions,
  type StrategyRegistry,
} from '@palimpsest/factory';
import { createOverheadCounter } from '@palimpsest/formats';
import { createCheckedEstimator } from '@palimpsest/history';
import type { Originals } from '@palimpsest/originals';
import { extractive } from '@palimpsest/strategy-extractive';
import { highDensity } from '@palimpsest/strategy-high-density';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { checkCompressOptions, type CompressOptions } from './compress-options.ts';
import { bodyOf, type RequestBody } from './body-of.ts';
import { compressMessages } from './compress-messages.ts';
import type { CompressResult, CompressedBody, CompressedBodyOf } from './compress-result.ts';

/** Strategy used when no other is set. */
export const DEFAULT_STRATEGY = 'salience';

/** The strategies of this package; the default is first. */
const STRATEGIES = [
  salience,
  highDensity,
  extractive,
  topDownTruncation,
  middleOut,
  oneShot,
] as const;

export interface Palimpsest {
  /** Registry with every strategy of this package. Register your own here. */
  readonly registry: StrategyRegistry;
  /**
   * Compresses messages of any known format.
   *
   * @throws {OptionError} when an option is invalid, or the messages match no format
   * @throws {FormatError} when a message does not have its format
   * @throws {SettingError} when a setting is invalid; {UnknownStrategyError} when no strategy has the name
   * @throws {CompressionStrategyError} when the strategy fails or its result breaks an invariant
   * @throws {OriginalsError} when `originals` is given and a message cannot be saved whole
   */
  compress<Message>(
    messages: readonly Message[],
    options?: CompressOptions,
  ): Promise<CompressResult<Message>>;
  /**
   * Compresses the messages of a request body. System text and tool definitions count towards the target, and never change.
   *
   * @throws the errors listed for messages; {FormatError} also when the provider stores earlier messages of the body
   */
  compress<Body extends RequestBody>(
    body: Body,
    options?: CompressOptions,
  ): Promise<CompressedBodyOf<Body>>;
}

/** Creates a registry with all strategies, and `compress` on it. */
export function createPalimpsest(options: RegistryOptions = {}): Palimpsest {
  const registry = createRegistry(options);
  for (const plugin of STRATEGIES) registry.register(plugin);
  // The result has the type of the input.
  const compress = (given: unknown, request?: CompressOptions): Promise<never> =>
    compressWith(registry, given, request) as Promise<never>;
  return { registry, compress };
}

async function compressWith(
  registry: StrategyRegistry,
  given: unknown,
  options: CompressOptions = {},
): Promise<CompressResult<unknown> | CompressedBody<unknown>> {
  checkCompressOptions(options);
  const settings = createSettings({
    specs: () => registry.settingSpecs(),
    ephemeral: {
      ...options.settings,
      ...(options.strategy === undefined ? {} : { 'compression.strategy': options.strategy }),
      ...(options.contextLimit === undefined ? {} : { 'context-limit': options.contextLimit }),
    },
  });
  const selector = createStrategySelector(registry, settings, {
    defaultStrategy: DEFAULT_STRATEGY,
  });
  const chosen = selector.name();
  const strategy = registry.resolve(chosen);
  // The registered policy is checked, not the one the strategy object claims.
  const { humanText, longHumanText } = registry.plugins().find(({ name }) => name === chosen)!;
  const {
    tokenizer = estimateEntryTokens,
    directives,
    ...services
  } = {
    ...registry.services(),
    // A service given as `undefined` does not hide that of the registry.
    ...defined(options.services ?? {}),
  };
  const estimateTokens = createCheckedEstimator(options.estimateTokens ?? tokenizer);
  // `checkServices` made sure that it is a session.
  const originals = options.originals ?? (services.originals as Originals | undefined);
  const body = Array.isArray(given) ? undefined : bodyOf(given, options.format);
  const messages: readonly unknown[] = body?.messages ?? (given as readonly unknown[]);
  const compressed = await compressMessages(messages, {
    options: {
      ...options,
      ...(originals === undefined ? {} : { originals }),
      ...(body === undefined ? {} : { format: body.format }),
    },
    strategy,
    humanText,
    longHumanText,
    pinDirectives: settings.get('compression.pinDirectives'),
    directives,
    ephemerals: toEphemeralAccessors(settings, () => strategy),
    settings: settings.explicitValues(),
    estimateTokens,
    overhead: body && (await createOverheadCounter(estimateTokens)(body.overhead)),
  });
  if (body === undefined) return compressed;
  return { body: body.withMessages(compressed.messages), report: compressed.report };
}
