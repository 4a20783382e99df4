import {
  formatMediaPlaceholder,
  replaceResultParts,
  resultParts,
  withSoleText,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { getCodec, type FormatName } from '../src/index.ts';
import { base64 } from '../../core-types/test/results/result-shapes.ts';

/** Tool results as lists of parts: edited in their own format, and handed to another one. */

const data = base64(300);
const url = `data:image/png;base64,${data}`;
const text = { type: 'text', text: 'a long text' };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
const novelty = { type: 'novelty', data: { of: 'a later version' } };

/** For each format: a message with a result of a text and an image, and the parts after both were replaced. */
const MESSAGES: readonly (readonly [FormatName, object, unknown])[] = [
  [
    'openai',
    {
      role: 'tool',
      tool_call_id: 'a',
      content: [text, { type: 'image_url', image_url: { url } }, novelty],
    },
    [
      { type: 'text', text: 'short' },
      { type: 'text', text: '[image/png 1280×720, 300 bytes]' },
      novelty,
    ],
  ],
  [
    'openai-responses',
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [
        { ...text, type: 'input_text' },
        { type: 'input_image', image_url: url },
      ],
    },
    [
      { type: 'input_text', text: 'short' },
      { type: 'input_text', text: '[image/png 1280×720, 300 bytes]' },
    ],
  ],
  [
    'openai-agents',
    {
      type: 'function_call_result',
      callId: 'a',
      name: 'f',
      status: 'completed',
      output: [
        { ...text, type: 'input_text' },
        { type: 'input_image', image: url },
      ],
    },
    [
      { type: 'input_text', text: 'short' },
      { type: 'input_text', text: '[image/png 1280×720, 300 bytes]' },
    ],
  ],
  [
    'anthropic',
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: [{ ...text, cache_control: { type: 'ephemeral' } }, image, novelty],
        },
      ],
    },
    [
      { type: 'text', text: 'short', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: '[image/png 1280×720, 300 bytes]' },
      novelty,
    ],
  ],
  [
    'pi',
    {
      role: 'toolResult',
      toolCallId: 'a',
      toolName: 'f',
      content: [text, { type: 'image', data, mimeType: 'image/png' }],
      isError: false,
      timestamp: 3,
    },
    [
      { type: 'text', text: 'short' },
      { type: 'text', text: '[image/png 1280×720, 300 bytes]' },
    ],
  ],
  [
    'ai-sdk',
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'f',
          output: {
            type: 'content',
            value: [text, { type: 'image-data', data, mediaType: 'image/png' }],
          },
        },
      ],
    },
    [
      { type: 'text', text: 'short' },
      { type: 'text', text: '[image/png 1280×720, 300 bytes]' },
    ],
  ],
  [
    'langchain',
    {
      role: 'tool',
      tool_call_id: 'a',
      content: [text, { type: 'image', mimeType: 'image/png', data }, 'bare'],
    },
    [
      { type: 'text', text: 'short' },
      { type: 'text', text: '[image/png 1280×720, 300 bytes]' },
      'short',
    ],
  ],
];

function responseOf(history: readonly IContent[]): ToolResponseBlock {
  const block = history.flatMap((entry) => entry.blocks).at(-1);
  if (block?.type !== 'tool_response') throw new Error('no response');
  return block;
}

function withResponse(history: readonly IContent[], change: object): IContent[] {
  const block = { ...responseOf(history), ...change };
  return history.map((entry, index) =>
    index === history.length - 1 ? { ...entry, blocks: [block] } : entry,
  );
}

/** Replaces each text and each image of a result. */
function shortened(result: unknown): unknown {
  const parts = resultParts(result).filter(({ type }) => type !== 'json');
  return replaceResultParts(
    result,
    new Map(
      parts.map((part) => [
        part,
        part.type === 'media' ? formatMediaPlaceholder(part.media) : 'short',
      ]),
    ),
  );
}

describe.each(MESSAGES)('a list of parts in %s', (name, message, expected) => {
  const codec = getCodec(name);
  const history = codec.decode([message]);
  const { result } = responseOf(history);

  test('is returned as the same object, and a text in it is edited in place', () => {
    expect(codec.encode(history)[0]).toBe(message);
    const written = codec.encode(withResponse(history, { result: shortened(result) }));
    expect(responseOf(codec.decode(written)).result).toEqual(expected);
  });

  test('keeps its parts with an error text, and decodes to the same failure', () => {
    const failure = { result: shortened(result), error: 'boom', isError: true };
    const written = codec.encode(withResponse(history, failure));
    expect(responseOf(codec.decode(written))).toMatchObject({ ...failure, result: expected });
  });

  test.each(MESSAGES.map(([other]) => other).filter((other) => other !== name))(
    'becomes a text in %s',
    (other) => {
      const target = getCodec(other);
      const written = target.encode(history);
      const { result: after } = responseOf(target.decode(written));
      expect(after).toMatch(/^a long text\n\[image\/png 1280×720, 300 bytes\]/);
      expect(JSON.stringify(written)).not.toContain(data);
    },
  );
});

test.each(['openai', 'anthropic', 'gemini', 'genkit', 'pi', 'ai-sdk', 'langchain'] as const)(
  'a new result in %s is a text or data, without the base64 of media in it',
  (name) => {
    const codec = getCodec(name);
    const response = { type: 'tool_response', callId: 'a', toolName: 'f' } as const;
    for (const result of [{ log: 'x', shown: [image] }, image, [[text, image]], { rows: [1] }]) {
      const written = codec.encode([{ speaker: 'tool', blocks: [{ ...response, result }] }]);
      expect(JSON.stringify(written)).not.toContain(data);
      const [word] = JSON.stringify(result).match(/log|a long text|rows/) ?? ['image/png'];
      expect(JSON.stringify(responseOf(codec.decode(written)).result)).toContain(word);
    }
  },
);

test.each([
  ['openai-responses', 'computer_call_output', 'call_id', 'image_url'],
  ['openai-agents', 'computer_call_result', 'callId', 'data'],
] as const)(
  'a screenshot in %s is media: the same object if unchanged, a text if replaced',
  (name, type, callId, holder) => {
    const item = { type, [callId]: 'a', output: { type: 'computer_screenshot', [holder]: url } };
    const call = { type: 'computer_call', [callId]: 'a', action: { type: 'screenshot' } };
    const codec = getCodec(name);
    const history = codec.decode([call, item]);
    expect(codec.encode(history)[1]).toBe(item);
    const { result } = responseOf(history);
    expect(resultParts(result)).toMatchObject([{ type: 'media' }]);
    const written = codec.encode(withResponse(history, { result: shortened(result) }));
    expect(resultParts(responseOf(codec.decode(written)).result)).toMatchObject([
      { type: 'text', text: '[image/png 1280×720, 300 bytes]' },
    ]);
  },
);

const ANSWERS: readonly (readonly [string, unknown, unknown, unknown])[] = [
  ['text', 'all of it', 'a line', 'all of it\n[image/png]'],
  ['record', { rows: [1, 2] }, { output: 'a line' }, [{ rows: [1, 2] }, '[image/png]']],
  ['list', [{ a: 1 }, { a: 2 }], ['a line'], [{ a: 1 }, { a: 2 }, '[image/png]']],
  ['empty text', '', 'a line', '[image/png]'],
];

describe.each(ANSWERS)('a %s with media next to it', (_kind, value, line, noted) => {
  const messages = [
    [
      'gemini',
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: 'f',
              response: { output: value },
              parts: [{ inlineData: { mimeType: 'image/png', data } }],
            },
          },
        ],
      },
    ],
    [
      'genkit',
      {
        role: 'tool',
        content: [
          { toolResponse: { ref: 'a', name: 'f', output: value, content: [{ media: { url } }] } },
        ],
      },
    ],
  ] as const;

  test.each(messages)('keeps its kind in %s when reduced to one line', (name, message) => {
    const codec = getCodec(name);
    const history = codec.decode([message]);
    const result = withSoleText(responseOf(history).result, 'a line');
    const written = codec.encode(withResponse(history, { result }));
    expect(responseOf(codec.decode(written)).result).toEqual(line);
  });

  test.each(messages)('has a placeholder for the media at its end in %s', (name, message) => {
    const codec = getCodec(name);
    const history = codec.decode([message]);
    const { result } = responseOf(history);
    const media = resultParts(result).filter(({ type }) => type === 'media');
    const edits = new Map(media.map((part) => [part, '[image/png]']));
    const written = codec.encode(
      withResponse(history, { result: replaceResultParts(result, edits) }),
    );
    expect(responseOf(codec.decode(written)).result).toEqual(noted);
  });
});
