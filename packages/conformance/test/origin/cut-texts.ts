import { isMarker, formatTruncationMarker } from '@palimpsest/core-types';
import { mapTexts, beginningOf, pair, rewriting, type OriginDefect } from './origin-defect.ts';
import { planted } from '../planted.ts';
import { claiming } from './claiming.ts';

/** Truncates texts that are longer than `length` characters. */
function cutting(length: number, { isGuarded }: { readonly isGuarded: boolean }) {
  return (text: string): string => {
    if (text.length <= length || isMarker(text)) return text;
    const marker = formatTruncationMarker(text.length, text.slice(0, length).toWellFormed());
    return isGuarded && marker.length >= text.length ? text : marker;
  };
}

export const cutDefects: readonly OriginDefect[] = [
  {
    id: 'B3',
    does: 'says that it fits where only what is longer than 512 characters was cut',
    law: 'law-5-size',
    ...pair((isBroken) => {
      const strategy = planted(mapTexts(cutting(512, { isGuarded: true })));
      return isBroken ? claiming(strategy, { shortfallTokens: 0 }) : strategy;
    }),
  },
  {
    id: 'B4',
    does: 'makes a text of 513 characters longer by cutting it',
    law: 'law-5-texts',
    ...pair((isBroken) => rewriting(cutting(512, { isGuarded: !isBroken }))),
    entries: 6,
  },
  {
    id: 'B6',
    does: 'leaves nothing that shows what it made, and shortens it again the next time',
    law: 'law-6-idempotent',
    ...pair((isBroken) =>
      rewriting((text) => {
        if (text.length < 80 || isMarker(text) || /```|~~~/.test(text)) return text;
        const half = beginningOf(text, Math.min(500, Math.floor(text.length / 2) - 30));
        return isBroken ? `Context: ${half}` : formatTruncationMarker(text.length, half);
      }),
    ),
  },
];
