import { protocol } from '@openai/agents';
import {
  findBinaryText,
  formatMediaPlaceholder,
  parseMediaPlaceholder,
  replaceResultParts,
  resultParts,
  withSoleText,
  type ContentBlock,
  type IContent,
  type ResultPart,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { modelMessageSchema as version7 } from 'ai';
import { modelMessageSchema as version6 } from 'ai-v6';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getCodec } from '../src/index.ts';
import { base64 } from '../../core-types/test/results/result-shapes.ts';
import {
  anyResult,
  failableMessages,
  resultMessages,
  type ResultFormat,
} from './arbitrary-results.ts';
import { plain } from './expect-history.ts';

const names = Object.keys(resultMessages) as ResultFormat[];

/** Formats that store media next to the value of a result. */
const SEPARATE_PARTS = new Set<ResultFormat>(['gemini', 'genkit']);

describe.each(names)('%s', (name) => {
  const codec = getCodec(name);

  test('returns results of every shape as the same objects, and as equal ones from a copy', () => {
    fc.assert(
      fc.property(resultMessages[name], (given) => {
        const history = codec.decode(given);
        const written = codec.encode(history);
        expect(written.length).toBe(given.length);
        for (const [index, message] of written.entries()) expect(message).toBe(given[index]);
        expect(codec.encode(JSON.parse(JSON.stringify(history)) as IContent[])).toEqual(given);
      }),
    );
  });

  test('writes an edited part of a result in place, and keeps the kind of the result', () => {
    fc.assert(
      fc.property(resultMessages[name], fc.nat(), fc.boolean(), (given, at, isCopy) => {
        const read = codec.decode(given);
        const history = isCopy ? (JSON.parse(JSON.stringify(read)) as IContent[]) : read;
        const block = responseOf(history);
        const parts = resultParts(block.result).filter((part) => !isFixed(part));
        const part = parts[at % Math.max(parts.length, 1)];
        fc.pre(part !== undefined);
        const result = replaceResultParts(block.result, new Map([[part, edited(part)]]));
        const written = codec.encode(withResponse(history, { ...block, result }));
        expect(refusals(name, written)).toEqual([]);
        const after = responseOf(codec.decode(written));
        expect(kindOf(name, after.result)).toBe(kindOf(name, result));
        expect([after.error, after.isError]).toEqual([block.error, block.isError]);
        const expected = saidIn(name, result);
        expect(asExpected(name, saidIn(name, after.result), expected)).toEqual(expected);
      }),
    );
  });

  test('writes a result of any origin as accepted parts, without losing words or media', () => {
    fc.assert(
      fc.property(anyResult, fc.constantFrom(...OUTCOMES), (result, outcome) => {
        const given: IContent[] = [
          { speaker: 'human', blocks: [{ type: 'text', text: 'Go' }] },
          { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'a', name: 'f', parameters: {} }] },
          {
            speaker: 'tool',
            blocks: [{ type: 'tool_response', callId: 'a', toolName: 'f', result, ...outcome }],
          },
        ];
        const written = codec.encode(given);
        expect(refusals(name, written)).toEqual([]);
        const read = codec.decode(written);
        const after = responseOf(read);
        expect([after.error, after.isError]).toEqual([outcome.error, outcome.isError]);
        expect(binaryTexts(after.result)).toEqual(binaryTexts(result));
        const media = resultParts(result).filter(({ type }) => type === 'media').length;
        expect(mediaIn(after.result) + mediaBehind(read)).toBe(media);
        const letters = lettersOf(saidIn(name, after.result));
        for (const word of wordsIn(result)) expect(letters).toContain(word);
      }),
    );
  });

  test('a failure with an error text keeps its list of parts, and decodes to the same block', () => {
    fc.assert(
      fc.property(failableMessages[name], fc.boolean(), (given, isFlagged) => {
        const history = codec.decode(given);
        const { isError: _flag, ...block } = responseOf(history);
        const failed = { ...block, error: 'boom', ...(isFlagged ? { isError: true } : {}) };
        const written = codec.encode(withResponse(history, failed));
        expect(refusals(name, written)).toEqual([]);
        const [after] = plain([{ speaker: 'tool', blocks: [responseOf(codec.decode(written))] }]);
        const { native: _native, ...expected } = failed;
        expect(after?.blocks).toEqual([expected]);
      }),
    );
  });
});

test.each([
  ['openai-responses', 'computer_call_output', 'call_id', 'image_url'],
  ['openai-agents', 'computer_call_result', 'callId', 'data'],
] as const)(
  'a screenshot in %s is media: the same object if unchanged, a text if replaced',
  (name, type, callId, holder) => {
    const address = `data:image/png;base64,${base64(300)}`;
    const item = {
      type,
      [callId]: 'a',
      output: { type: 'computer_screenshot', [holder]: address },
    };
    const call = { type: 'computer_call', [callId]: 'a', action: { type: 'screenshot' } };
    const codec = getCodec(name);
    const history = codec.decode([call, item]);
    expect(codec.encode(history)[1]).toBe(item);
    const block = responseOf(history);
    const [part] = resultParts(block.result);
    expect(part?.type).toBe('media');
    const line = '[image/png 1280×720, 300 bytes, #1f0c9a3e.2]';
    const result = replaceResultParts(block.result, new Map([[part!, line]]));
    const written = codec.encode(withResponse(history, { ...block, result }));
    expect(resultParts(responseOf(codec.decode(written)).result)).toEqual([
      expect.objectContaining({ type: 'text', text: line }),
    ]);
    expect(JSON.stringify(getCodec('anthropic').encode(history))).toContain(
      `"source":{"type":"base64","media_type":"image/png","data":"${base64(300)}"}`,
    );
  },
);

const picture = base64(300);
const ANSWERS: readonly (readonly [string, unknown, unknown, unknown])[] = [
  ['text', 'all of it', 'a line', 'all of it\nmedia: [image/png]'],
  ['record', { rows: [1, 2] }, { output: 'a line' }, { rows: [1, 2], media: '[image/png]' }],
  [
    'record with a member `media`',
    { media: 1 },
    { output: 'a line' },
    { media: 1, media2: '[image/png]' },
  ],
  ['list', [{ a: 1 }, { a: 2 }], ['a line'], [{ a: 1 }, { a: 2 }, 'media: [image/png]']],
  ['empty text', '', 'a line', 'media: [image/png]'],
];

describe.each(ANSWERS)('a %s with media next to it', (_kind, value, line, noted) => {
  const read: readonly (readonly [ResultFormat, object])[] = [
    [
      'gemini',
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: 'f',
              response: { output: value },
              parts: [{ inlineData: { mimeType: 'image/png', data: picture } }],
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
          {
            toolResponse: {
              ref: 'a',
              name: 'f',
              output: value,
              content: [{ media: { url: `data:image/png;base64,${picture}` } }],
            },
          },
        ],
      },
    ],
  ];

  test.each(read)('keeps its kind in %s when reduced to one line', (name, message) => {
    const codec = getCodec(name);
    const history = codec.decode([message]);
    const block = responseOf(history);
    const result = withSoleText(block.result, 'a line');
    const written = codec.encode(withResponse(history, { ...block, result }));
    expect(responseOf(codec.decode(written)).result).toEqual(line);
  });

  test.each(read)('keeps its kind in %s with a placeholder for the media', (name, message) => {
    const codec = getCodec(name);
    const history = codec.decode([message]);
    const block = responseOf(history);
    const result = withPlaceholders(block.result);
    const written = codec.encode(withResponse(history, { ...block, result }));
    expect(writtenValue(written as object[])).toEqual(noted);
    expect(responseOf(codec.decode(written)).result).toEqual(result);
  });
});

describe.each(['gemini', 'genkit'] as const)('%s', (name) => {
  const codec = getCodec(name);

  test('a result with placeholders for the media next to its value decodes to the same result', () => {
    fc.assert(
      fc.property(resultMessages[name], (given) => {
        const history = codec.decode(given);
        const block = responseOf(history);
        const result = withPlaceholders(block.result);
        fc.pre(Array.isArray(result));
        const written = codec.encode(withResponse(history, { ...block, result }));
        const after = responseOf(codec.decode(JSON.parse(JSON.stringify(written)) as object[]));
        expect(after.result).toEqual(result);
        const moved = codec.encode(withResponse(codec.decode(written), { ...after, callId: 'b' }));
        expect(responseOf(codec.decode(moved)).result).toEqual(result);
      }),
    );
  });

  test('a text that only resembles a placeholder for media next to it stays a text', () => {
    for (const value of ['see\n[image/png]', 'media: ', 'media: [x\n', '\nmedia: [text]']) {
      const message =
        name === 'gemini'
          ? {
              role: 'user',
              parts: [{ functionResponse: { name: 'f', response: { output: value } } }],
            }
          : { role: 'tool', content: [{ toolResponse: { ref: 'a', name: 'f', output: value } }] };
      expect(responseOf(codec.decode([message])).result).toBe(value);
    }
  });
});

/** Returns the value of the only tool result of a Gemini or Genkit message. */
function writtenValue([message]: readonly object[]): unknown {
  const { parts, content } = message as Readonly<Record<string, readonly Members[]>>;
  const [part = {}] = parts ?? content ?? [];
  const answer = (part['toolResponse'] ?? part['functionResponse']) as Members;
  return answer['output'] ?? (answer['response'] as Members)['output'];
}

function withPlaceholders(result: unknown): unknown {
  const media = resultParts(result).filter(({ type }) => type === 'media');
  return replaceResultParts(result, new Map(media.map((part) => [part, '[image/png]'])));
}

const OUTCOMES: readonly Pick<ToolResponseBlock, 'error' | 'isError'>[] = [
  {},
  { isError: true },
  { error: 'boom' },
  { error: 'boom', isError: true },
];

function responseOf(history: readonly IContent[]): ToolResponseBlock {
  const blocks: readonly ContentBlock[] = history.flatMap((entry) => entry.blocks);
  const block = blocks.findLast(({ type }) => type === 'tool_response');
  if (block?.type !== 'tool_response') throw new Error('no response');
  return block;
}

function withResponse(history: readonly IContent[], block: ToolResponseBlock): IContent[] {
  return history.map((entry, index) =>
    index === history.length - 1 ? { ...entry, blocks: [block] } : entry,
  );
}

function isFixed(part: ResultPart): boolean {
  return part.type === 'json' && part.isFixed === true;
}

function edited(part: ResultPart): unknown {
  if (part.type === 'media') return formatMediaPlaceholder(part.media, '1f0c9a3e.2');
  return part.type === 'text' ? 'edited' : likeBefore(part.value);
}

function likeBefore(value: unknown): unknown {
  if (Array.isArray(value)) return ['#1f0c9a3e.2 …5'];
  return typeof value === 'object' && value !== null ? { '…': '#1f0c9a3e.2 …5' } : value;
}

/**
 * Returns the kind of a result, or `any` if the format does not distinguish kinds: formats with media next to the value, and pi
 * for a single part.
 */
function kindOf(name: ResultFormat, result: unknown): string {
  const isBare =
    SEPARATE_PARTS.has(name) || (name === 'pi' && (!Array.isArray(result) || result.length === 1));
  if (isBare) return 'any';
  return Array.isArray(result) ? 'list' : result === null ? 'null' : typeof result;
}

/** Returns the content of a result in order; media last in formats that store it next to the value. */
function saidIn(name: ResultFormat, result: unknown): readonly unknown[] {
  const said = resultParts(result).flatMap((part): unknown => {
    if (part.type === 'media') return { data: part.media.data };
    return part.type === 'text' ? part.text : part.value;
  });
  if (!SEPARATE_PARTS.has(name)) return said;
  return [...said.filter((one) => !isMediaData(one)), ...said.filter(isMediaData)];
}

/**
 * Returns the content in the form of `expected`. Placeholders for media next to a value become part of the value, so an expected value counts
 * if the text contains it.
 */
function asExpected(
  name: ResultFormat,
  said: readonly unknown[],
  expected: readonly unknown[],
): readonly unknown[] {
  if (!SEPARATE_PARTS.has(name)) return said;
  const letters = lettersOf(said);
  const isMissing = (one: unknown): boolean => !letters.includes(lettersOf([one]).slice(2, -2));
  const values = expected.filter((one) => !isMediaData(one) && !isMissing(one));
  return [...values, ...said.filter(isMediaData)];
}

function isMediaData(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'data' in one;
}

/** Returns the base64 runs in texts and JSON, which a model cannot read as images. */
function binaryTexts(result: unknown): readonly string[] {
  return resultParts(result).flatMap((part) => {
    if (part.type === 'media') return [];
    const text = part.type === 'text' ? part.text : JSON.stringify(part.value);
    return findBinaryText(text).map(({ start, end }) => text.slice(start, end));
  });
}

/** Counts the media of a result, including placeholders. */
function mediaIn(result: unknown): number {
  let count = 0;
  for (const part of resultParts(result)) {
    if (part.type === 'media') count += 1;
    else {
      const text = part.type === 'text' ? part.text : JSON.stringify(part.value);
      for (const [line] of text.matchAll(/\[[^[\]\n]*\]/g)) {
        if (parseMediaPlaceholder(line.replaceAll('\\"', '"')) !== undefined) count += 1;
      }
    }
  }
  return count;
}

/** Counts the media blocks of a history. Formats that cannot store media in a result write it after the results. */
function mediaBehind(history: readonly IContent[]): number {
  return history.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'media').length;
}

function wordsIn(result: unknown): readonly string[] {
  return resultParts(result).flatMap((part) =>
    part.type === 'text' ? (part.text.match(/[a-c]{3,}/g) ?? []) : [],
  );
}

function lettersOf(said: readonly unknown[]): string {
  return JSON.stringify(said);
}

/** Returns the errors of the receiver's schema for the last message; empty if it is accepted. */
function refusals(name: ResultFormat, messages: readonly unknown[]): readonly unknown[] {
  const last = messages.at(-1) as Readonly<Record<string, unknown>>;
  switch (name) {
    case 'ai-sdk':
      return [version6, version7].flatMap((schema) => {
        const { success, error } = schema.safeParse(last);
        return success ? [] : [error];
      });
    case 'openai-agents': {
      const { success, error } = protocol.ModelItem.safeParse(last);
      return success ? [] : [error];
    }
    default:
      return TAKEN[name](last) ? [] : [last];
  }
}

type Members = Readonly<Record<string, unknown>>;

const TAKEN: Readonly<
  Record<Exclude<ResultFormat, 'ai-sdk' | 'openai-agents'>, (message: Members) => boolean>
> = {
  openai: ({ content }) => isTextOr(content, ['text', 'image_url']),
  'openai-responses': ({ output }) => isTextOr(output, ['input_text', 'input_image', 'input_file']),
  anthropic: ({ content }) => {
    const [result] = content as readonly Members[];
    const others = ['image', 'document', 'search_result', 'tool_reference', 'novelty'];
    const types = result?.['is_error'] === true ? [] : others;
    return isTextOr(result?.['content'], ['text', ...types]);
  },
  gemini: ({ parts }) => {
    const [part] = parts as readonly { readonly functionResponse: Members }[];
    const { response, parts: media = [] } = part!.functionResponse;
    const isObject = typeof response === 'object' && response !== null && !Array.isArray(response);
    return (
      isObject &&
      (media as readonly object[]).every((one) => 'inlineData' in one || 'fileData' in one)
    );
  },
  genkit: ({ content }) => {
    const [part] = content as readonly { readonly toolResponse: Members }[];
    const { content: media = [] } = part!.toolResponse;
    return (media as readonly object[]).every((one) => 'media' in one || 'text' in one);
  },
  pi: ({ content }) => Array.isArray(content) && isTextOr(content, ['text', 'image']),
  langchain: ({ content }) =>
    typeof content === 'string' ||
    (content as readonly unknown[]).every(
      (one) => typeof one === 'string' || 'type' in (one as object),
    ),
};

function isTextOr(content: unknown, types: readonly string[]): boolean {
  if (typeof content === 'string') return true;
  return (content as readonly Members[]).every(
    ({ type, text, source, image_url: image }) =>
      types.includes(String(type)) &&
      (type !== 'text' || typeof text === 'string') &&
      (type !== 'image' || source === undefined || typeof source === 'object') &&
      (image === undefined || image !== ''),
  );
}
