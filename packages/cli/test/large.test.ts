import { expect, test, vi } from 'vitest';
import { createCommand } from './command.ts';
import { session } from './sessions.ts';

const { run } = createCommand();

test('parses a long conversation once', async () => {
  const text = JSON.stringify(session(90, 3_000));
  const parse = vi.spyOn(JSON, 'parse');
  const { code } = await run(['compress', '-', '-r', '0.5'], { stdin: `${text}\n` });
  const whole = parse.mock.calls.filter(([given]) => given.length >= text.length);
  parse.mockRestore();
  expect([code, whole.length]).toEqual([0, 1]);
});
