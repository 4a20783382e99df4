export { MiddleOutStrategy } from './middle-out-strategy.ts';
export { middleOut } from './plugin.ts';
