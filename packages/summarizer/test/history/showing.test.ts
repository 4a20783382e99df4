import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildContinuationDirective,
  mediaBlockToCompressionPlaceholder,
  sanitizeHistoryForCompression,
  renderHistory,
} from '../../src/history.ts';
import { currentTodo, showTodos } from '../../src/history/todos.ts';
import { escapeHidden } from '../../src/history/showing/escape-hidden.ts';
import { showBlock } from '../../src/history/showing/render-history.ts';

describe('a block as the model sees it', () => {
  const response = { type: 'tool_response', callId: '1', toolName: 'bash' } as const;
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  test.each<[string, ContentBlock, string | undefined]>([
    ['text', { type: 'text', text: 'A\nB' }, 'A\nB'],
    ['code', { type: 'code', code: 'a();', language: 'ts' }, 'a();'],
    [
      'a call',
      { type: 'tool_call', id: '1', name: 'bash', parameters: { command: 'ls' } },
      '[Tool Call: bash]\nParameters: {"command":"ls"}',
    ],
    [
      'a call with text',
      { type: 'tool_call', id: '1', name: 'bash', parameters: 'ls' },
      '[Tool Call: bash]\nParameters: ls',
    ],
    [
      'a call with nothing',
      { type: 'tool_call', id: '1', name: 'bash', parameters: undefined },
      '[Tool Call: bash]\nParameters: undefined',
    ],
    [
      'a call with a circle',
      { type: 'tool_call', id: '1', name: 'bash', parameters: circle },
      '[Tool Call: bash]\nParameters: [object Object]',
    ],
    [
      'a call with a number too big for JSON',
      { type: 'tool_call', id: '1', name: 'add', parameters: 9n },
      '[Tool Call: add]\nParameters: 9',
    ],
    ['a result', { ...response, result: 'ok' }, '[Tool Result: bash]\nResult: ok'],
    [
      'a result in parts',
      {
        ...response,
        result: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      '[Tool Result: bash]\nResult: a\nb',
    ],
    [
      'a result with several texts',
      { ...response, result: { stdout: 'a\nb', stderr: 'Error: c', exitCode: 1, rows: [1] } },
      '[Tool Result: bash]\nResult: stdout:\na\nb\nstderr: Error: c\nexitCode: 1\nrows: [1]',
    ],
    [
      'a result with a picture',
      {
        ...response,
        result: [
          { type: 'text', text: 'shot' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      },
      '[Tool Result: bash]\nResult: shot\n[image/png, 3 bytes]',
    ],
    [
      'a result with fields',
      { ...response, result: { count: 3 } },
      '[Tool Result: bash]\nResult: {"count":3}',
    ],
    ['no result', { ...response, result: undefined }, '[Tool Result: bash]'],
    [
      'a failure, with its remedy',
      { ...response, result: 'try --force', error: 'exit 1' },
      '[Tool Result: bash]\nError: exit 1\nResult: try --force',
    ],
    [
      'a failure that is flagged',
      { ...response, result: 'no such file', isError: true },
      '[Tool Result: bash]\nError: the call failed\nResult: no such file',
    ],
    ['a blank error', { ...response, result: 'ok', error: ' ' }, '[Tool Result: bash]\nResult: ok'],
    [
      'media',
      { type: 'media', mimeType: 'image/png', data: 'aaaa', encoding: 'base64' },
      '[Attached image: image/png]',
    ],
    ['reasoning', { type: 'thinking', thought: 'hm' }, undefined],
    ['what no format can name', { type: 'opaque', kind: 'x' }, undefined],
  ])('%s', (_, block, shown) => {
    expect(showBlock(block)).toBe(shown);
  });

  test('names the type of a value that cannot be converted to JSON or to a string', () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const bare = Object.create(null) as Record<string, unknown>;
    bare['self'] = bare;
    const mute = { count: 9n, toString: (): never => expect.fail('nobody is asked twice') };
    const calls = [deep, bare, mute].map((parameters) =>
      showBlock({ type: 'tool_call', id: '1', name: 'add', parameters }),
    );
    expect(calls).toEqual(
      ['Array', 'Object', 'Object'].map((kind) => `[Tool Call: add]\nParameters: [object ${kind}]`),
    );
  });

  test.each([
    [{ mimeType: 'image/png', caption: 'A gate', filename: 'a.png' }, '[Attached image: A gate]'],
    [{ mimeType: 'audio/wav', filename: 'a.wav' }, '[Attached audio: a.wav]'],
    [{ mimeType: 'video/mp4', caption: '' }, '[Attached video: video/mp4]'],
    [{ mimeType: 'application/pdf', caption: '', filename: 'a.pdf' }, '[Attached PDF: a.pdf]'],
    [{ mimeType: 'application/pdf' }, '[Attached PDF: application/pdf]'],
    [{ mimeType: 'application/zip', filename: 'a.zip' }, '[Attached file: a.zip]'],
    [{ mimeType: '' }, '[Attached file: unknown]'],
  ])('is a placeholder if it is media: %o', (block, placeholder) => {
    expect(mediaBlockToCompressionPlaceholder(block)).toBe(placeholder);
  });
});

describe('a history as text', () => {
  const entries: IContent[] = [
    ...history()
      .system('Be brief.')
      .human('Look')
      .call('bash', { command: 'ls' }, { thought: 'hm' })
      .result('a.ts')
      .build(),
    { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] },
    { speaker: 'ai', blocks: [{ type: 'text', text: ' ' }] },
    {
      speaker: 'human',
      blocks: [{ type: 'media', mimeType: 'image/png', data: 'aaaa', encoding: 'base64' }],
    },
  ];

  test('has text for calls and results, no reasoning, no bytes, and no entry without text', () => {
    expect(sanitizeHistoryForCompression(entries)).toEqual(
      history()
        .system('Be brief.')
        .human('Look')
        .ai('[Tool Call: bash]\nParameters: {"command":"ls"}')
        .human('[Tool Result: bash]\nResult: a.ts')
        .human('[Attached image: image/png]')
        .build(),
    );
  });

  test('keeps the number and the speaker of each entry when it is quoted', () => {
    expect(renderHistory(entries).map(({ number, speaker }) => `${number} ${speaker}`)).toEqual([
      '1 system',
      '2 human',
      '3 ai',
      '4 tool',
      '6 ai',
      '7 human',
    ]);
  });
});

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}]/u;

describe('`escapeHidden` hides nothing', () => {
  test.each([
    ['a\u{200b}b', 'a\\u{200B}b'],
    ['\u{e0061}\u{e0062}', '\\u{E0061}\\u{E0062}'],
    ['a\u{0}\u{1b}[0m', 'a\\u{0}\\u{1B}[0m'],
    ['a\u{2028}b\u{85}c', 'a\\u{2028}b\\u{85}c'],
    ['\u{200c}\u{200d}', '\\u{200C}\\u{200D}'],
    ['half \u{d83d}', 'half \u{fffd}'],
  ])('%j', (text, shown) => {
    expect(escapeHidden(text)).toBe(shown);
    expect(escapeHidden(shown)).toBe(shown);
  });

  test.each([
    'Zeile\r\n\tzwei',
    '日本語 ひらがな',
    'ਪੰਜਾਬੀ',
    'می\u{200c}خواهم',
    '❤\u{fe0f}\u{200d}🔥 👩\u{200d}👩\u{200d}👧 ☎\u{fe0e}',
  ])('and does not change ordinary text: %s', (text) => {
    expect(escapeHidden(text)).toBe(text);
  });

  test('escapes every invisible character of Unicode', () => {
    const overlooked: string[] = [];
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      const character = String.fromCodePoint(code);
      if (
        !INVISIBLE.test(character) ||
        '\t\n\r\u{200c}\u{200d}\u{fe0e}\u{fe0f}'.includes(character)
      )
        continue;
      const name = code.toString(16).toUpperCase();
      if (escapeHidden(`a${character}b`) !== `a\\u{${name}}b`) overlooked.push(name);
    }
    expect(overlooked).toEqual([]);
  });

  test('is idempotent and returns well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = escapeHidden(text);
        expect(escapeHidden(shown)).toBe(shown);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('todos', () => {
  const list = [
    { content: 'Read', status: 'completed' },
    { content: 'Write' },
    { content: 'Test', status: 'in_progress' },
  ];

  test('in a list have one line each', () => {
    expect(showTodos(list)).toBe('- [completed] Read\n- [pending] Write\n- [in_progress] Test');
  });

  test('in a text are returned unchanged', () => {
    expect(showTodos('Write, then test.')).toBe('Write, then test.');
  });

  test.each([undefined, [], '', ' \n'])('without content have no text: %j', (todos) => {
    expect(showTodos(todos)).toBeUndefined();
    expect(currentTodo(todos) ?? '').toBe('');
  });

  test.each<[string, Parameters<typeof currentTodo>[0], string | undefined]>([
    ['the task in progress', list, 'Test'],
    ['else the first that is open', list.slice(0, 2), 'Write'],
    ['none, where all is done', list.slice(0, 1), undefined],
    ['a line in progress', '- [completed] Read\n- [pending] Write\n* [in_progress] Test', 'Test'],
    ['else the first open line', '[x] Read\n- [ ] Write\n- [ ] Test', 'Write'],
    ['words without marks', 'Write the test', 'Write the test'],
    ['a line behind very many blanks', `${' \t'.repeat(200_000)}- [x${' '.repeat(200_000)}`, '[x'],
  ])('have as the current todo %s', (_, todos, current) => {
    expect(currentTodo(todos)).toBe(current);
  });
});

describe('the continuation message after a summary', () => {
  test.each([
    [undefined, 'Understood. I go on with the current task.'],
    [
      { lastUserPrompt: ' Fix\n the  gate ' },
      'Understood. The latest request is: "Fix the gate". I go on with the current task.',
    ],
    [
      { activeTodos: [{ content: 'Test', status: 'in_progress' }] },
      'Understood. I go on with: "Test".',
    ],
    [
      { lastUserPrompt: 'Fix', activeTodos: '- [ ] Test\n- [ ] Ship' },
      'Understood. The latest request is: "Fix". I go on with: "Test".',
    ],
    [
      { lastUserPrompt: 'Say "yes". I go on with: "no"' },
      `Understood. The latest request is: "Say 'yes'. I go on with: 'no'". I go on with the current task.`,
    ],
  ])('%j', (facts, directive) => {
    expect(buildContinuationDirective(facts)).toBe(directive);
  });

  test('quotes the beginning of long texts, without half of a surrogate pair', () => {
    const directive = buildContinuationDirective({
      lastUserPrompt: `Fix ${'gates '.repeat(100)}`,
      activeTodos: `Count \u{d83d}${'😀'.repeat(200)}`,
    });
    const [request, todo] = Array.from(directive.matchAll(/"([^"]*)"/g), ([, quoted]) => quoted!);
    expect(request).toMatch(/^Fix gates .*…$/);
    for (const quoted of [request!, todo!]) {
      expect(quoted.length).toBeLessThanOrEqual(200);
      expect(quoted.length).toBeGreaterThan(190);
      expect(quoted.isWellFormed()).toBe(true);
    }
  });
});
