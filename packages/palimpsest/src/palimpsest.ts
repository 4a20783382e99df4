import { createRegistry, type RegistryOptions, type StrategyRegistry } from '@palimpsest/factory';
import { getCodec } from '@palimpsest/formats';
import { extractive } from '@palimpsest/strategy-extractive';
import { highDensity } from '@palimpsest/strategy-high-density';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { salience } from '@palimpsest/strategy-salience';
import { cleanWindow, topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { compressMessages } from './compress-messages.ts';
import { checkCompressOptions, type CompressOptions } from './compress-options.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import { resolveFormat } from './resolve-format.ts';
import type { CompressResult, CompressedBody, CompressedBodyOf } from './report.ts';
import { readBody, type RequestBody } from './request-body.ts';

/** Strategy used when no other is set. */
export const DEFAULT_STRATEGY = 'salience';

/** The strategies of this package; the default is first. */
const STRATEGIES = [
  salience,
  highDensity,
  extractive,
  topDownTruncation,
  cleanWindow,
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
  const compress = (input: unknown, request?: CompressOptions): Promise<never> =>
    compressInput(registry, input, request) as Promise<never>;
  return { registry, compress };
}

async function compressInput(
  registry: StrategyRegistry,
  input: unknown,
  options: CompressOptions = {},
): Promise<CompressResult<unknown> | CompressedBody<unknown>> {
  checkCompressOptions(options);
  const body = Array.isArray(input) ? undefined : readBody(input, options.format);
  const named = body?.format ?? options.format;
  const setup = {
    registry,
    defaultStrategy: DEFAULT_STRATEGY,
    detectCodec: (messages: readonly unknown[]) => getCodec(resolveFormat(messages, named)),
    overhead: body?.overhead,
  };
  const messages: readonly unknown[] = body?.messages ?? (input as readonly unknown[]);
  const compressed = await compressMessages(messages, await resolveAttempt(setup, options));
  if (body === undefined) return compressed;
  return { body: body.withMessages(compressed.messages), report: compressed.report };
}

let defaultInstance: Palimpsest | undefined;

/**
 * Compresses messages of any known format, or a whole request body, with the strategies of this package. `Palimpsest.compress` lists the
 * errors; `createPalimpsest` lets you register your own strategies.
 */
export const compress: Palimpsest['compress'] = (input: object, options?: CompressOptions) => {
  defaultInstance ??= createPalimpsest();
  return defaultInstance.compress(input, options) as Promise<never>;
};
