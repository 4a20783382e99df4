import {
  COMPRESSION_STRATEGIES,
  UnknownStrategyError,
  type CompressionStrategyName,
} from '@palimpsest/core-types';
import { nearest } from './nearest.ts';

/**
 * A name, if it is one of those registered (REQ-CS-001).
 *
 * @throws {UnknownStrategyError} with the registered names, and the one that was probably meant
 */
export function parseCompressionStrategyName(
  name: string,
  registered: readonly string[] = COMPRESSION_STRATEGIES,
): CompressionStrategyName {
  if (registered.includes(name)) return name;
  // Hosts hand in what stands in their settings, whatever that is.
  const given: unknown = name;
  const guess = typeof given === 'string' ? nearest(given, registered) : undefined;
  throw new UnknownStrategyError(String(given), registered, guess);
}
