import { createCalibration, estimateEntryTokens, estimateTokens } from '@palimpsest/engine/tokens';

console.log(estimateTokens('Hello, world!')); // 4

const history = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Fix the parser.' }] },
] as const;
const calibration = createCalibration();
// From a request and the provider's usage for it.
calibration.observe({ model: 'some-model', estimatedTokens: 1_000, reportedTokens: 1_400 });
console.log(calibration.correct(estimateEntryTokens(history), 'some-model')); // 10
