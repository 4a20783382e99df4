import type { CompressOptions } from './compress-options.ts';
import type { Compressed } from './compressed.ts';
import { createPalimpsest, type Palimpsest } from './palimpsest.ts';

let shared: Palimpsest | undefined;

/**
 * Compresses messages of any known format with the strategies of this package. See `Palimpsest.compress` for errors; to register a
 * strategy of your own, use `createPalimpsest`.
 */
export function compress<Message>(
  messages: readonly Message[],
  options?: CompressOptions,
): Promise<Compressed<Message>> {
  shared ??= createPalimpsest();
  return shared.compress(messages, options);
}
