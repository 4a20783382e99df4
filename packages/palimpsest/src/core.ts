export type { CompressOptions } from './compress-options.ts';
export type { CompressResult } from './compress-result.ts';
export { createCompressor, type Compressor, type CompressorOptions } from './create-compressor.ts';
export type { CompressReport } from './report.ts';
