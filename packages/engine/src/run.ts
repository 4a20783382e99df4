export { runStrategy, type RunRequest } from './run-strategy.ts';
