export { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
export type { CompressOptions } from './compress-options.ts';
export { compress } from './compress.ts';
export { OptionError } from './option-error.ts';
export {
  createPalimpsest,
  DEFAULT_STRATEGY,
  type Compressed,
  type Palimpsest,
} from './palimpsest.ts';
export type { CompressReport } from './report.ts';
