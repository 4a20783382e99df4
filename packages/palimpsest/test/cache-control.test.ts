import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const cacheControl = { type: 'ephemeral' };
const prose = (topic: string): string =>
  Array.from(
    { length: 40 },
    (_, at) =>
      `The ${topic} was opened in the year ${1800 + at} and it has been closed ever since.`,
  ).join(' ');
const text = (said: string, cached = false): object => ({
  type: 'text',
  text: said,
  ...(cached ? { cache_control: cacheControl } : {}),
});

test.each([
  ['its only part', [text(prose('bridge'), true)]],
  ['the first of several parts', [text(prose('bridge'), true), text(prose('gate'))]],
  ['the last of several parts', [text(prose('bridge')), text(prose('gate'), true)]],
])(
  'extractive keeps cache_control of a message it rewrites, where %s has it',
  async (_, content) => {
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: [text(prose('door'), true)] },
      ...Array.from({ length: 12 }, (__, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: [text(`Short ${at}.`)],
      })),
    ];
    const { messages: after, report } = await compress(messages, {
      strategy: 'extractive',
      format: 'anthropic',
      targetRatio: 0.5,
    });
    expect(report.kind).toBe('applied');
    const cached = after.flatMap(({ content: parts }) =>
      (parts as readonly Record<string, unknown>[]).filter(
        (part) => part['cache_control'] !== undefined,
      ),
    );
    expect(cached).toHaveLength(2);
    expect(JSON.stringify(after).length).toBeLessThan(JSON.stringify(messages).length / 2);
  },
);
