import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import { unitText } from '../../src/reading/parsed-text.ts';
import { routineUnits } from '../../src/reading/routine-lines.ts';
import { compressed, recordOf } from '../compressed.ts';

/** Returns the lines of a text that are not routine. */
function otherLines(text: string, isCommand = true): string[] {
  const parsed = createTextParser().parseLines(text);
  const routine = routineUnits(parsed, isCommand);
  return Array.from({ length: parsed.count }, (_, unit) => unit)
    .filter((unit) => !routine.has(unit))
    .map((unit) => unitText(parsed, unit));
}

const DIFF = [
  'diff --git a/src/gate.go b/src/gate.go',
  'index 215388d..97f3614 100644',
  '--- a/src/gate.go',
  '+++ b/src/gate.go',
  '@@ -40,7 +40,7 @@ func open() error {',
  ' \tlogging.Debug("opens the gate of the harbour")',
  '-\treturn openGate()',
  '+\treturn openHarbourGate()',
  ' }',
  '\\ No newline at end of file',
];

test('hashes and unchanged lines of a diff are routine, also without a command', () => {
  const expected = [...DIFF.slice(0, 1), ...DIFF.slice(2, 5), ...DIFF.slice(6, 8), DIFF[9]];
  expect(otherLines(DIFF.join('\n'))).toEqual(expected);
  expect(otherLines(DIFF.join('\n'), false)).toEqual(expected);
  expect(otherLines('  12→index 215388d..97f3614 100644\n  13→--- a/gate')).toHaveLength(1);
});

test('what a host counts is routine, and lines of a program that look alike are not', () => {
  const usage = '<usage>total_tokens: 57390\ntool_uses: 31\nduration_ms: 113164</usage>';
  const id = 'agentId: a6c842d (for resuming this agent)';
  expect(otherLines(`The gate is open.\n${id}\n${usage}`)).toEqual(['The gate is open.']);
  const lines = ['total_tokens: 57390', 'agentId: a6c842d', 'index 7..12 of the harbour'];
  expect(otherLines(lines.join('\n'))).toEqual(lines);
});

test('of a diff, changed lines stay before hashes and unchanged ones', async () => {
  const changes = Array.from({ length: 60 }, (_, at) =>
    DIFF.join('\n').replaceAll(/(?<=Gate|gate|2153|97f3)(?=\W|614|88d)/g, `${at + 10}`),
  );
  const before = history()
    .human('Look at the change.')
    .call('run_shell_command', { command: 'git diff' })
    .result(changes.join('\n'))
    .ai('I see.')
    .human('And now?')
    .ai('Done.')
    .build();
  const record = recordOf(await compressed(before, { ratio: 0.3 }));
  expect(record).toMatch(/openHarbourGate\d/);
  expect(record).not.toMatch(/^ ?index/m);
  expect(record).not.toContain('logging.Debug');
});
