import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { history as build, type HistoryBuilder } from '@palimpsest/testing';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  codecs,
  detectFormat,
  FORMAT_NAMES,
  FormatError,
  getCodec,
  isLogFormat,
  type FormatName,
} from '../src/index.ts';
import { anyHistory } from './arbitrary-history.ts';
import { plain } from './expect-history.ts';
import { fixtures } from './fixture.ts';

const withoutLogs = FORMAT_NAMES.filter((name) => !isLogFormat(name));

/** What every format of the list promises, with its fixture. */
describe.each(FORMAT_NAMES)('%s', (name) => {
  const codec = getCodec(name);
  const { messages, rejected, valid } = fixtures[name];

  test('returns unchanged messages as the same objects, and mutates nothing', () => {
    fc.assert(
      fc.property(messages, (given) => {
        const written = codec.encode(codec.decode(freeze(given)));
        expect(written.length).toBe(given.length);
        for (const [index, message] of written.entries()) expect(message).toBe(given[index]);
      }),
    );
  });

  test.each(rejected)('rejects %j with its index and the accepted values', (message, seen) => {
    const decode = (): unknown => codec.decode([valid, message]);
    expect(decode).toThrow(FormatError);
    expect(decode).toThrow(`${name} message 1: found ${seen}`);
    expect(decode).toThrow('Accepted: ');
  });

  test.each(Object.entries(fixtures[name].detected))('is detected by %s', (_, given) => {
    expect(detectFormat(given)).toBe(name);
  });

  test('can be imported from its own path', async () => {
    const exported = (await import(`../src/formats/${name}.ts`)) as object;
    expect(Object.values(exported)).toContain(codec);
    expect(codec.name).toBe(name);
  });
});

describe.each(withoutLogs)('%s, which can be written anew,', (name) => {
  const codec = getCodec(name);
  const { messages } = fixtures[name];

  test('copies of entries encode to equal messages', () => {
    fc.assert(
      fc.property(messages, (given) => {
        const history = codec.decode(given);
        expect(codec.encode(structuredClone(history))).toEqual(given);
        expect(codec.encode(history.map(copy))).toEqual(given);
      }),
    );
  });

  test('removing an entry changes only its messages', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (given, at) => {
        const history = codec.decode(given);
        fc.pre(history.length > 0);
        const removed = history[at % history.length]!;
        const left = history.filter((entry) => entry !== removed);
        const own = new Set(codec.encode([removed]).concat(messageOf(removed)));
        const written = codec.encode(left);
        const others = given.filter((message) => !own.has(message));
        expect(written.filter((message) => given.some((one) => one === message))).toEqual(others);
        const isAlone = left.every((entry) => messageOf(entry) !== messageOf(removed));
        expect(written.length).toBe(isAlone ? others.length : given.length);
      }),
    );
  });

  test('writes an edited block, and keeps every other message the same object', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (given, at) => {
        const history = codec.decode(given);
        const blocks = history.flatMap((entry) => entry.blocks).filter(isEditable);
        const block = blocks[at % Math.max(blocks.length, 1)];
        fc.pre(block !== undefined);
        const edited = history.map((entry) =>
          entry.blocks.includes(block)
            ? { ...entry, blocks: entry.blocks.map((own) => (own === block ? edit(own) : own)) }
            : entry,
        );
        const written = codec.encode(edited);
        expect(written.length).toBe(given.length);
        expect(written.filter((message, index) => message !== given[index]).length).toBe(1);
        expect(plain(codec.decode(written))).toEqual(plain(edited));
      }),
    );
  });

  test('keeps any history that all formats can represent, also with native objects of another format', () => {
    fc.assert(
      fc.property(anyHistory, fc.constantFrom(...withoutLogs), (history, origin) => {
        expect(plain(codec.decode(codec.encode(freeze(history))))).toEqual(history);
        const other = getCodec(origin);
        const travelled = other.decode(other.encode(history));
        expect(plain(codec.decode(codec.encode(travelled)))).toEqual(history);
      }),
    );
  });

  test.skipIf(codec.writesEntries)('reads one entry for each result of an entry', () => {
    const written = codec.encode(calls().results('a', 'b').build());
    expect(plain(codec.decode(written))).toEqual(calls().result('a').result('b').build());
  });

  test.skipIf(codec.writesEntries)(
    'recognizes a generated entry by its message object, and not by a copy',
    () => {
      const blocks: ContentBlock[] = [{ type: 'text', text: '[3 entries were dropped; 2 follow]' }];
      const metadata = { synthetic: true, reason: 'dropped-entries' };
      const written = codec.encode([{ speaker: 'human', blocks, metadata }]);
      expect(codec.decode(written)[0]?.metadata).toEqual(metadata);
      expect(codec.encode(codec.decode(written))).toEqual(written);
      expect(codec.decode(structuredClone(written))[0]?.metadata).toBeUndefined();
    },
  );

  test.skipIf(codec.writesEntries)(
    'writes no message for an entry with only unknown blocks',
    () => {
      const opaque: IContent = { speaker: 'ai', blocks: [{ type: 'opaque', kind: 'novelty' }] };
      expect(codec.encode([opaque])).toEqual([]);
    },
  );
});

test.each([
  ['nothing', []],
  ['values that are no messages', [5, null]],
  [
    'messages for a user interface',
    [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  ],
])('no format is detected for %s', (_, given) => {
  expect(detectFormat(given)).toBeUndefined();
});

test('the README has the row of every format; `-u` writes it', async () => {
  const rows = Object.values(codecs).map(({ name, title }) => [
    `\`${name}\``,
    `\`@palimpsest/formats/${name}\``,
    title,
  ]);
  const head = ['format', 'subpath', 'messages'];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows].map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |\n`,
  );
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const written = readme.replace(/\| format +\| subpath.*\n(?:\|.*\n)+/, lines.join(''));
  await expect(written).toMatchFileSnapshot('../README.md');
});

test('the manifest exports every format; `-u` writes it', async () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const manifest = JSON.parse(text) as { readonly exports: Readonly<Record<string, unknown>> };
  const exports = {
    '.': manifest.exports['.'],
    ...Object.fromEntries(FORMAT_NAMES.map((name) => [`./${name}`, exportOf(name)])),
    './package.json': './package.json',
  };
  const written = `${JSON.stringify({ ...manifest, exports }, undefined, 2)}\n`;
  await expect(written).toMatchFileSnapshot('../package.json');
});

function exportOf(name: FormatName): object {
  return {
    '@palimpsest/source': `./src/formats/${name}.ts`,
    types: `./dist/formats/${name}.d.ts`,
    default: `./dist/formats/${name}.js`,
  };
}

function calls(): HistoryBuilder {
  return build().human('Go').calls(['read'], ['run']);
}

function messageOf({ native }: IContent): unknown {
  return (native as { readonly message: unknown }).message;
}

function isEditable({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'tool_response';
}

function edit(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { ...block, text: `${block.text}…` };
  if (block.type !== 'tool_response') return block;
  const { error: _error, isError: _flag, ...rest } = block;
  return { ...rest, result: 'shortened' };
}

function copy(entry: IContent): IContent {
  return { ...entry, blocks: entry.blocks.map((block) => ({ ...block })) };
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
