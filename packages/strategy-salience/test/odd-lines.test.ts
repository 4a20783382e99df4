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

const FAILED = '--- FAIL: TestGate_Opens (0.06s)';
const REASON = '    gate_test.go:130: gate.Width = 10, want 5 (metres of the gate)';

test.each([
  ['after', [FAILED, REASON]],
  ['before', [REASON, FAILED]],
])(
  'the reason of a failed Go test stays %s its name, also if a later run passes',
  async (_, of) => {
    const log = linesOf('check', 3000).split('\n');
    log.splice(20, 0, '[test] ERROR task failed');
    log.splice(140, 0, ...of);
    const run = { command: 'mise run test' };
    const before = history()
      .human('Run the tests.')
      .call('run_shell_command', run)
      .result(`${log.join('\n')}\nFAIL\nFAIL\tharbour/gate\t2.653s\nFAIL`)
      .call('run_shell_command', run)
      .result('ok  \tharbour/gate\t2.1s')
      .ai('They pass.')
      .human('And now?')
      .ai('Done.')
      .build();
    for (const ratio of [0.4, 0.1]) {
      const record = recordOf(await compressed(before, { ratio }));
      expect(record).toContain(FAILED);
      expect(record).toContain(REASON.trim());
    }
  },
);
