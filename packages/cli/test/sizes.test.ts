import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

const stdin = JSON.stringify(
  Array.from({ length: 60 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Gate ${at}. ${`It was slow on day ${at}. `.repeat(30)}`,
  })),
);
const argv = ['compress', '-', '-s', 'top-down-truncation', '--report', 'json'];

async function targetOf(...options: readonly string[]): Promise<unknown> {
  const { code, stderr } = await run([...argv, ...options], { stdin });
  return code === 0 ? (JSON.parse(stderr) as { targetTokens: number }).targetTokens : stderr;
}

test.each([
  ['-t', '4k', 4_000],
  ['-t', '0.004M', 4_000],
  ['-t', '4_000', 4_000],
  ...['k', '1.5', '-2k', '20 k', '0.0001k'].map((text) => ['-t', text, /a whole number of at/]),
  ...['0%', '130%', '0x1%', 'half'].map((text) => ['-r', text, /a number greater than 0/]),
] as [string, string, number | RegExp][])('%s %j is %s', async (option, text, expected) => {
  const target = await targetOf(option, text);
  expect(String(target)).toMatch(
    expected instanceof RegExp ? expected : new RegExp(`^${expected}$`),
  );
});

test.each(['30%', '30 %', '.3'])('-r %j is three tenths', async (text) => {
  expect(await targetOf('-r', text)).toBe(await targetOf('-r', '0.3'));
});

test('--tokenizer counts exactly, and refuses an unknown name', async () => {
  const tokensBefore = async (name: string): Promise<number> => {
    const { stderr } = await run([...argv, '-r', '30%', '--tokenizer', name], { stdin });
    return (JSON.parse(stderr) as { tokensBefore: number }).tokensBefore;
  };
  const [estimated, exact] = [await tokensBefore('estimate'), await tokensBefore('o200k')];
  expect(exact).not.toBe(estimated);
  expect(exact / estimated).toBeCloseTo(1, 0);
  const { code, stderr } = await run([...argv, '--tokenizer', 'o201k'], { stdin });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('o200k') });
});
