import { expect, test, vi } from 'vitest';
import { createCommand } from './command.ts';
import { session } from './sessions.ts';

const { run } = createCommand();

/** Longer than the texts that are kept beside their messages. */
const messages = session(90, 3_000);
const text = JSON.stringify(messages).replace(
  '"You are careful."',
  String.raw`"You are c\u0061reful."`,
);

test('parses a conversation once', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const { code } = await run(['compress', '-', '-r', '0.5'], { stdin: `${text}\n` });
  const whole = parse.mock.calls.filter(([given]) => given.length >= text.length);
  parse.mockRestore();
  expect([code, whole.length]).toEqual([0, 1]);
});

test.each(['', '\n', '\r\n'])(
  'keeps the characters of a long conversation, ending in %j',
  async (end) => {
    expect(text.length).toBeGreaterThan(2_000_000);
    const same = await run(
      ['compress', '-', '-r', '0.999', '-s', 'top-down-truncation', '--keep', 'line'],
      {
        stdin: text + end,
      },
    );
    expect(same.stdout === text + end).toBe(true);
    const { stdout } = await run(['compress', '-', '-r', '0.5'], { stdin: text + end });
    expect(stdout.slice(0, 60)).toBe(text.slice(0, 60));
    expect(stdout.endsWith(text.slice(-1_000) + end)).toBe(true);
    expect(stdout.length).toBeLessThan(text.length * 0.6);
  },
);
