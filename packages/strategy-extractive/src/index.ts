export { createExtractive, extractive, tailStart } from './extractive.ts';
