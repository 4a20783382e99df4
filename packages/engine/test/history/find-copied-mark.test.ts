import { type IContent, type ToolKind, type ToolTaxonomy } from '@palimpsest/core-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecordEntry, findCopiedMark, writeRecord } from '../../src/history/index.ts';
import { HEAD, LEGITIMATE, MARKS, RECORD, WRITES } from './copied-marks.ts';

const KINDS: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  Grep: 'search',
  WebFetch: 'fetch',
  Write: 'write',
  Edit: 'write',
  Bash: 'run',
};

const taxonomy: ToolTaxonomy = {
  describe(name) {
    const kind = KINDS[name] ?? 'other';
    const hasSideEffects = kind === 'write' || kind === 'run' || kind === 'other';
    return { kind, hasSideEffects, paths: [], hasGlob: false };
  },
  hasFailed: () => false,
};

const find = (
  [name, parameters]: readonly [string, unknown],
  history: readonly IContent[] = [],
): string | undefined => findCopiedMark({ name, parameters }, { taxonomy, history })?.message;

const said = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const came = (result: unknown, more: object = {}): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: 'c', toolName: 'Read', result, ...more }],
});

describe.each(MARKS)('a call that copies %j', (mark) => {
  test('is stopped, wherever a tool writes it', () => {
    for (const write of WRITES) {
      for (const text of [mark, `const a = 1;\n${mark}\n\treturn a;\n`, `a\r\n${mark}\r\nb`]) {
        expect([write(text), find(write(text))]).toEqual([
          write(text),
          expect.stringContaining('The call did not run.'),
        ]);
      }
    }
  });

  test('is stopped where only the agent and what a compression wrote have it', () => {
    const call = WRITES[0]!(`a\n${mark}\nb`);
    const own: IContent = {
      speaker: 'ai',
      blocks: [
        { type: 'text', text: mark },
        { type: 'tool_call', id: 'c', name: call[0], parameters: call[1] },
      ],
    };
    const history = [
      createRecordEntry(writeRecord([{ kind: 'step', title: 'Read a:', lines: mark.split('\n') }])),
      said(`Environment.\n\n${RECORD}`),
      own,
      came(`#1a2b3c4d\na\n${mark}\nb`),
      came(find(call), { isError: true }),
      came(find(call)),
    ];
    expect(find(call, history)).toBe(find(call));
  });
});

test('a mark that a tool shows with line numbers, in a diff or in JSON is content', () => {
  const call = WRITES[0]!('a\n…12\nb');
  const shown = ['    7→…12', '7\t…12', '7: …12', '7…12', 'docs/a.md:7:…12', '+…12', '-…12'];
  for (const line of shown) expect(find(call, [came(`1\n${line}\n3`)])).toBeUndefined();
  expect(find(call, [came({ lines: ['a\n…12'] })])).toBeUndefined();
  expect(find(call, [came('{"text":"a\\n…12\\nb"}')])).toBeUndefined();
  expect(
    find(call, [
      came([
        { type: 'text', text: '…12' },
        { type: 'text', text: '\n…12\nb' },
      ]),
    ]),
  ).toBeUndefined();
});

test('other text with the same characters does not make a mark content', () => {
  const call = WRITES[0]!('a\n…12\nb');
  for (const text of ['and so on …12', '…123', '…1', 'a …12 b', '…12 items follow']) {
    expect(find(call, [came(text), said(text)])).toBeDefined();
  }
});

test('text that a compression wrote, or that a failed tool repeats, is not content', () => {
  const call = WRITES[0]!('a\n…12\nb');
  const summary: IContent = { ...said('a\n…12\nb'), metadata: { synthetic: true } };
  const failed = [came('Not found:\n…12', { isError: true }), came('…12\n', { error: 'failed' })];
  expect(find(call, [summary, ...failed, came('…12'), said('…12')])).toBeDefined();
});

test('calls that only read pass, and so does what an edit looks for', () => {
  for (const mark of MARKS) {
    expect(find(['Read', { file_path: mark }])).toBeUndefined();
    expect(find(['Grep', { pattern: mark }])).toBeUndefined();
    expect(find(['WebFetch', { url: 'https://a.example', prompt: mark }])).toBeUndefined();
    expect(find(['Edit', { file_path: 'a', old_string: mark, new_string: 'a' }])).toBeUndefined();
  }
});

test.each(LEGITIMATE)('passes %s', (_what, call) => {
  expect(find(call)).toBeUndefined();
});

/** A document with a whole record and all other marks. */
const document = `# Marks\n\n${MARKS.join('\n\n')}\n`;

test('passes a document about this project that a tool showed', () => {
  const call = WRITES[0]!(document.replace('# Marks', '# Signs'));
  expect(find(call, [came(document)])).toBeUndefined();
});

test('passes marks of a user message, unless it has a whole record: a host may have written that', () => {
  expect(find(WRITES[0]!(document), [said(document)])).toBeDefined();
  const withoutRecord = document.replace(HEAD, '');
  expect(find(WRITES[0]!(withoutRecord), [said(withoutRecord)])).toBeUndefined();
});

test('says which mark, what it stands for, and what to do', () => {
  expect(find(['Write', { file_path: 'a.ts', content: 'a\n#1a2b3c4d …12\nb' }])).toBe(
    'The call did not run. It contains a mark from the shortened part of this conversation: (#1a2b3c4d …12). The mark stands for text that was left out there; written anywhere, it would replace that text. Read the file again, then call Write again with the whole text.',
  );
  const call = { name: 'Write', parameters: { content: '…12' } };
  expect(findCopiedMark(call, { taxonomy, history: [], canRecall: true })).toEqual({
    mark: '…12',
    message: expect.stringContaining('Read the file or recall the original, then call Write'),
  });
});

test('any text around a mark changes nothing, and text without one passes', () => {
  // Marks begin with `…`, `[`, `<` or `•`: no other line may hold one by chance.
  const line = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((text) => !/[…[<•]/.test(text));
  const lines = fc.array(line, { maxLength: 8 });
  fc.assert(
    fc.property(
      lines,
      lines,
      fc.constantFrom(...MARKS),
      fc.constantFrom(...WRITES),
      (before, after, mark, write) => {
        expect(find(write([...before, ...after].join('\n')))).toBeUndefined();
        expect(find(write([...before, mark, ...after].join('\n')))).toBeDefined();
      },
    ),
  );
});

test('arguments of any form never throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.anything(), (name, parameters) => {
      find([name, parameters]);
    }),
  );
  const circular: { self?: unknown; text: string } = { text: '…12' };
  circular.self = circular;
  expect(find(['Write', circular])).toBeDefined();
});
