import {
  COMPRESSION_STRATEGIES,
  UnknownStrategyError,
  type CompressionStrategyName,
} from '@palimpsest/core-types';
import { findNearestName } from './find-nearest-name.ts';

/**
 * Returns the name if a strategy with it is registered.
 *
 * @throws {UnknownStrategyError} with the registered names and the most similar one
 */
export function parseCompressionStrategyName(
  name: string,
  registered: readonly string[] = COMPRESSION_STRATEGIES,
): CompressionStrategyName {
  if (registered.includes(name)) return name;
  // At run time a host's setting can have any type.
  const received: unknown = name;
  const guess = typeof received === 'string' ? findNearestName(received, registered) : undefined;
  throw new UnknownStrategyError(String(received), registered, guess);
}
