import { isLogFormat } from '../forms/log-formats.ts';
import { displayWidth, fit, padEnd, padStart } from '../terminal/columns.ts';
import { counted, figure } from '../terminal/figures.ts';
import type { Look } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';
import { aboutCall } from './about-call.ts';
import { drawContent, drawFindings } from './draw-sections.ts';
import type { Inspection, LargeEntry } from './inspection.ts';

/** What is in one conversation, for a terminal. */
export function drawInspection(inspection: Inspection, look: Look): string[] {
  const { colors, marks } = look;
  const { id, format, messages, entries, tokens, findings, largest } = inspection;
  const about = [
    format,
    counted(messages, isLogFormat(format) ? 'record' : 'message'),
    ...(entries === messages ? [] : [counted(entries, 'entry', 'entries')]),
    `about ${counted(tokens, 'token')}`,
  ];
  const title = about.map((text) => ` ${marks.dot} ${text}`).join('');
  return [
    '',
    `  ${colors.bold(printable(id, 60))}${colors.dim(title)}`,
    '',
    ...drawContent(inspection, look),
    ...drawFindings(findings, inspection, tokens, look),
    ...drawLargest(largest, look),
  ];
}

function drawLargest(largest: readonly LargeEntry[], look: Look): string[] {
  if (largest.length === 0) return [];
  const { colors, marks, width } = look;
  const indexWidth = Math.max(...largest.map(({ index }) => String(index).length)) + 1;
  const lines = largest.map(({ index, speaker, tool, key, tokens, text }) => {
    const room = width - indexWidth - 24;
    const shown = aboutCall(tool, key, text === '' ? room : Math.floor(room * 0.6), marks);
    const left = room - displayWidth(shown) - 2;
    const words = left < 8 ? '' : fit(text, left, marks.ellipsis);
    const gap = shown === '' || words === '' ? '' : '  ';
    return `  ${colors.dim(padStart(`#${index}`, indexWidth))}  ${padEnd(speaker, 6)}  ${padStart(figure(tokens), 8)}  ${shown}${gap}${colors.dim(words)}`.trimEnd();
  });
  return [`  ${colors.bold('The largest entries')}`, ...lines, ''];
}
