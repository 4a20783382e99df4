import { compress } from 'palimpsest';
import { messages } from './messages.ts';

const { messages: smaller, report } = await compress(messages, { targetRatio: 0.5 });

console.log(smaller[3]?.content); // [read_file src/file-0.ts: success, 50 lines]
console.log(report.kind, report.strategy); // applied high-density
console.log(report.tokensAfter <= report.targetTokens); // true
