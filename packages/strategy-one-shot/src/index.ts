export { OneShotStrategy } from './one-shot-strategy.ts';
export { oneShot } from './plugin.ts';
