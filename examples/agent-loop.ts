import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { createConversationHistory, createOrchestrator, PRICES } from '@palimpsest/orchestrator';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createPalimpsest } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

const history = createConversationHistory();
const orchestrator = createOrchestrator({
  history,
  strategies: createPalimpsest().registry,
  estimateTokens: estimateEntryTokens,
  prices: PRICES.anthropic,
});

// Replays a recorded session: each message of the model was one call.
let pending: IContent[] = [];
let calls = 0;
let largest = 0;
for (const entry of openai.decode(messages)) {
  if (entry.speaker !== 'ai') {
    pending.push(entry);
    continue;
  }
  const prepared = await orchestrator.prepare({ pending, contextLimit: 64_000 });
  if (prepared.kind === 'overflow') throw prepared.error;
  if (prepared.kind !== 'unchanged') {
    console.log(
      `call ${calls}: ${prepared.kind}, ${prepared.tokensBefore} tokens became ${prepared.tokensAfter}`,
    );
  }
  // Send openai.encode([...prepared.history, ...prepared.pending]) to the provider here, then call orchestrator.report({ usage }).
  history.append(...prepared.pending, entry);
  pending = [];
  calls += 1;
  largest = Math.max(largest, prepared.tokensAfter);
}
console.log(`${calls} calls, the largest of ${largest} tokens`);
