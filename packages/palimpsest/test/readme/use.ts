import { compress } from 'palimpsest';
import { messages } from './messages.ts';

const { messages: smaller, report } = await compress(messages, { targetRatio: 0.5 });

console.log(JSON.stringify(smaller[3]?.content));
// "…17 [Shortened: …3 = 3 lines or fields left out]\nlet retryDelay = 250;\n…32"
console.log(report.kind, report.strategy); // applied salience
console.log(report.tokensAfter <= report.targetTokens); // true
