import type { IContent, Speaker } from '@palimpsest/core-types';
import { createConversationHistory, createTokenMeter } from '@palimpsest/orchestrator';
import { createCalibration } from '@palimpsest/tokenizer';

const say = (speaker: Speaker, text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});

const history = createConversationHistory([say('human', 'Fix it.'), say('ai', 'I read the log.')]);
history.subscribe(({ kind, lengthAfter }) => console.log(kind, lengthAfter));
// appended 3
// committed 2

// A compression takes time, and new entries arrive meanwhile.
const snapshot = history.snapshot();
history.append(say('human', 'And add a test.'));
const { firstChangedIndex } = history.commit(snapshot, [say('human', 'Fix it. The log is read.')]);
console.log(firstChangedIndex, history.length); // 0 2

// The meter counts each entry once; the calibration corrects the total by reported usage.
const meter = createTokenMeter((entries) => JSON.stringify(entries).length / 4);
const sums = await meter.measure(history);
const calibration = createCalibration();
calibration.observe({ model: 'large', estimatedTokens: 1_000, reportedTokens: 1_400 });
console.log(sums.tokens, sums.tokensFrom(1), calibration.correct(sums.tokens, 'large'));
// 38.75 18.25 47
