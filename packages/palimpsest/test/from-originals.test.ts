import { anthropic } from '@palimpsest/formats/anthropic';
import { openai } from '@palimpsest/formats/openai';
import { memoryOriginals, openOriginals, type OriginalsStore } from '@palimpsest/originals';
import fc from 'fast-check';
import {
  createPalimpsest,
  type CompressResult,
  type CompressOptions,
  type Originals,
} from 'palimpsest';
import { describe, expect, test } from 'vitest';
import { everyNthLine } from './every-nth-line.ts';

type Message = Record<string, unknown>;

const palimpsest = createPalimpsest();
palimpsest.registry.register(everyNthLine());
const compress = (
  messages: readonly Message[],
  options: CompressOptions,
): Promise<CompressResult<Message>> =>
  palimpsest.compress(messages, { strategy: 'every-nth-line', ...options });

const open = (store: OriginalsStore = memoryOriginals()): Promise<Originals> =>
  openOriginals(store, { session: 's' });

/** Returns the messages as another process reads them: through JSON, with sorted members. */
const stored = (messages: readonly Message[]): Message[] =>
  messages.map((message) => {
    const members = Object.entries(JSON.parse(JSON.stringify(message)) as Message);
    return Object.fromEntries(members.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });

/** Creates agent turns: each calls tools, whose results have the given numbers of lines. */
function turns(lengths: readonly (readonly number[])[], first = 0): Message[] {
  return lengths.flatMap((results, index) => {
    const turn = first + index;
    const calls = results.map((_, call) => ({
      id: `call_${turn}_${call}`,
      type: 'function',
      function: { name: 'read_file', arguments: JSON.stringify({ path: `${turn}/${call}.ts` }) },
    }));
    return [
      { role: 'user', content: `Question ${turn}?` },
      { role: 'assistant', content: `Looking at ${turn}.`, tool_calls: calls },
      ...results.map((length, call) => ({
        role: 'tool',
        tool_call_id: `call_${turn}_${call}`,
        content: Array.from({ length }, (_, line) => `line ${line} of ${turn}/${call}`).join('\n'),
      })),
    ];
  });
}

const system: Message = { role: 'system', content: 'You are careful.' };
const FORMATS = {
  openai: (messages: Message[]): Message[] => messages,
  anthropic: (messages: Message[]): Message[] =>
    anthropic.encode(openai.decode(messages as never[])) as unknown as Message[],
};

const roundArbitrary = fc.record({
  results: fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  }),
  target: fc.oneof(
    fc.record({ targetTokens: fc.integer({ min: 50, max: 3_000 }) }),
    fc.record({ targetRatio: fc.constantFrom(0.2, 0.5, 0.9) }),
  ),
});

test.each(['openai', 'anthropic'] as const)(
  'compressing however often, to targets that grow and shrink, is compressing once to the last: %s',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(roundArbitrary, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const store = memoryOriginals();
        const said: Message[] = [];
        let now: Message[] = [];
        let turn = 0;
        for (const { results, target } of rounds) {
          const begin = turn === 0 ? [system] : [];
          const more = stored(FORMATS[format]([...begin, ...turns(results, turn)]));
          turn += results.length;
          said.push(...more);
          const originals = await open(store);
          const given = stored([...now, ...more]);
          const { messages, report } = await compress(given, { ...target, format, originals });
          now = messages;
          const once = await compress(said, { ...target, format, originals: await open() });
          expect(messages).toEqual(once.messages);
          expect(report.tokensAfter).toBe(once.report.tokensAfter);
          expect(report.targetTokens).toBe(once.report.targetTokens);
          const again = await compress(stored(now), { ...target, format, originals });
          expect(again.report.kind).toBe('noop');
          expect(again.messages).toEqual(now);
          const restored = await originals.restore(stored(now));
          expect(restored).toMatchObject({ missing: [], ambiguous: [] });
          expect(restored.messages).toEqual(said);
        }
      }),
      { numRuns: 40 },
    );
  },
);

const redact = (text: string): string => text.replaceAll('line 7', '[line]');
const session = (): Message[] => [system, ...turns([[50], [50, 40], [50], [50]])];

describe('a strategy that starts from originals', () => {
  test('gets the originals, and the report says so', async () => {
    const originals = await open();
    const first = await compress(session(), { targetTokens: 400, originals });
    expect(first.report.startedFrom).toBeUndefined();
    const given = [...first.messages, ...turns([[50]], 4)];
    const { messages, report } = await compress(given, { targetTokens: 300, originals });
    const whole = [...session(), ...turns([[50]], 4)];
    const once = await compress(whole, { targetTokens: 300, originals: await open() });
    expect(messages).toEqual(once.messages);
    expect(report).toMatchObject({
      kind: 'applied',
      startedFrom: 'originals',
      originalTokens: once.report.tokensBefore,
      tokensAfter: once.report.tokensAfter,
      messagesBefore: given.length,
      messagesAfter: messages.length,
    });
    expect(report.tokensBefore).toBeLessThan(once.report.tokensBefore);
    expect(report.tokensBefore).toBeGreaterThan(report.tokensAfter);
  });

  test('returns the same messages when nothing would change, and saves nothing', async () => {
    let writes = 0;
    const inner = memoryOriginals();
    const originals = await open({
      ...inner,
      put: (key, kept) => {
        writes += 1;
        return inner.put(key, kept);
      },
    });
    const orphan = { role: 'tool', tool_call_id: 'nobody', content: 'lost' };
    const first = await compress([...session(), orphan, { role: 'user', content: 'And?' }], {
      targetRatio: 0.4,
      originals,
    });
    expect(first.report.repaired).toHaveLength(1);
    const given = stored(first.messages);
    const { messages, report } = await compress(given, { targetRatio: 0.4, originals });
    expect(messages.every((message, index) => message === given[index])).toBe(true);
    expect(messages).toHaveLength(given.length);
    expect(report).toMatchObject({
      kind: 'noop',
      reason: 'already-under-target',
      startedFrom: 'originals',
      originalTokens: first.report.tokensBefore,
      tokensBefore: first.report.tokensAfter,
      tokensAfter: first.report.tokensAfter,
      targetTokens: first.report.targetTokens,
      dropped: {},
      repaired: [],
    });
    expect(report.firstChangedIndex).toBeUndefined();
    expect([originals.list().length, writes]).toEqual([1, 1]);
  });

  test('starts from the messages when an original is missing or redacted', async () => {
    const inner = memoryOriginals();
    const lossy: OriginalsStore = {
      ...inner,
      get: async (key, ids) => (await inner.get(key, ids)).with(0, undefined),
    };
    const redacting = await openOriginals(memoryOriginals(), { session: 's', redact });
    for (const originals of [await open(lossy), redacting]) {
      const first = await compress(session(), { targetTokens: 800, originals });
      const { rounds } = await originals.restore(first.messages);
      const { report } = await compress(first.messages, { targetTokens: 400, originals });
      expect(rounds).toBe(1);
      expect(report.startedFrom).toBeUndefined();
      expect(report.kind).toBe('applied');
    }
  });

  test('starts from the originals of the named conversation', async () => {
    const originals = await open();
    const options = { targetTokens: 400, originals };
    const [a, b] = [session(), [system, ...turns([[50], [50, 40], [50], [50]])]];
    b[4] = { ...b[4], content: `${String(b[4]!['content'])}\n.`.replace('line 1 ', 'line one ') };
    const of = { a: await compress(a, { ...options, conversation: 'a' }) };
    await originals.keep(b, of.a.messages, { conversation: 'b' });
    const again = (conversation: string): Promise<{ readonly messages: Message[] }> =>
      compress(of.a.messages, { targetTokens: 9_000, originals, conversation });
    expect((await again('a')).messages).toEqual(a);
    expect((await again('b')).messages).toEqual(b);
  });
});
