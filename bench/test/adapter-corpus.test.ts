import type { IContent } from '@palimpsest/core-types';
import { createAdapter } from '@palimpsest/adapter';
import { getCodec } from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';
import { findViolations } from '@palimpsest/engine/history';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { describe, expect, test } from 'vitest';
import { newRefusals, REFUSALS } from '../src/checks.ts';
import { hasCorpus, HEAVY_COUNT, heavyConversations, wantsAll } from '../src/corpus.ts';
import { expressibleIn } from '../src/laws/expressible.ts';

/** Returns a window in which half of the conversation fits in addition to its instructions. */
function windowOf(history: readonly IContent[]): number {
  const instructions = estimateEntryTokens(history.filter(({ speaker }) => speaker === 'system'));
  return 1_000 + Math.ceil((instructions + estimateEntryTokens(history)) / 2);
}

const settings = { maxOutputTokens: 200 };

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each([...REFUSALS])(
    'in %s are valid for the provider, become smaller, match the token count, and stay unchanged when sent again',
    { timeout: 3_600_000 },
    async (format, refusals) => {
      const codec = getCodec(format);
      const refused: Record<string, unknown> = {};
      let count = 0;
      let smaller = 0;
      for (const { id, messages } of heavyConversations()) {
        count += 1;
        const history = expressibleIn(format, openai.decode(messages));
        const written = codec.encode(history);
        const adapter = createAdapter({ settings, contextLimit: windowOf(history) });
        const { messages: sent, outcome } = await adapter.adapt(format, written);
        const again = await adapter.adapt(format, sent);
        const broken = findViolations(codec.decode([...sent]));
        const problems = [...newRefusals(refusals, written, sent), ...broken];
        if (problems.length > 0) refused[id] = problems[0];
        else if (again.messages !== sent) refused[id] = 'another one when sent again';
        const tokens = estimateEntryTokens(
          codec.decode(JSON.parse(JSON.stringify(sent)) as object[]),
        );
        if (Math.abs(tokens - outcome!.tokensAfter) > Math.max(8, tokens / 100)) {
          refused[id] ??= `${tokens} tokens are sent, the outcome says ${outcome!.tokensAfter}`;
        }
        if (outcome!.tokensAfter < outcome!.tokensBefore) smaller += 1;
      }
      expect(refused).toEqual({});
      expect(count).toBe(HEAVY_COUNT);
      expect(smaller).toBeGreaterThan(count / 3);
    },
  );
});
