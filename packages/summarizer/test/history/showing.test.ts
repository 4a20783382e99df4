import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import {
  buildContinuationDirective,
  mediaBlockToCompressionPlaceholder,
  sanitizeHistoryForCompression,
  type ContinuationFacts,
} from '../../src/history.ts';
import { textOf } from './framed-request.ts';

describe('a block as the model sees it', () => {
  const response = { type: 'tool_response', callId: '1', toolName: 'bash' } as const;
  test.each<[string, ContentBlock, string | undefined]>([
    ['text', { type: 'text', text: 'A\nB' }, 'A\nB'],
    ['code', { type: 'code', code: 'a();', language: 'ts' }, 'a();'],
    [
      'a call',
      { type: 'tool_call', id: '1', name: 'bash', parameters: { command: 'ls' } },
      '[Tool Call: bash]\nParameters: {"command":"ls"}',
    ],
    ['a result', { ...response, result: 'ok' }, '[Tool Result: bash]\nResult: ok'],
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
          { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
        ],
      },
      '[Tool Result: bash]\nResult: shot\n[image/png, 3 bytes]',
    ],
    [
      'a failure, with its remedy',
      { ...response, result: 'try --force', error: 'exit 1' },
      '[Tool Result: bash]\nError: exit 1\nResult: try --force',
    ],
    [
      'media',
      { type: 'media', mimeType: 'image/png', data: 'aaaa', encoding: 'base64' },
      '[Attached image: image/png]',
    ],
    ['reasoning', { type: 'thinking', thought: 'hm' }, undefined],
    ['what no format can name', { type: 'opaque', kind: 'x' }, undefined],
  ])('%s', (_, block, shown) => {
    const [entry] = sanitizeHistoryForCompression([{ speaker: 'ai', blocks: [block] }]);
    expect(entry && textOf(entry)).toBe(shown);
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
});

const LIST = [
  { content: 'Read\nall', status: 'completed' },
  { content: 'Write' },
  { content: 'Test', status: 'in_progress' },
];

describe('the continuation message after a summary', () => {
  test.each<readonly [ContinuationFacts | undefined, string]>([
    [undefined, 'Understood. I go on with the current task.'],
    [
      { lastUserPrompt: ' Fix\n the  gate ' },
      'Understood. The latest request is: "Fix the gate". I go on with the current task.',
    ],
    ...(
      [
        [LIST, 'Test'],
        [LIST.slice(0, 2), 'Write'],
        ['- [completed] Read\n- [pending] Write\n* [in_progress] Test', 'Test'],
        ['[x] Read\n- [ ] Write\n- [ ] Test', 'Write'],
        ['Write the test', 'Write the test'],
        [`${' \t'.repeat(200_000)}- [x${' '.repeat(200_000)}`, '[x'],
      ] as const
    ).map(
      ([activeTodos, task]) => [{ activeTodos }, `Understood. I go on with: "${task}".`] as const,
    ),
    ...[[], LIST.slice(0, 1), ' \n'].map(
      (activeTodos) => [{ activeTodos }, 'Understood. I go on with the current task.'] as const,
    ),
    [
      { lastUserPrompt: 'Fix', activeTodos: '- [ ] Test\n- [ ] Ship' },
      'Understood. The latest request is: "Fix". I go on with: "Test".',
    ],
    [
      { lastUserPrompt: 'Say "yes". I go on with: "no"' },
      `Understood. The latest request is: "Say 'yes'. I go on with: 'no'". I go on with the current task.`,
    ],
  ])('case %#', (facts, directive) => {
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
