import { compress } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

const { messages: smaller, report } = await compress(messages, { targetTokens: 20_000 });
console.log(`${report.tokensBefore} tokens became ${report.tokensAfter}`, report.dropped);

const half = await compress(messages, { strategy: 'top-down-truncation', targetRatio: 0.5 });
console.log(`${smaller.length} messages, or ${half.messages.length} with the oldest dropped`);

await compress(messages, {
  contextLimit: 128_000,
  settings: { 'compression-preserve-threshold': 0.3 },
});
