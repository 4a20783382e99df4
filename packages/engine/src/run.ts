export { runStrategy, type Run, type RunRequest } from './run-strategy.ts';
