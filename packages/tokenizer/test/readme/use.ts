import { createCalibration, estimateContent, estimateTokens } from '@palimpsest/tokenizer';

console.log(estimateTokens('Hello, world!')); // 4

const history = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Fix the parser.' }] },
] as const;
const calibration = createCalibration();
const estimated = estimateContent(history);
calibration.record({ model: 'some-model', estimated, reported: 11 }); // from the provider's usage
console.log(calibration.correct('some-model', estimateContent(history))); // 11
