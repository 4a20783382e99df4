import { OptionError, type StrategyPlugin } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import type { Codec } from '@palimpsest/formats';
import { compressMessages } from './compress-messages.ts';
import { checkCompressOptions, type CompressOptions } from './compress-options.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import type { CompressResult } from './report.ts';

interface CompressorOptions<Message> {
  /** Strategies that settings can choose from, such as `[salience]`. The first is the default. */
  readonly strategies: readonly [StrategyPlugin, ...StrategyPlugin[]];
  /** The codec of the messages, such as `pi` of `@palimpsest/formats/pi`. */
  readonly codec: Codec<Message>;
}

/** Compresses messages of one format. */
type Compressor<Message> = (
  messages: readonly Message[],
  options?: Omit<CompressOptions, 'format'>,
) => Promise<CompressResult<Message>>;

/**
 * Creates `compress` for one format and some strategies, without the other formats and strategies: for hosts that
 * bundle it, or run it where Node modules are missing.
 *
 * @throws {OptionError} when `strategies` is empty, or `codec` is no codec; {RegistrationError} when a strategy is invalid, or two have the same
 * name
 */
export function createCompressor<Message>({
  strategies,
  codec,
}: CompressorOptions<Message>): Compressor<Message> {
  if (!Array.isArray(strategies) || strategies.length === 0) {
    throw new OptionError('strategies', strategies, 'a list with at least one strategy');
  }
  if (typeof codec?.decode !== 'function' || typeof codec.encode !== 'function') {
    throw new OptionError('codec', codec, 'a codec of @palimpsest/formats');
  }
  const setup = {
    registry: strategies.reduce((all, plugin) => all.register(plugin), createRegistry()),
    defaultStrategy: strategies[0].name,
    detectCodec: () => codec as Codec,
  };
  return async (messages, options = {}) => {
    checkCompressOptions(options);
    return await compressMessages(messages, await resolveAttempt(setup, options));
  };
}
