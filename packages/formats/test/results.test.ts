import {
  mediaPlaceholder,
  replaceResultParts,
  resultParts,
  soleText,
  withSoleText,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { getCodec } from '../src/index.ts';
import { base64 } from '../../core-types/test/results/base64.ts';

/** Tool results as lists of parts: edited in their own format, and handed to another one. */

const data = base64(300);
const url = `data:image/png;base64,${data}`;
const text = { type: 'text', text: 'a long text' };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
const novelty = { type: 'novelty', data: { of: 'a later version' } };
const WHOLE = '[image/png 1280×720, 300 bytes]';

const inItems = (type: string, id: string) => (output: unknown) => ({ type, [id]: 'a', output });

/** For each format, a message with a result of these parts. */
const MESSAGES = {
  openai: (content: unknown) => ({ role: 'tool', tool_call_id: 'a', content }),
  'openai-responses': inItems('function_call_output', 'call_id'),
  'openai-agents': inItems('function_call_result', 'callId'),
  anthropic: (content: unknown) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'a', content }],
  }),
  pi: (content: unknown) => ({ role: 'toolResult', toolCallId: 'a', toolName: 'f', content }),
  'ai-sdk': (value: unknown) => {
    const output = { type: 'content', value };
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'f', output }],
    };
  },
  langchain: (content: unknown) => ({ role: 'tool', tool_call_id: 'a', content }),
} as const;

type Name = keyof typeof MESSAGES;

/** A text and an image in each format, and what is written after both were replaced. */
const LISTS: readonly (readonly [Name, readonly unknown[], readonly unknown[]])[] = [
  [
    'openai',
    [text, { type: 'image_url', image_url: { url } }, novelty],
    [short(), named(), novelty],
  ],
  [
    'openai-responses',
    [
      { ...text, type: 'input_text' },
      { type: 'input_image', image_url: url },
    ],
    [short('input_text'), named('input_text')],
  ],
  [
    'openai-agents',
    [
      { ...text, type: 'input_text' },
      { type: 'input_image', image: url },
    ],
    [short('input_text'), named('input_text')],
  ],
  [
    'anthropic',
    [{ ...text, cache_control: { type: 'ephemeral' } }, image, novelty],
    [{ ...short(), cache_control: { type: 'ephemeral' } }, named(), novelty],
  ],
  ['pi', [text, { type: 'image', data, mimeType: 'image/png' }], [short(), named()]],
  ['ai-sdk', [text, { type: 'image-data', data, mediaType: 'image/png' }], [short(), named()]],
  [
    'langchain',
    [text, { type: 'image', mimeType: 'image/png', data }, 'bare'],
    [short(), named(), 'short'],
  ],
];

function short(type = 'text'): object {
  return { type, text: 'short' };
}

function named(type = 'text'): object {
  return { type, text: WHOLE };
}

const pdf = { file_data: `data:application/pdf;base64,${data}`, filename: 'a.pdf' };

/** Parts of results in the shapes of each format, with the text or the placeholder that is read from them. */
const PARTS: readonly (readonly [Name, object, string])[] = [
  ['anthropic', image, WHOLE],
  ['anthropic', { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } }, '[image]'],
  ['anthropic', { type: 'image', source: { type: 'file', file_id: 'f' } }, '[image]'],
  [
    'anthropic',
    { type: 'document', title: 'Plan', source: { media_type: 'application/pdf', type: 'url' } },
    '[application/pdf, "Plan"]',
  ],
  ['anthropic', { type: 'document', source: { type: 'text', data: 'words' } }, 'words'],
  ['anthropic', { type: 'document', source: { type: 'content', content: [text] } }, text.text],
  ['anthropic', { type: 'search_result', source: 's', title: 't', content: [text] }, text.text],
  ['openai', { type: 'image_url', image_url: { url } }, WHOLE],
  ['openai', { type: 'input_audio', input_audio: { data, format: 'wav' } }, '[audio/wav'],
  ['openai', { type: 'file', file: pdf }, '[application/pdf 1280×720, "a.pdf", 300 bytes]'],
  ['openai-responses', { type: 'input_image', file_id: 'f' }, '[image]'],
  ['openai-responses', { type: 'input_file', ...pdf }, '[application/pdf 1280×720, "a.pdf", 300'],
  ['openai-agents', { type: 'input_image', image: url }, WHOLE],
  ['openai-agents', { type: 'image', image: { id: 'f' } }, '[image]'],
  ['openai-agents', { type: 'file', file: { data, mediaType: 'application/pdf' } }, '300 bytes]'],
  ['pi', { type: 'image', data, mimeType: 'image/png' }, WHOLE],
  ['ai-sdk', { type: 'media', mediaType: 'image/png', data }, WHOLE],
  ['ai-sdk', { type: 'file', mediaType: 'image/png', data: { type: 'data', data } }, WHOLE],
  ['ai-sdk', { type: 'file', mediaType: 'image/png', data: new Uint8Array(9) }, '[image/png]'],
  ['ai-sdk', { type: 'file-url', url: 'https://a.b/c.pdf' }, '[application/octet-stream]'],
  ['ai-sdk', { type: 'image-file-id', fileId: 'f' }, '[image]'],
  ['ai-sdk', { type: 'file-reference', providerReference: { a: 'x' } }, '[application/octet-'],
  ['langchain', { type: 'image', mimeType: 'image/png', data }, WHOLE],
  ['langchain', { type: 'image', source_type: 'url', url: 'https://a.b/c.png' }, '[image]'],
  ['langchain', image, WHOLE],
  ['langchain', { type: 'image_url', image_url: url }, WHOLE],
  ['langchain', { type: 'file', fileId: 'f' }, '[application/octet-stream]'],
];

test.each(PARTS)('a part of a result in %s is read and replaced: %j', (name, part, expected) => {
  const codec = getCodec(name);
  const message = MESSAGES[name]([part]);
  const history = codec.decode([message]);
  const [read] = resultParts(responseOf(history).result);
  const shown = read?.type === 'media' ? mediaPlaceholder(read.media) : read;
  expect(typeof shown === 'string' ? shown : shown?.type === 'text' && shown.text).toContain(
    expected,
  );
  expect(codec.encode(history)[0]).toBe(message);
  const edited = withResponse(history, { result: shortened(responseOf(history).result) });
  const written = codec.encode(edited);
  expect(JSON.stringify(written)).not.toContain(data);
  const said = soleText(responseOf(edited).result);
  expect(soleText(responseOf(codec.decode(written)).result)).toBe(said);
});

test.each(PARTS)('the result with the part of %s may be stored as JSON: %j', (name, part) => {
  const codec = getCodec(name);
  const type = name.startsWith('openai-') ? 'input_text' : 'text';
  const long = { type, text: 'a long text', vendor: 1 };
  const history = codec.decode([MESSAGES[name]([part, long, novelty])]);
  const { result } = responseOf(history);
  const edited = replaceResultParts(result, new Map([[resultParts(result)[1]!, 'short']]));
  const stored = JSON.parse(JSON.stringify(edited)) as unknown[];
  const written = codec.encode(withResponse(history, { result: stored }));
  const expected = MESSAGES[name]([part, { ...long, text: 'short' }, novelty]);
  expect(written).toEqual([expected]);
  const fewer = codec.encode(withResponse(history, { result: stored.slice(0, 1) }));
  expect(fewer).toEqual([MESSAGES[name]([part])]);
});

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
      parts.map((part) => [part, part.type === 'media' ? mediaPlaceholder(part.media) : 'short']),
    ),
  );
}

describe.each(LISTS)('a list of parts in %s', (name, parts, expected) => {
  const codec = getCodec(name);
  const message = MESSAGES[name](parts);
  const history = codec.decode([message]);
  const { result } = responseOf(history);
  const said = resultParts(shortened(result));

  test('is returned as the same object, and a text in it is edited in place', () => {
    expect(codec.encode(history)[0]).toBe(message);
    const written = codec.encode(withResponse(history, { result: shortened(result) }));
    expect(written).toMatchObject([MESSAGES[name](expected)]);
    expect(resultParts(responseOf(codec.decode(written)).result)).toEqual(said);
  });

  test('keeps its parts with an error text, and decodes to the same failure', () => {
    const failure = { result: shortened(result), error: 'boom', isError: true };
    const written = codec.encode(withResponse(history, failure));
    expect(JSON.stringify(written)).toContain(JSON.stringify(expected).slice(1));
    const { result: after, ...read } = responseOf(codec.decode(written));
    expect(read).toMatchObject({ error: 'boom', isError: true });
    expect(resultParts(after)).toEqual(said);
  });

  test.each(LISTS.map(([other]) => other).filter((other) => other !== name))(
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
    const picture = { type: 'media', mimeType: 'image/png', data, encoding: 'base64' };
    for (const result of [{ log: 'x', at: 1 }, [picture], [text, picture], { rows: [1] }]) {
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

  test.each(messages)('keeps its media in %s if the result was stored as JSON', (name, message) => {
    const codec = getCodec(name);
    const history = codec.decode([message]);
    const result = JSON.parse(JSON.stringify(responseOf(history).result)) as unknown[];
    const words = value === '' ? [] : [{ type: 'text', text: 'a line' }];
    const edited = [...words, ...result.slice(words.length)];
    const written = JSON.stringify(codec.encode(withResponse(history, { result: edited })));
    for (const word of words) expect(written).toContain(word.text);
    expect(written).toContain(data);
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
