import { isMarker, formatSummaryMarker, type StrategyPlugin } from '@palimpsest/core-types';
import { beginningOf, rewriting, type OriginDefect } from './origin-defect.ts';

interface Rules {
  /** A block without a closing fence is code up to the end of the text. */
  readonly readsUnclosed: boolean;
  /** A closing fence has at least as many characters as the opening one. */
  readonly countsMarkers: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`\r\n]*)$/;

/** Returns for each line whether it is code, according to the fence rules. */
function codeOf(lines: readonly string[], { readsUnclosed, countsMarkers }: Rules): boolean[] {
  const isCode = lines.map(() => false);
  let start = -1;
  let fence = '';
  for (const [at, line] of lines.entries()) {
    const [, markers = '', info = ''] = FENCE.exec(line) ?? [];
    if (start < 0) {
      if (markers === '') continue;
      start = at;
      fence = markers;
    } else {
      const isSame = markers[0] === fence[0] && (!countsMarkers || markers.length >= fence.length);
      if (markers === '' || info.trim() !== '' || !isSame) continue;
      isCode.fill(true, start, at + 1);
      start = -1;
    }
  }
  if (start >= 0 && readsUnclosed) isCode.fill(true, start);
  return isCode;
}

/** Replaces the prose of each text with code by a summary, and keeps the code. */
function splitting(rules: Rules): StrategyPlugin {
  return rewriting((text) => {
    if (isMarker(text) || text.startsWith('[summary') || !/```|~~~/.test(text)) return text;
    const lines = text.split(/\r\n|\r|\n/);
    const isCode = codeOf(lines, rules);
    const prose = lines.filter((_, at) => isCode[at] !== true).join(' ');
    if (prose.trim().length < 80) return text;
    const summary = formatSummaryMarker({ text: beginningOf(prose, 40).replaceAll(/[`~]/g, '') });
    const code = lines.filter((_, at) => isCode[at] === true).join('\n');
    const left = code === '' ? summary : `${summary}\n\n${code}`;
    return left.length < text.length ? left : text;
  });
}

const mended = splitting({ readsUnclosed: true, countsMarkers: true });

export const codeDefects: readonly OriginDefect[] = [
  {
    id: 'B7',
    does: 'takes code that is never closed for prose',
    law: 'law-9-code',
    broken: splitting({ readsUnclosed: false, countsMarkers: true }),
    mended,
  },
  {
    id: 'B8',
    does: 'ends code of four marks at three of them',
    law: 'law-9-code',
    broken: splitting({ readsUnclosed: true, countsMarkers: false }),
    mended,
  },
];
