export { createCompressor } from './create-compressor.ts';
export type { CompressReport } from './report.ts';
