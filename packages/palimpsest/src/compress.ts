import type { CompressOptions } from './compress-options.ts';
import { createPalimpsest, type Palimpsest } from './palimpsest.ts';

let shared: Palimpsest | undefined;

/**
 * Compresses messages of any known format, or a whole request body, with the strategies of this package. `Palimpsest.compress` lists the
 * errors; `createPalimpsest` lets you register your own strategies.
 */
export const compress: Palimpsest['compress'] = (given: object, options?: CompressOptions) => {
  shared ??= createPalimpsest();
  return shared.compress(given, options) as Promise<never>;
};
