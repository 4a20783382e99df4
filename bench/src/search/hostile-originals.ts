import { createDice } from '../dice.ts';

/** Texts of originals that are expensive to search, `size` characters in total per name. */
export function hostileOriginals(size: number): Readonly<Record<string, () => readonly string[]>> {
  const fill = (part: string) => (): readonly string[] => [
    part.repeat(Math.ceil(size / part.length)).slice(0, size),
  ];
  const pieces = (length: number) => (): readonly string[] => {
    const [text] = hexWords(size);
    return Array.from({ length: Math.ceil(size / length) }, (_, index) =>
      text!.slice(index * length, (index + 1) * length),
    );
  };
  return {
    'hex words': () => hexWords(size),
    'hex words, a line each': () => hexWords(size).map((text) => text.replaceAll(' ', '\n')),
    'one line of short words': fill('a b c d e f g '),
    newlines: fill('\n'),
    'lines of one letter': fill('a\n'),
    'no spaces': fill('aB3xYz9qWe'),
    'one letter': fill('a'),
    'null characters': fill('\0'),
    punctuation: fill('(.*)+?[]{}|^$\\'),
    Chinese: fill('北京颐和园明天上午开放门票多少钱请问怎么走'),
    'emoji and marks': fill('👩\u200d💻e\u0301\u0301\u0301🇳🇴𝒳'),
    'halves of surrogates': fill('\ud800a\udc00'),
    'words like the query': fill('capacitro capacito overflowedd overflow '),
    '10,000 originals': pieces(Math.ceil(size / 10_000)),
    '100,000 originals': pieces(Math.ceil(size / 100_000)),
  };
}

export const HOSTILE_QUERIES: readonly string[] = [
  'error',
  'capacitor overflowed',
  'deadbeef cafebabe 0123abcd',
  '(a+)+$ .*.*.*x [a-z]{1,9999} \\1',
  'a aa aaa aaaa aaaaa aaaaaa aaaaaaa aaaaaaaa aaaaaaaaa aaaaaaaaaa aaaaaaaaaaa',
  `${'a'.repeat(499)}b`,
  Array.from({ length: 50 }, (_, index) => `aB3xYz${index}`).join(' '),
  '北京颐和园明天上午开放门票多少钱',
  'aB3xYz9qWeaB3xYz9qWeaB3xYz',
  Array.from({ length: 30 }, (_, index) => `capacitr${'xyz'[index % 3]!.repeat(index)}`)
    .join(' ')
    .slice(0, 500),
];

function hexWords(size: number): string[] {
  const dice = createDice(1);
  const words: string[] = [];
  for (let length = 0; length < size; length += 9) {
    words.push(dice.between(0, 0xffff_ffff).toString(16).padStart(8, '0'));
  }
  return [words.join(' ').slice(0, size)];
}
