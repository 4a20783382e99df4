import type { ContentBlock, IContent, ProvenanceRecord } from '@palimpsest/core-types';
import {
  checkInvariants,
  createContinuationEntry,
  createIsProtected,
  makeTurnMarker,
} from '@palimpsest/history';
import { expect, test } from 'vitest';

const ai = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'ai', blocks });
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const call = (id: string, parameters: unknown, name = 'edit'): ContentBlock => ({
  type: 'tool_call',
  id,
  name,
  parameters,
});
const CODE = '```ts\nconst a = 1;\n\nconst b = 2;\n```';
const PROSE = 'I looked at the pool. It throws at the limit. The port is 5433.';

const asked: IContent = { speaker: 'human', blocks: [text('Why?')] };
const said = ai({ type: 'thinking', thought: 'Hm.' }, text(PROSE), text(CODE));
const edited = ai(text('Now the edit.'), call('1', { path: 'a.ts', with: 'x'.repeat(200) }));
const before = [asked, said, edited];

/** Returns what the law finds in an output whose entry at `index` represents `sources`. */
function found(
  index: number,
  entry: IContent,
  sources: readonly number[] = [index],
  reason: ProvenanceRecord['reason'] = 'reduced',
): readonly string[] {
  const provenance = before.map((_, at): ProvenanceRecord =>
    at === index ? { sources, reason } : { sources: [at], reason: 'kept' },
  );
  const findings = checkInvariants({
    before,
    after: before.with(index, entry),
    provenance,
    isProtected: createIsProtected(),
    humanText: 'eligible',
    tokensBefore: 100,
    tokensAfter: 100,
  });
  return findings.filter(({ law }) => law === 'law-4-voice').map(({ message }) => message);
}

const NO_CALL = ['the call edit is not what the agent wrote'];
const NO_TEXT = ['a text is neither what the agent wrote nor a summary that says so'];

test.each<[string, ContentBlock, readonly string[]]>([
  ['cut', call('1', { path: 'a.ts', with: 'xxx…' }), NO_CALL],
  ['missing', call('1', { path: 'a.ts' }), NO_CALL],
  ['of another id', call('2', { path: 'a.ts', with: 'x'.repeat(200) }), NO_CALL],
  ['equal, in another object', call('1', { path: 'a.ts', with: 'x'.repeat(200) }), []],
])('a call whose arguments are %s', (_, block, expected) => {
  expect(found(2, ai(block))).toEqual(expected);
});

test('a call under another name is not what the agent wrote', () => {
  const block = call('1', { path: 'a.ts', with: 'x'.repeat(200) }, 'write');
  expect(found(2, ai(block))).toEqual(['the call write is not what the agent wrote']);
});

test.each<[string, readonly string[]]>([
  [PROSE.replace(' It throws at the limit.', ' …'), NO_TEXT],
  [PROSE.slice(0, 20), NO_TEXT],
  [`${PROSE} Done.`, NO_TEXT],
  ['I looked at it.', NO_TEXT],
  [`I looked at it.\n\n[summary: It throws.]`, NO_TEXT],
  [`[summary: It throws.]\n\n${CODE.replace('1', '2')}`, NO_TEXT],
  [PROSE, []],
  [`${PROSE}\n\n${CODE}`, []],
  ['[summary: It throws.]', []],
  ['[summary#sum_1: It throws.]', []],
  ['[truncated — 64 chars]', []],
  ['[truncated — 64 chars: I looked]', []],
  ['[dup of "I looked…" below, 64 chars]', []],
  ['…3', []],
  [`[summary: It throws.]\n\n${CODE}`, []],
  [`${CODE}\n\n[summary: It throws.]`, []],
])('the text %j in place of the agent’s own', (now, expected) => {
  expect(found(1, ai(text(now)))).toEqual(expected);
});

test('code may be another object, but no other code', () => {
  const withCode = ai({ type: 'code', code: 'a();', language: 'ts' });
  const judge = (code: string): readonly string[] =>
    checkInvariants({
      before: [withCode],
      after: [ai({ type: 'code', code })],
      provenance: [],
      isProtected: createIsProtected(),
      humanText: 'eligible',
      tokensBefore: 100,
      tokensAfter: 100,
    }).map(({ message }) => message);
  expect(judge('a();')).toEqual([]);
  expect(judge('a')).toEqual(['code is not what the agent wrote']);
});

test('reasoning may be missing', () => {
  expect(found(1, ai(...said.blocks.slice(1)))).toEqual([]);
});

test("a generated entry in the role of the agent is not checked as the agent's text", () => {
  expect(found(1, createContinuationEntry('Go on with the newest request.'))).toEqual([]);
  expect(found(1, makeTurnMarker())).toEqual([]);
  expect(found(1, ai(text('Go on with the newest request.')))).toEqual(NO_TEXT);
});

test('a summary of several entries joins whole texts, or says that it is one', () => {
  const joined = ai(text(`${PROSE}\n\n${CODE}\n\nNow the edit.`));
  expect(found(1, joined, [1, 2], 'summary')).toEqual([]);
  expect(found(1, ai(text('I looked. Now the edit.')), [1, 2], 'summary')).toEqual(NO_TEXT);
});
