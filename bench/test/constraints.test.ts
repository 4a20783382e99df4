import type { CompressionContext, CompressionStrategy, IContent } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/directives';
import { indexExchanges, safeCuts } from '@palimpsest/history';
import { describe, expect, test } from 'vitest';
import { CONSTRAINTS } from '../src/constraints/constraints.ts';
import { FRAMING_NAMES, FRAMINGS } from '../src/constraints/framings.ts';
import { placeConstraint, POSITIONS } from '../src/constraints/place-constraint.ts';
import { sampledCases } from '../src/constraints/plan.ts';
import { RecordedSession } from '../src/constraints/recorded-session.ts';
import { ROUNDS, runSession } from '../src/constraints/run-session.ts';
import { strategyNamed, STRATEGY_NAMES } from '../src/constraints/strategies.ts';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, user } from '../src/retention/example-session.ts';

const SENTENCE = CONSTRAINTS[0];
const instructions: ChatMessage = { role: 'system', content: 'Be brief.' };
const conversation = (name: string): ChatMessage[] => [
  instructions,
  user(`Look at ${name}.`),
  call('1', { path: name }),
  result('1', `${name}\n`.repeat(400)),
  { role: 'assistant', content: `That was ${name}.` },
];
const newSession = (): RecordedSession =>
  new RecordedSession([conversation('one'), conversation('two')], 1);
const entriesOf = (session: RecordedSession, pieces: number): IContent[] =>
  Array.from({ length: pieces }, (_, at) => session.piece(at).entries).flat();

describe('a constraint', () => {
  const said = FRAMING_NAMES.flatMap((framing) =>
    CONSTRAINTS.map((sentence) => ({ framing, sentence, text: FRAMINGS[framing](sentence) })),
  );

  test('is verbatim in every framing, and recognized there as a binding directive', () => {
    for (const { sentence, text } of said) {
      const found = findDirectives(text).find((directive) => directive.text.includes(sentence));
      expect(['must-not', 'must', 'only']).toContain(found?.level);
    }
  });
});

describe('a recorded session', () => {
  test('starts with the given conversation, continues with the others, and never ends', () => {
    const texts = JSON.stringify(entriesOf(newSession(), 12).map(({ blocks }) => blocks));
    const looks = [...texts.matchAll(/Look at (\w+)/g)].map(([, name]) => name);
    expect(looks).toEqual(['two', 'one', 'two', 'one']);
  });

  test('keeps calls with their results, and gives each call a unique id', () => {
    const entries = entriesOf(newSession(), 12);
    const { exchanges, unmatchedResults } = indexExchanges(entries);
    expect(unmatchedResults).toEqual([]);
    expect(exchanges.every(({ isPending }) => !isPending)).toBe(true);
    const ids = entries.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(2);
  });
});

describe('a constraint in a history', () => {
  const history = entriesOf(newSession(), 12);
  const placed = FRAMING_NAMES.flatMap((framing) =>
    POSITIONS.map((position) => {
      const entries = placeConstraint(history, { sentence: SENTENCE, framing, position });
      const at = entries.findIndex((entry) => !history.includes(entry));
      return { framing, position, entries, at };
    }),
  );

  test.each(placed)('$framing, $position: adds one message, between exchanges', (one) => {
    const { entries, at, framing } = one;
    expect(entries.toSpliced(at, 1)).toEqual(history);
    expect(safeCuts(indexExchanges(history)).isSafe(at)).toBe(true);
    expect(entries[at]).toEqual({
      speaker: 'human',
      blocks: [{ type: 'text', text: FRAMINGS[framing](SENTENCE) }],
    });
  });
});

const TRIGGER = { mode: 'threshold', defaultThreshold: 0.85 } as const;
const applied = ({ history }: CompressionContext, newHistory: IContent[]) =>
  ({
    kind: 'applied',
    newHistory,
    metadata: {
      originalMessageCount: history.length,
      compressedMessageCount: newHistory.length,
      strategyUsed: 'test',
      llmCallMade: false,
    },
  }) as const;

const run = (compress: CompressionStrategy['compress']) =>
  runSession({
    session: newSession(),
    strategy: { name: 'test', requiresLLM: false, trigger: TRIGGER, compress },
    share: 10,
    sentence: SENTENCE,
    framing: 'bare',
    position: 'first',
  });

describe('a compressed session', () => {
  test('grows before each of ten compressions, to a size of which the target is a share', async () => {
    const given: CompressionContext[] = [];
    const { kept, left } = await run(async (context) => {
      given.push(context);
      return applied(context, context.history.slice(0, 3));
    });
    expect(given).toHaveLength(ROUNDS);
    for (const { currentTokenCount, targetTokens } of given) {
      expect(currentTokenCount).toBeGreaterThanOrEqual(8_000);
      expect(targetTokens).toBe(Math.floor(currentTokenCount / 10));
    }
    expect(given[1]!.history.slice(0, 3)).toEqual(given[0]!.history.slice(0, 3));
    expect(kept).toEqual(Array.from({ length: ROUNDS }, () => true));
    expect(left.every((share) => share > 0 && share < 0.5)).toBe(true);
  });

  test('reports from which compression on the sentence is lost', async () => {
    let round = 0;
    const { kept } = await run(async (context) => {
      round += 1;
      return applied(context, context.history.slice(round < 4 ? 0 : -3).slice(0, 3));
    });
    expect(kept).toEqual(Array.from({ length: ROUNDS }, (_, at) => at < 3));
  });
});

test.each(STRATEGY_NAMES)(
  '%s keeps short messages with a constraint when it pins',
  async (name) => {
    const strategy = strategyNamed(name, true);
    const said = { sentence: SENTENCE, framing: 'polite', position: 'middle' } as const;
    const { kept, left } = await runSession({
      session: newSession(),
      strategy,
      share: 25,
      ...said,
    });
    expect(kept).toEqual(Array.from({ length: ROUNDS }, () => true));
    expect(Math.min(...left)).toBeLessThan(0.9);
  },
);

describe('the plan', () => {
  test('has a reproducible sample in which all values of a property are about equally frequent', () => {
    const cases = sampledCases();
    expect(cases).toEqual(sampledCases());
    for (const property of ['share', 'framing', 'position', 'constraint', 'family'] as const) {
      const counts = new Map<unknown, number>();
      for (const one of cases) counts.set(one[property], (counts.get(one[property]) ?? 0) + 1);
      const frequencies = [...counts.values()];
      expect(Math.max(...frequencies) - Math.min(...frequencies)).toBeLessThanOrEqual(2);
    }
  });
});
