export type { CompressOptions } from './compress-options.ts';
export { createCompressor, type Compressor, type CompressorOptions } from './create-compressor.ts';
export type { CompressReport, CompressResult } from './report.ts';
