import { expect, test } from 'vitest';
import { compress, type Message } from '../src/index.ts';
import { say } from './messages.ts';
import { prose } from './texts.ts';

/** Roles alternate, so that no messages are merged. */
const talk = (length: number): Message[] =>
  Array.from({ length }, (_, number) => {
    return say(prose(number), { role: number % 2 === 0 ? 'user' : 'assistant' });
  });

test.each([
  [{}, 4],
  [{ recencyWindow: 0 }, 0],
  [{ recencyWindow: 3 }, 3],
  [{ recencyWindow: 4 }, 4],
  [{ recencyWindow: 5 }, 5],
  [{ recencyWindow: 2.9 }, 2],
  [{ recencyWindow: -1 }, 0],
  [{ recencyWindow: Number.POSITIVE_INFINITY }, 6],
])('with %o the newest %i of six messages stay', (chosen, kept) => {
  const messages = talk(6);
  const { messages: compressed } = compress(messages, chosen);
  expect(compressed.map((message, index) => message === messages[index])).toEqual(
    messages.map((_, index) => index >= 6 - kept),
  );
});

test.each([
  [3, 3],
  [4, 4],
  [5, 4],
])('of %i messages %i stay by default', (length, kept) => {
  expect(compress(talk(length)).compression.messages_preserved).toBe(kept);
});

test('preserves the roles in preserve, by default system', () => {
  const [user, system] = [say(prose(1)), say(prose(2), { role: 'system' })];
  const old = { recencyWindow: 0 };
  expect(compress([user, system], old).messages[1]).toBe(system);
  const chosen = compress([user, system], { ...old, preserve: ['user'] }).messages;
  expect(chosen[0]).toBe(user);
  expect(chosen[1]!.content).toMatch(/^\[summary: /);
  const all = compress([user, system], { ...old, preserve: [] });
  expect(all.compression.messages_compressed).toBe(2);
});

const tokenCounter = () => 10;

test('compresses from compressionThreshold on, and changes nothing below it', () => {
  const messages = talk(6);
  const at = (compressionThreshold: number) =>
    compress(messages, { compressionThreshold, tokenCounter }).compression.messages_compressed;
  expect([at(59), at(60), at(61)]).toEqual([2, 2, 0]);
});

const code = (line: number) => `\`\`\`ts\nexport const page${line} = ${line};\n\`\`\``;

const split = (number: number) => {
  const fences = Array.from({ length: 60 }, (_, line) => code(line));
  return say([prose(number), ...fences].join('\n\n'));
};

test('leaves the output of an earlier round unchanged, whatever its length', () => {
  const chosen = { recencyWindow: 0, fuzzyDedup: true, fuzzyThreshold: 0.5 };
  const first = compress([split(1)], chosen).messages;
  expect(first[0]!.content).toMatch(/^\[summary: [^\n]+\n\n```ts/);
  const later = compress([...first, split(1)], chosen).messages;
  expect(later[0]).toBe(first[0]);
});
