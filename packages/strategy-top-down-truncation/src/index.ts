export { topDownTruncation } from './plugin.ts';
export { TopDownTruncationStrategy } from './top-down-truncation-strategy.ts';
