import type { ContentBlock, IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getCodec } from '../src/index.ts';
import { anyHistory } from './arbitrary-history.ts';
import { messagesOf } from './arbitrary-messages.ts';
import { plain } from './expect-history.ts';

const names = [
  'openai',
  'openai-responses',
  'openai-agents',
  'anthropic',
  'gemini',
  'genkit',
  'pi',
  'icontent',
  'ai-sdk',
  'langchain',
] as const;

/** Formats whose entries may consist of several messages. */
const SPREAD = new Set<string>(['openai-responses', 'openai-agents']);

describe.each(names)('%s', (name) => {
  const codec = getCodec(name);
  const messages: fc.Arbitrary<object[]> = messagesOf[name];

  test('returns unchanged messages as the same objects, and mutates nothing', () => {
    fc.assert(
      fc.property(messages, (given) => {
        const written = codec.encode(codec.decode(freeze(given)));
        expect(written.length).toBe(given.length);
        for (const [index, message] of written.entries()) expect(message).toBe(given[index]);
      }),
    );
  });

  test('copies of entries encode to equal messages', () => {
    fc.assert(
      fc.property(messages, (given) => {
        const history = codec.decode(given);
        expect(codec.encode(structuredClone(history))).toEqual(given);
        expect(codec.encode(history.map(copy))).toEqual(given);
      }),
    );
  });

  test.runIf(SPREAD.has(name))('removing an entry removes its messages and no others', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (given, at) => {
        const history = codec.decode(given);
        fc.pre(history.length > 0);
        const removed = history[at % history.length]!;
        const own = new Set(codec.encode([removed]));
        const rest = codec.encode(history.filter((entry) => entry !== removed));
        const others = given.filter((message) => !own.has(message));
        expect(rest.length).toBe(others.length);
        for (const [index, message] of rest.entries()) expect(message).toBe(others[index]);
      }),
    );
  });

  test.skipIf(SPREAD.has(name))('removing an entry changes only its message', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (given, at) => {
        const history = codec.decode(given);
        fc.pre(history.length > 0);
        const removed = at % history.length;
        const owner = given.flatMap((message, index) => codec.decode([message]).map(() => index));
        const written = codec.encode(history.filter((_, index) => index !== removed));
        const others = given.filter((_, index) => index !== owner[removed]);
        expect(written.filter((message) => given.some((own) => own === message))).toEqual(others);
        const isAlone = owner.filter((index) => index === owner[removed]).length === 1;
        expect(written.length).toBe(isAlone ? given.length - 1 : given.length);
      }),
    );
  });

  test('writes an edited block, and keeps every other message the same object', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (given, at) => {
        const history = codec.decode(given);
        const places = history.flatMap(({ blocks }, entry) =>
          blocks.flatMap((block, index) => (isEditable(block) ? [{ entry, index }] : [])),
        );
        const place = places[at % Math.max(places.length, 1)];
        fc.pre(place !== undefined);
        const edited = history.map((entry, index) =>
          index === place.entry
            ? {
                ...entry,
                blocks: entry.blocks.map((block, own) =>
                  own === place.index ? edit(block) : block,
                ),
              }
            : entry,
        );
        const written = codec.encode(edited);
        expect(written.length).toBe(given.length);
        expect(written.filter((message, index) => message !== given[index]).length).toBe(1);
        expect(plain(codec.decode(written))).toEqual(plain(edited));
      }),
    );
  });

  test('keeps any history that all formats can represent, also with native objects of another format', () => {
    fc.assert(
      fc.property(anyHistory, fc.constantFrom(...names), (history, origin) => {
        expect(plain(codec.decode(codec.encode(freeze(history))))).toEqual(history);
        const other = getCodec(origin);
        const travelled = other.decode(other.encode(history));
        expect(plain(codec.decode(codec.encode(travelled)))).toEqual(history);
      }),
    );
  });
});

function isEditable({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'tool_response';
}

function edit(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { ...block, text: `${block.text}…` };
  if (block.type !== 'tool_response') return block;
  const { error: _error, isError: _flag, ...rest } = block;
  return { ...rest, result: 'shortened' };
}

function copy(entry: IContent): IContent {
  return { ...entry, blocks: entry.blocks.map((block) => ({ ...block })) };
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
