export { createExtractive, extractive } from './extractive.ts';
