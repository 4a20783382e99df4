import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { session } from './sessions.ts';

const { run } = createCommand();

/** C1 controls, a delete, overrides of the direction, and a separator of lines. */
const UNSAFE =
  '\u{9B}31m \u{85}\u{9F}\u{7F} \u{202E}abc\u{202C} \u{2066}x\u{2069} \u{200F}\u{2028}';
const UNSAFE_CHARACTER =
  // oxlint-disable-next-line no-control-regex -- they are searched for
  /[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}\u{200F}\u{2028}-\u{202E}\u{2066}-\u{2069}]/u;

const [first, ...rest] = session();
const messages = [{ ...(first as object), content: `Read ${UNSAFE}.ts` }, ...rest];
const stdin = JSON.stringify({ id: UNSAFE, messages });

test.each([
  ['compress', ['compress', '-', '-r', '0.5', '--out', '-', '--report', 'json']],
  ['restore', ['restore', '-', '--originals', '.', '--out', '-', '--report', 'json']],
  ['inspect --json', ['inspect', '-', '--json']],
])('%s escapes unsafe characters in JSON on a terminal, and nowhere else', async (_, argv) => {
  const shown = await run(argv, { stdin, isTerminal: true, env: { NO_COLOR: '1' } });
  const piped = await run(argv, { stdin });
  expect([shown.code, piped.code]).toEqual([0, 0]);
  expect(piped.stdout + piped.stderr).toMatch(UNSAFE_CHARACTER);
  expect(shown.stdout).not.toMatch(UNSAFE_CHARACTER);
  expect(shown.stderr).not.toMatch(UNSAFE_CHARACTER);
  expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(piped.stdout));
});

test('a bad line that is copied cannot control a terminal either', async () => {
  const lines = `${JSON.stringify({ messages })}\n\u{1B}[2J\u{9B}2J\n`;
  const argv = ['compress', '-', '-r', '0.5', '--skip-bad', '--out', '-', '--report', 'none'];
  const shown = await run(argv, { stdin: lines, isTerminal: true });
  expect(shown.code).toBe(0);
  expect(shown.stdout).not.toMatch(UNSAFE_CHARACTER);
  expect((await run(argv, { stdin: lines })).stdout).toContain('\u{1B}[2J\u{9B}2J');
});
