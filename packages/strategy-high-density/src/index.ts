export { PRUNED_POINTER } from '@palimpsest/core-types';
export { READ_TOOLS, WRITE_TOOLS } from '@palimpsest/tool-taxonomy';
export { HighDensityStrategy, type HighDensityOptions } from './high-density-strategy.ts';
export { highDensity, highDensitySettings } from './plugin.ts';
