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
  throw new UnknownStrategyError(name, registered, nearest(name, registered));
}
