import type { IContent } from '@palimpsest/core-types';
import {
  anthropic,
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  gemini,
  icontent,
  openai,
} from '@palimpsest/formats';
import {
  indexExchanges,
  judge,
  protection,
  repair,
  safeCuts,
  tailBoundary,
} from '@palimpsest/history';
import { estimateContent } from '@palimpsest/tokenizer';
import { createPalimpsest } from 'palimpsest';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { conversations, hasCorpus, wantsAll, type Conversation } from '../src/corpus.ts';

const palimpsest = createPalimpsest();
const RATIOS = [0.7, 0.5, 0.3, undefined] as const;

const TAILS: Record<string, (history: readonly IContent[]) => number> = {
  'high-density': (history) => tailBoundary(history, safeCuts(indexExchanges(history)), 0.2),
  'top-down-truncation': (history) =>
    safeCuts(indexExchanges(history)).atOrBefore(history.length - 2),
  extractive: (history) => safeCuts(indexExchanges(history)).atOrBefore(history.length - 4),
};

async function problemsOf({ messages }: Conversation, strategy: string): Promise<string[]> {
  const problems: string[] = [];
  const given = JSON.stringify(messages);
  for (const targetRatio of RATIOS) {
    const at = `${strategy} at ${targetRatio ?? 'defaults'}`;
    const options = { strategy, ...(targetRatio === undefined ? {} : { targetRatio }) };
    // A broken law is thrown by the umbrella itself.
    const first = await palimpsest.compress(messages, options);
    const second = await palimpsest.compress(messages, options);
    const bytes = JSON.stringify(first.messages);
    if (bytes !== JSON.stringify(second.messages)) problems.push(`${at}: two runs differ`);

    const before = repair(openai.decode(messages)).history;
    // As another process would read it: what this one remembers of its own notices is no part of the messages.
    const after = openai.decode(JSON.parse(bytes) as never[]);
    const tail = before.length - (TAILS[strategy]!(before) || 0);
    if (JSON.stringify(plain(before.slice(-tail))) !== JSON.stringify(plain(after.slice(-tail)))) {
      problems.push(`${at}: the tail changed`);
    }

    const { targetTokens, tokensAfter, shortfallTokens = 0 } = first.report;
    if (targetTokens !== undefined && tokensAfter > targetTokens + shortfallTokens) {
      problems.push(`${at}: ${tokensAfter} tokens for a target of ${targetTokens}`);
    }
    if (targetTokens !== undefined) {
      // Through JSON, as if another process had written it.
      const read = JSON.parse(bytes) as unknown[];
      const again = await palimpsest.compress(read, { strategy, targetTokens });
      if (again.report.kind !== 'noop') problems.push(`${at}: the output compresses again`);
      if (JSON.stringify(again.messages) !== bytes) problems.push(`${at}: a no-op changed bytes`);
    }
    problems.push(...formatProblems(after).map((problem) => `${at}: ${problem}`));
  }
  problems.push(...(await hostProblems(messages, strategy)));
  if (JSON.stringify(messages) !== given) problems.push(`${strategy}: the input was changed`);
  return problems;
}

/** As a host calls a strategy: without a target, whether or not anything is due. */
async function hostProblems(messages: Conversation['messages'], name: string): Promise<string[]> {
  const strategy = palimpsest.registry.resolve(name);
  const before = repair(openai.decode(messages)).history;
  const compress = (history: readonly IContent[], targetTokens?: number) =>
    strategy.compress({
      history,
      estimateTokens: estimateContent,
      currentTokenCount: estimateContent(history),
      runtimeContext: { ephemerals: {} },
      ...(targetTokens === undefined ? {} : { targetTokens }),
    });
  const result = await compress(before);
  if (result.kind === 'noop') return [];
  const { newHistory, metadata } = result;
  const broken = judge({
    before,
    after: newHistory,
    provenance: metadata.provenance ?? [],
    tailStart: TAILS[name]!(before),
    isProtected: protection(),
    humanText: name === 'high-density' ? 'last' : 'eligible',
    tokensBefore: estimateContent(before),
    tokensAfter: estimateContent(newHistory),
  }).map(({ law, message }) => `as a host: ${law}: ${message}`);
  const again = await compress(plain(newHistory), metadata.targetTokens);
  return again.kind === 'noop' ? broken : [...broken, 'as a host: the output compresses again'];
}

function formatProblems(history: readonly IContent[]): string[] {
  const problems: string[] = [];
  const bare = plain(history);
  for (const [name, codec, check] of [
    ['openai', openai, checkOpenAI],
    ['anthropic', anthropic, checkAnthropic],
    ['gemini', gemini, checkGemini],
    ['icontent', icontent, undefined],
  ] as const) {
    const encoded = codec.encode(bare);
    const sent = JSON.parse(JSON.stringify(encoded)) as never[];
    const expected = name === 'anthropic' || name === 'gemini' ? nameless(bare) : bare;
    if (!isDeepStrictEqual(plain(codec.decode(sent)), expected)) {
      problems.push(`${name}: decoding what was encoded gives other entries`);
    }
    const found = check?.(sent) ?? [];
    if (found.length > 0) problems.push(`${name}: ${JSON.stringify(found[0])}`);
  }
  return problems;
}

/** Entries without the speaker's name, which Anthropic and Gemini have no place for. */
function nameless(history: readonly IContent[]): IContent[] {
  return history.map(({ metadata, ...entry }) => {
    const { name: _name, ...rest } = metadata ?? {};
    return { ...entry, ...(Object.keys(rest).length > 0 ? { metadata: rest } : {}) };
  });
}

/** Entries without what only a codec knows. */
function plain(history: readonly IContent[]): IContent[] {
  return history.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map(({ native: _part, ...block }) => block),
  }));
}

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(Object.keys(TAILS))(
    '%s keeps every law on each of them',
    { timeout: 3_600_000 },
    async (strategy) => {
      const broken: Record<string, string[]> = {};
      let count = 0;
      for (const conversation of conversations()) {
        count += 1;
        const problems = await problemsOf(conversation, strategy);
        if (problems.length > 0) broken[conversation.id] = problems;
      }
      expect(count).toBe(wantsAll ? 802 : 29);
      expect(broken).toEqual({});
    },
  );
});
