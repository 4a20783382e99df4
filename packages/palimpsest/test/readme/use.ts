import { compress } from 'palimpsest';
import { messages } from './messages.ts';

const { messages: smaller, report } = await compress(messages, { targetRatio: 0.5 });

console.log(report.strategy, messages.length, smaller.length);
console.log(report.tokensAfter <= report.targetTokens);
console.log(String(smaller[1]?.content).split('\n').slice(0, 10).join('\n'));
