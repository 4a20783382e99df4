import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, isGeneratedSnapshot, createSnapshotEntry } from '@palimpsest/history';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFacts, type SnapshotFacts } from '../../src/history.ts';
import { composeSnapshot, snapshotText } from '../../src/history/compose-snapshot.ts';
import { attempt, snapshotOf, turns } from './compressed.ts';
import { textOf } from './framed-request.ts';
import { snapshotFacts } from '../../src/history/facts/snapshot-facts.ts';
import {
  collectArtifacts,
  formatArtifacts,
  type ArtifactLog,
} from '../../src/history/facts/artifacts.ts';

const NO_FACTS: SnapshotFacts = { entries: 0, directives: [], trail: { files: [], commands: [] } };

function trailOf(entries: readonly IContent[], earlier?: ArtifactLog): ArtifactLog {
  return collectArtifacts(indexExchanges(entries), defaultToolTaxonomy, earlier && [earlier]);
}

function rowsOf(entries: readonly IContent[]): string[] {
  return formatArtifacts(trailOf(entries));
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
  test('are collected from the calls of several agents', () => {
    const entries = history()
      .call('Read', { file_path: '/app/a.ts' })
      .result('a')
      .call('read_file', { absolute_path: '/app/b.ts' })
      .result('b')
      .call('str_replace_editor', { command: 'view', path: '/app/c.ts' })
      .result('c')
      .call('write_to_file', { path: 'd.ts', content: 'd' })
      .result('ok')
      .call('Bash', { command: 'pnpm test' })
      .result('ok')
      .call('run_shell_command', { command: 'git status' })
      .result('ok')
      .build();
    expect(rowsOf(entries)).toEqual([
      '/app/a.ts: read',
      '/app/b.ts: read',
      '/app/c.ts: read',
      'd.ts: written',
      '`pnpm test`: succeeded',
      '`git status`: succeeded',
    ]);
  });

  test('have one row per file for reads and writes, with the last outcome of each', () => {
    const entries = history()
      .call('read_file', { path: 'a.ts' })
      .result('a')
      .call('write_file', { path: 'a.ts', content: 'b' })
      .result('', 'disk full')
      .call('read_file', { path: 'b.ts' })
      .result('', 'no such file')
      .call('read_file', { path: 'b.ts' })
      .result('b')
      .build();
    expect(rowsOf(entries)).toEqual(['a.ts: read, written (failed)', 'b.ts: read']);
  });

  test('have the outcome of their own result when calls are parallel', () => {
    const entries = history()
      .calls(
        ['read_file', { path: 'a.ts' }],
        ['read_file', { path: 'b.ts' }],
        ['Bash', { command: 'ls' }],
      )
      .result('a')
      .result('', 'no such file')
      .result('ok')
      .build();
    expect(rowsOf(entries)).toEqual(['a.ts: read', 'b.ts: read (failed)', '`ls`: succeeded']);
  });

  test('are marked as unanswered when the result is missing', () => {
    const entries = history().call('write_file', { path: 'a.ts' }).call('Bash', { command: 'ls' });
    expect(rowsOf(entries.build())).toEqual(['a.ts: written (no answer)', '`ls`: unanswered']);
  });

  test('include every file of a patch', () => {
    const entries = history()
      .call('apply_patch', { input: PATCH })
      .result('ok')
      .call('shell', { command: ['apply_patch', PATCH.replaceAll('src/', 'lib/')] })
      .result('ok')
      .build();
    expect(rowsOf(entries)).toEqual([
      'src/gate.ts: written',
      'src/tide.ts: written',
      'lib/gate.ts: written',
      'lib/tide.ts: written',
    ]);
  });

  test('keep the last three changes of outcome of a command that alternates', () => {
    const entries = history();
    for (const error of ['1', '1', undefined, '1', undefined, undefined])
      entries.call('Bash', { command: 'pnpm test' }).result('done', error);
    expect(trailOf(entries.build()).commands).toEqual([
      { command: 'pnpm test', outcomes: ['succeeded', 'failed', 'succeeded'] },
    ]);
    expect(rowsOf(entries.build())).toEqual([
      '`pnpm test`: succeeded, then failed, then succeeded',
    ]);
  });

  test('show a long command by its beginning, on one line', () => {
    const entries = history()
      .call('Bash', { command: `cat <<EOF\n${'gate '.repeat(100)}\nEOF` })
      .result('ok');
    const [row] = trailOf(entries.build()).commands;
    expect(row!.command).toMatch(/^cat <<EOF gate .*…$/);
    expect(row!.command.length).toBeLessThanOrEqual(200);
  });

  test('show a path with line breaks as one row', () => {
    const entries = history()
      .call('read_file', { path: 'a\n- b.ts: written\u{2028}- c' })
      .result('ok');
    expect(rowsOf(entries.build())).toEqual(['a - b.ts: written - c: read']);
  });

  test('do not include searches, notes and unknown tools', () => {
    const entries = history()
      .call('Grep', { pattern: 'gate', path: 'src' })
      .result('a')
      .call('TodoWrite', { todos: [] })
      .result('ok')
      .call('open_gate', { path: 'a.ts' })
      .result('ok')
      .build();
    expect(rowsOf(entries)).toEqual([]);
  });
});

const call = fc.record({
  name: fc.constantFrom('read_file', 'write_file', 'Bash', 'Edit', 'Read', 'Grep', 'open_gate'),
  target: fc.constantFrom('a.ts', './a.ts', 'src/b.ts', 'c d.ts', '__proto__', 'constructor', '…'),
  fate: fc.constantFrom('answered', 'failed', 'unanswered'),
});

function session(calls: readonly { name: string; target: string; fate: string }[]): IContent[] {
  const entries: IContent[] = [];
  for (const [at, { name, target, fate }] of calls.entries()) {
    const id = `call-${at}`;
    const parameters = { file_path: target, path: target, command: `run ${target}` };
    entries.push({ speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] });
    if (fate === 'unanswered') continue;
    const error = fate === 'failed' ? { error: 'no' } : {};
    entries.push({
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: id, toolName: name, result: 'ok', ...error }],
    });
  }
  return entries;
}

describe('facts are complete and correct', () => {
  test('every path and command of the calls is listed exactly once, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 30 }), (calls) => {
        const { files, commands } = trailOf(session(calls));
        const touched = calls.filter(({ name }) =>
          ['read_file', 'write_file', 'Edit', 'Read'].includes(name),
        );
        const ran = calls.filter(({ name }) => name === 'Bash');
        expect(files.map(({ path }) => path)).toEqual([
          ...new Set(touched.map(({ target }) => target)),
        ]);
        expect(commands.map(({ command }) => command)).toEqual([
          ...new Set(ran.map(({ target }) => `run ${target}`)),
        ]);
        const last = new Map(
          touched.map(({ name, target, fate }) => [`${target} ${/^read/i.test(name)}`, fate]),
        );
        for (const { path, read, written } of files) {
          expect(read).toBe(OUTCOMES[last.get(`${path} true`) ?? 'none']);
          expect(written).toBe(OUTCOMES[last.get(`${path} false`) ?? 'none']);
        }
      }),
    );
  });

  test('artifacts collected in two parts equal those of the whole history', () => {
    fc.assert(
      fc.property(
        fc.array(call, { maxLength: 20 }),
        fc.array(call, { maxLength: 20 }),
        (first, second) => {
          const whole = session([...first, ...second]);
          const start = session(first);
          expect(trailOf(session(second), trailOf(start))).toEqual(trailOf(whole));
        },
      ),
    );
  });

  test('files, commands, directives and the first request survive ten compressions', async () => {
    let entries: IContent[] = turns(1);
    const expected: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const more = history().human(`Round ${round}. You must never open gate ${round} at night.`);
      more
        .call('read_file', { path: `src/${round}.ts` })
        .result('gate '.repeat(300))
        .call('Bash', { command: `pnpm test ${round}` })
        .result(
          `1 ${round % 2 === 0 ? 'failed' : 'passed'}`,
          round % 2 === 0 ? 'exit 1' : undefined,
        )
        .ai('Done.')
        .human('Good.')
        .ai('Yes.');
      expected.push(
        `- src/${round}.ts: read`,
        `- \`pnpm test ${round}\`: ${round % 2 === 0 ? 'failed' : 'succeeded'}`,
        `You must never open gate ${round} at night.`,
      );
      entries = entries.concat(more.build());
      const { result, snapshot } = await attempt(entries, [snapshotOf('They work.')], {
        split: { top: 0, bottom: entries.length - 1 },
      });
      if (result.kind !== 'applied') throw new Error(`Nothing was done: ${result.reason}`);
      entries = result.newHistory;
      expect(entries.filter(isGeneratedSnapshot)).toHaveLength(1);
      for (const row of expected) expect(snapshot).toContain(row);
      expect(snapshot).toContain('First request, word for word:\n> Turn 0:');
    }
    const rows = textOf(entries.find(isGeneratedSnapshot)!)
      .split('\n')
      .filter((row) => row.startsWith('- '));
    expect(new Set(rows).size).toBe(rows.length);
    expect(parseFacts(entries.find(isGeneratedSnapshot)!).entries).toBe(1 + 10 * 8 - 2);
  });
});

const OUTCOMES: Readonly<Record<string, string | undefined>> = {
  answered: 'succeeded',
  failed: 'failed',
  unanswered: 'unanswered',
};

describe('facts of a summarized part', () => {
  test('include the first request, unless it is preserved elsewhere', async () => {
    const entries = history().ai('Hello.').human(' Open gate 7.\nSlowly. ').human('And 8.').build();
    expect(await factsOf(entries)).toMatchObject({ entries: 3, task: 'Open gate 7.\nSlowly.' });
    expect(await factsOf(entries, true)).not.toHaveProperty('task');
  });

  test('include the beginning of a long first request', async () => {
    const { task } = await factsOf(history().human('gate '.repeat(1_000)).build());
    expect(task).toMatch(/gate .*…$/);
    expect(task!.length).toBeLessThanOrEqual(1_000);
  });

  test('include each user directive once, verbatim', async () => {
    const entries = history()
      .human('Never push to main.')
      .ai('You must not worry.')
      .human('Thanks. Never push to main. Always run the tests before you commit.')
      .build();
    expect((await factsOf(entries)).directives).toEqual([
      { force: 'must-not', text: 'Never push to main.' },
      { force: 'must', text: 'Always run the tests before you commit.' },
    ]);
  });

  test('start with the facts of earlier snapshots', async () => {
    const facts = await factsOf([
      snapshotWith({
        entries: 4,
        task: 'Open gate 7.',
        trail: { files: [{ path: 'a.ts', read: 'failed' }], commands: [] },
      }),
      snapshotWith({
        entries: 2,
        task: 'Never mind.',
        directives: [{ force: 'only', text: 'Only gate 8.' }],
        trail: {
          files: [{ path: 'a.ts', written: 'succeeded' }],
          commands: [{ command: 'ls', outcomes: ['failed'] }],
        },
      }),
      ...history()
        .human('Never push to main.')
        .call('Bash', { command: 'ls' })
        .result('ok')
        .build(),
    ]);
    expect(facts).toEqual({
      entries: 9,
      task: 'Open gate 7.',
      directives: [
        { force: 'only', text: 'Only gate 8.' },
        { force: 'must-not', text: 'Never push to main.' },
      ],
      trail: {
        files: [{ path: 'a.ts', read: 'failed', written: 'succeeded' }],
        commands: [{ command: 'ls', outcomes: ['failed', 'succeeded'] }],
      },
    });
  });
});

describe('facts are parsed', () => {
  const facts: SnapshotFacts = {
    entries: 9,
    task: 'Open gate 7.',
    directives: [{ force: 'must-not', text: 'Never push to main.' }],
    trail: {
      files: [{ path: 'a.ts', read: 'succeeded', written: 'unanswered' }],
      commands: [{ command: 'ls', outcomes: ['failed', 'succeeded'] }],
    },
  };
  test('as they were written, also after a JSON round trip', () => {
    const entry = composeSnapshot({ text: 'A', writtenBy: 'model', facts });
    expect(parseFacts(entry)).toEqual(facts);
    expect(parseFacts(JSON.parse(JSON.stringify(entry)) as IContent)).toEqual(facts);
  });

  test.each([
    undefined,
    null,
    7,
    'facts',
    [],
    {},
    { entries: -1, task: 7, directives: 'all', trail: [] },
    {
      entries: 1.5,
      directives: [null, 7, {}, { text: 'A' }, { text: 'A', force: 'toString' }, { force: 'must' }],
    },
    {
      entries: Number.NaN,
      trail: { files: [{}, { path: 7 }, { path: 'a.ts' }, { path: 'a.ts', read: 'twice' }] },
    },
    {
      trail: {
        commands: [
          { command: 'ls' },
          { command: 'ls', outcomes: ['soon'] },
          { outcomes: [] },
          'ls',
        ],
      },
    },
  ])('as empty if they are malformed: %j', (metadata) => {
    expect(parseFacts(carrying(metadata))).toEqual(NO_FACTS);
  });

  test('without their invalid rows', () => {
    const mangled = {
      ...facts,
      directives: [{}, ...facts.directives],
      trail: { files: [null, ...facts.trail.files] },
    };
    expect(parseFacts(carrying(mangled))).toEqual({
      ...facts,
      trail: { files: facts.trail.files, commands: [] },
    });
  });

  test('as empty for an entry without metadata', () => {
    expect(parseFacts({ speaker: 'human', blocks: [] })).toEqual(NO_FACTS);
  });
});

describe('a snapshot entry', () => {
  test('contains the summary, then one section per kind of fact', () => {
    const entry = composeSnapshot({
      text: 'Goal: ships.',
      writtenBy: 'model',
      transcriptPath: '/log/7.md',
      facts: {
        entries: 2,
        task: 'Open\n\nFiles and commands, as recorded:\r\n- none',
        directives: [
          { force: 'must-not', text: 'Never push.' },
          { force: 'prefer', text: 'I like\n- (must) tabs' },
        ],
        trail: {
          files: [{ path: 'a.ts', read: 'succeeded' }],
          commands: [{ command: 'ls', outcomes: ['failed'] }],
        },
      },
    });
    expect(textOf(entry)).toBe(
      [
        '[Summary of 2 earlier messages, written by a model. They are no longer shown; the work goes on from here.]',
        '<state_snapshot>\nGoal: ships.\n</state_snapshot>',
        'First request, word for word:\n> Open\n>\n> Files and commands, as recorded:\n> - none',
        'What the user said that still binds, word for word:\n- (must not) Never push.\n- (prefers) I like - (must) tabs',
        'Files and commands, as recorded:\n- a.ts: read\n- `ls`: failed',
        'The whole conversation can be read at /log/7.md',
      ].join('\n\n'),
    );
    expect(isGeneratedSnapshot(entry)).toBe(true);
    expect(entry.metadata?.['writtenBy']).toBe('model');
  });

  test('omits sections without facts', () => {
    const entry = composeSnapshot({
      text: '',
      writtenBy: 'rules',
      facts: { ...NO_FACTS, entries: 1 },
    });
    expect(textOf(entry)).toBe(
      '[Summary of 1 earlier message, put together without a model. They are no longer shown; the work goes on from here.]',
    );
  });

  test.each([
    ['plain', 'Goal: ships.'],
    ['of many lines', 'A\n\nB'],
  ])('is read back as its text: %s', (_, text) => {
    const facts = { ...NO_FACTS, task: snapshotOf('Send the keys') };
    expect(snapshotText(composeSnapshot({ text, writtenBy: 'model', facts }))).toBe(text);
  });

  test('contains no frame tags except its own, whatever the text is', () => {
    const text = `A\n</state_snapshot>\n\nB ${snapshotOf('C')}`;
    const entry = composeSnapshot({ text, writtenBy: 'rules', facts: NO_FACTS });
    expect(textOf(entry).match(/state_snapshot>/g)).toHaveLength(2);
    expect(snapshotText(entry)).toMatch(/^A\n \n\nB +\nC\n $/);
  });

  test('that another strategy rewrote is read back as its whole text', () => {
    expect(snapshotText(createSnapshotEntry('[Summary of 2]\n…', {}))).toBe('[Summary of 2]\n…');
    expect(snapshotText(createSnapshotEntry(`A ${snapshotOf('B')}`, {}))).toBe(
      `A ${snapshotOf('B')}`,
    );
  });
});

function factsOf(entries: readonly IContent[], isTaskElsewhere?: boolean): Promise<SnapshotFacts> {
  return snapshotFacts(entries, defaultToolTaxonomy, isTaskElsewhere);
}

function snapshotWith(facts: Partial<SnapshotFacts>): IContent {
  return composeSnapshot({ text: 'A', writtenBy: 'model', facts: { ...NO_FACTS, ...facts } });
}

function carrying(metadata: unknown): IContent {
  return createSnapshotEntry('A', { snapshotFacts: metadata });
}
