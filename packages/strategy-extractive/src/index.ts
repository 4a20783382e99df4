export { extractive } from './extractive.ts';
