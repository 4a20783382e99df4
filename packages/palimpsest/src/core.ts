export type { CompressOptions } from './compress-options.ts';
export { createCompressor } from './create-compressor.ts';
export type { CompressReport, CompressResult } from './report.ts';
