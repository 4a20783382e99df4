import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, recordOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const LINES = linesOf('check', 300).split('\n');

/** Returns a session in which one line of a log differs, and much else follows it. */
function sessionWith(line: string): ReturnType<ReturnType<typeof history>['build']> {
  return history()
    .human('Look at the log.')
    .call('run_shell_command', { command: 'kubectl logs harbour' })
    .result(LINES.with(140, line).join('\n'))
    .ai('I see.')
    .human('And now?')
    .ai('Done.')
    .build();
}

test.each([
  '2026-11-23 10:12:01 ERROR the crane of hall 7 is stuck',
  'gate-7f9c   0/1   CrashLoopBackOff   12   3h',
  '  ✗ opens the gate at noon',
  'harbour.TariffException: no tariff for gate 9',
  'GET /gates/7 status=503 in 12 ms',
  'Segmentation fault (core dumped)',
  'job gate-77 was killed',
])(
  'of 300 lines of a log, the one that differs in kind stays at every target: %s',
  async (line) => {
    for (const ratio of [0.8, 0.4, 0.1]) {
      expect(recordOf(await compressed(sessionWith(line), { ratio }))).toContain(line.trim());
    }
  },
);

test('lines that most of a log has in common are no odd ones', async () => {
  const errors = LINES.map((line, at) => `ERROR ${line} of ${at}`).join('\n');
  const before = history()
    .human('Look at the log.')
    .call('run_shell_command', { command: 'kubectl logs harbour' })
    .result(errors)
    .ai('I see.')
    .human('And now?')
    .ai('Done.')
    .build();
  const record = recordOf(await compressed(before, { ratio: 0.1 }));
  expect(record.match(/ERROR/g)?.length ?? 0).toBeLessThan(60);
});
