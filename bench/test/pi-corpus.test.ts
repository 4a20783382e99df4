import { anthropic } from '@palimpsest/formats/anthropic';
import { openai } from '@palimpsest/formats/openai';
import { pi, type PiMessage } from '@palimpsest/formats/pi';
import { historyInvariants } from '@palimpsest/history';
import { createHost, splitCompaction } from '@palimpsest/host';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { describe, expect, test } from 'vitest';
import { placesOf, summaryMessage } from '../../packages/pi/src/session-branch.ts';
import { hasCorpus, heavyConversations, wantsAll } from '../src/corpus.ts';
import { checkAnthropic } from '../../packages/formats/test/checker/check-anthropic.ts';
import { expressibleIn } from '../src/laws/expressible.ts';

/** Returns the rules of Anthropic that the messages break when pi sends them there. */
function brokenRules(messages: readonly PiMessage[]): ReadonlySet<string> {
  return new Set(checkAnthropic(anthropic.encode(pi.decode(messages))).map(({ rule }) => rule));
}

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test(
    'become as a summary and the messages after it what they become by a compaction',
    { timeout: 3_600_000 },
    async () => {
      const problems: Record<string, unknown> = {};
      let shortened = 0;
      for (const { id, messages: recorded } of heavyConversations()) {
        const written = pi.encode(expressibleIn('pi', openai.decode(recorded)));
        const messages = written
          .filter(({ role }) => role !== 'system')
          .map((message, timestamp) => ({ ...message, timestamp }));
        const places = placesOf(
          messages.map((message, at) => ({
            sourceEntry: { type: 'message', id: String(at) },
            messages: [message],
          })),
        );
        const given = places.map(({ message }) => message);
        const targetTokens = Math.ceil(estimateEntryTokens(pi.decode(given)) / 2);
        const { messages: compacted } = await createHost({ codec: pi }).compact(given, {
          targetTokens,
        });
        const { text, tailStart } = splitCompaction(given, compacted);
        const summary = text === undefined ? [] : [summaryMessage(text)];
        const seen = [...summary, ...given.slice(tailStart)];
        if (text !== undefined) shortened += 1;
        const known = brokenRules(given);
        const broken = [
          ...historyInvariants.flatMap((law) => law.check(pi.decode(seen))),
          ...[...brokenRules(seen)].filter((rule) => !known.has(rule)),
        ];
        if (broken.length > 0) problems[id] = broken[0];
        const tokens = estimateEntryTokens(pi.decode(compacted));
        const difference = Math.abs(estimateEntryTokens(pi.decode(seen)) - tokens);
        if (difference > Math.max(8, tokens / 100)) problems[id] ??= `${difference} tokens differ`;
      }
      expect(problems).toEqual({});
      expect(shortened).toBeGreaterThan(20);
    },
  );
});
