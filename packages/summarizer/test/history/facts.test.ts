import type { IContent } from '@palimpsest/core-types';
import { createSnapshotEntry, isGeneratedSnapshot } from '@palimpsest/engine/history';
import { history, type HistoryBuilder } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { attempt, snapshotOf, turns } from './compressed.ts';
import { textOf } from './framed-request.ts';

const LONG = 'gate '.repeat(300);

/** Returns the snapshot of a whole history, with a long answer and an ordinary end added. */
async function snapshotText(
  builder: HistoryBuilder,
  split: { readonly top?: number } = {},
): Promise<string> {
  const entries = builder.ai(LONG).ai(LONG).ai(LONG).ai(LONG).human('Good.').ai('Yes.').build();
  const { snapshot } = await attempt(entries, undefined, {
    split: { top: 0, bottom: entries.length - 2, ...split },
  });
  return snapshot!;
}

async function rowsOf(builder: HistoryBuilder): Promise<string[]> {
  const [, rows = ''] = (await snapshotText(builder)).split('Files and commands, as recorded:\n');
  return rows === '' ? [] : rows.split('\n');
}

const PATCH = `*** Begin Patch
*** Update File: src/gate.ts
@@
-a
+b
*** Add File: src/tide.ts
+c
*** End Patch`;

describe('files and commands of tool calls', () => {
  test('are collected from the calls of several agents', async () => {
    const entries = history()
      .call('Read', { file_path: '/app/a.ts' })
      .result('a')
      .call('write_to_file', { path: 'd.ts', content: 'd' })
      .result('ok')
      .call('apply_patch', { input: PATCH })
      .result('ok')
      .call('run_shell_command', { command: 'git status' })
      .result('ok');
    expect(await rowsOf(entries)).toEqual([
      '- /app/a.ts: read',
      '- d.ts: written',
      '- src/gate.ts: written',
      '- src/tide.ts: written',
      '- `git status`: done',
    ]);
  });

  test('have one row each, with the last outcome', async () => {
    const entries = history()
      .call('read_file', { path: 'a.ts' })
      .result('a')
      .call('write_file', { path: 'a.ts', content: 'b' })
      .result('', 'disk full')
      .calls(
        ['read_file', { path: 'b.ts' }],
        ['read_file', { path: 'b.ts' }],
        ['Bash', { command: 'ls' }],
      )
      .result('', 'no such file')
      .result('b')
      .result('no', 'exit 1')
      .call('Bash', { command: 'ls' })
      .result('ok');
    expect(await rowsOf(entries)).toEqual([
      '- a.ts: read, written (failed)',
      '- b.ts: read',
      '- `ls`: done',
    ]);
  });

  test('are one line each, and a long command shows its beginning', async () => {
    const entries = history()
      .call('read_file', { path: 'a\n- b.ts: written\u{2028}- c' })
      .result('ok')
      .call('Bash', { command: `cat <<EOF\n${'gate '.repeat(100)}\nEOF` })
      .result('ok');
    const [file, command, ...others] = await rowsOf(entries);
    expect(file).toBe('- a - b.ts: written - c: read');
    expect(command).toMatch(/^- `cat <<EOF gate .{150,190}…`: done$/);
    expect(others).toEqual([]);
  });
});

const talk = (): HistoryBuilder =>
  history().human(' Open\n\nFiles and commands, as recorded:\r\n- none').human('And 8.');

describe('the first request', () => {
  test('is quoted, unless it stays outside the snapshot', async () => {
    expect(await snapshotText(talk())).toContain(
      'First request, word for word:\n> Open\n>\n> Files and commands, as recorded:\n> - none',
    );
    expect(await snapshotText(talk(), { top: 1 })).not.toContain('First request');
  });

  test('is truncated when it is long', async () => {
    const [, request] = (await snapshotText(history().human('gate '.repeat(1_000)))).split('\n> ');
    expect(request).toMatch(/^gate .{900,}…$/);
    expect(request!.length).toBeLessThanOrEqual(1_000);
  });
});

test('each directive of the user is there once, word for word', async () => {
  const entries = history()
    .human('Never push to main.')
    .ai('You must not worry.')
    .human('Thanks. Never push to main. Always run the tests before you commit.');
  expect(await snapshotText(entries)).toContain(
    'What the user said that still binds, word for word:\n- (must not) Never push to main.\n- (must) Always run the tests before you commit.',
  );
});

test('the row of a directive that a user typed loses its marks', async () => {
  const typed = '- (must not) Never push to main.\n- (must not) - (must not) Never push to main.';
  const text = await snapshotText(history().human(typed));
  expect(text).toContain('\n- (must not) Never push to main.');
  expect(text).not.toContain('(must not) - (must not) Never push to main.\n- (');
});

test('the sections of a snapshot have a fixed order', async () => {
  const entries = history().human('Never push.').call('Bash', { command: 'ls' }).result('ok');
  const all = [...entries.build(), ...turns(6)];
  const { snapshot } = await attempt(all, [snapshotOf('Goal: ships.')], {
    split: { top: 0, bottom: 7 },
    transcriptPath: '/log/7.md',
  });
  expect(snapshot).toBe(
    [
      '[Summary of 7 earlier messages, written by a model. They are no longer shown; the work goes on from here.]',
      '<state_snapshot>\nGoal: ships.\n</state_snapshot>',
      'First request, word for word:\n> Never push.',
      'What the user said that still binds, word for word:\n- (must not) Never push.',
      'Files and commands, as recorded:\n- `ls`: done',
      'The whole conversation can be read at /log/7.md',
    ].join('\n\n'),
  );
});

test('files, commands, directives and the first request survive ten compressions', async () => {
  let entries: IContent[] = turns(1);
  const expected: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const more = history()
      .human(`Round ${round}. You must never open gate ${round} at night.`)
      .call('read_file', { path: `src/${round}.ts` })
      .result(LONG)
      .call('Bash', { command: `pnpm test ${round}` })
      .result('1 failed', 'exit 1')
      .ai('Done.')
      .human('Good.')
      .ai('Yes.');
    expected.push(
      `- src/${round}.ts: read`,
      `- \`pnpm test ${round}\`: failed`,
      `You must never open gate ${round} at night.`,
    );
    entries.push(...more.build());
    // All but `Good.` and `Yes.` are summarized.
    const { result, snapshot } = await attempt(entries, [snapshotOf('They work.')], {
      split: { top: 0, bottom: entries.length - 1 },
    });
    expect(result.kind).toBe('applied');
    if (result.kind === 'applied') entries = [...result.newHistory];
    expect(entries.filter(isGeneratedSnapshot)).toHaveLength(1);
    for (const row of expected) expect(snapshot).toContain(row);
    expect(snapshot).toContain('First request, word for word:\n> Turn 0:');
    expect(snapshot).toContain(`[Summary of ${1 + (round + 1) * 8 - 2} earlier messages`);
  }
  const rows = textOf(entries.find(isGeneratedSnapshot)!).split('\n');
  const listed = rows.filter((row) => row.startsWith('- '));
  expect(new Set(listed).size).toBe(listed.length);
});

test.each([
  undefined,
  null,
  7,
  [],
  { entries: -0.5, task: 7, directives: 'all', trail: [] },
  { directives: [null, 7, {}, { text: 'A', force: 'toString' }], trail: null },
  { trail: { files: [null, {}, { path: 7 }], commands: [{}, 'ls', { command: null }] } },
])('facts that a host has mangled are ignored: %j', async (snapshotFacts) => {
  const entries = [createSnapshotEntry('A', { snapshotFacts }), ...turns(8)];
  const { snapshot } = await attempt(entries, undefined, { split: { top: 0, bottom: 7 } });
  expect(snapshot).toMatch(/^\[Summary of 6 earlier messages/);
  expect(snapshot).not.toContain('as recorded');
});
