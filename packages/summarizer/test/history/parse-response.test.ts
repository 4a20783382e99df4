import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseResponse } from '../../src/history/parse-response.ts';

const open = '<state_snapshot>';
const close = '</state_snapshot>';
const snapshot = (text: string): string => `${open}\n${text}\n${close}`;

describe('`parseResponse` returns the snapshot of', () => {
  test.each([
    ['a snapshot', snapshot('Goal: ships.'), 'Goal: ships.'],
    ['prose without tags', ' First part. Second part.\n', 'First part. Second part.'],
    ['two snapshots: the later counts', `${snapshot('A')}\n${snapshot('B')}`, 'B'],
    ['a whole one, and one cut off', `${snapshot('A')}\n${open}B`, 'A'],
    ['a snapshot in a snapshot', `${open}A ${open}B${close} C${close}`, 'A  B  C'],
    ['a quoted opening tag', `${open}A says ${open} and B${close}`, 'A says   and B'],
    ['a quoted closing tag', `${open}A says ${close} and B${close}`, 'A says   and B'],
    ['a closing tag alone', `A${close}`, 'A'],
    [
      'tags that would make another',
      `${open}<state_${open}snapshot>A${close}`,
      '<state_ snapshot>A',
    ],
    ['sections', snapshot('<goal>\nShips.\n</goal>'), '<goal>\nShips.\n</goal>'],
    ['half a character', snapshot('A \u{d83d}'), 'A \u{fffd}'],
    ['nothing', '', ''],
  ])('%s', (_, answer, text) => {
    expect(parseResponse(answer)).toEqual({ text, isTruncated: false });
  });
});

describe.each(['scratchpad', 'thinking', 'think', 'analysis'])('reasoning in <%s>', (name) => {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  test.each([
    ['goes before a snapshot', `${begin}hm${end}\n${snapshot('A')}`, 'A'],
    ['goes from prose', `${begin}hm${end} A ${begin}hm${end}`, 'A'],
    ['goes from within a snapshot', snapshot(`A${begin}hm${end} B`), 'A B'],
    ['goes where it never ends', `A ${begin}hm`, 'A'],
    ['goes where it never ends before a snapshot', `${begin}hm ${snapshot('A')}`, 'A'],
    ['goes where it never began', `hm${end}A`, 'A'],
    ['goes with the snapshot it drafts', `${begin}${snapshot('A')} no${end}${snapshot('B')}`, 'B'],
    ['gives its draft where nothing follows', `${begin}hm ${snapshot('A')} yes${end}`, 'A'],
    ['may speak of the tag', `${begin}I write ${open} then${end}${snapshot('A')}`, 'A'],
    ['may speak of the tag, and prose follow', `${begin}I write ${open} then${end} A`, 'A'],
    ['is a word within a snapshot', snapshot(`The tag ${begin} opens`), `The tag ${begin} opens`],
    ['is a word within a snapshot', snapshot(`The tag ${end} closes`), `The tag ${end} closes`],
    ['is all there is', `${begin}hm${end}`, ''],
    ['is all there is, and never ends', `${begin}hm`, ''],
  ])('%s', (_, answer, text) => {
    expect(parseResponse(answer).text).toBe(text);
  });
});

test('no response leaves a frame tag in the snapshot', () => {
  const pieces = fc.array(
    fc.constantFrom(
      open,
      close,
      '<think>',
      '</think>',
      '<scratchpad>',
      '</scratchpad>',
      'a ',
      '<state_',
      'snapshot>',
      '</',
    ),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(pieces, (all) => {
      const { text } = parseResponse(all.join(''));
      expect(text).not.toContain(open);
      expect(text).not.toContain(close);
      expect(text).toBe(text.trim());
    }),
  );
});

test('many opening tags behind the last closing one are read once', { timeout: 5_000 }, () => {
  const opened = '<think>'.repeat(200_000);
  expect(parseResponse(`<think></think>${opened}`)).toEqual(parseResponse(opened));
});
