import { fit, padEnd, padStart } from '../terminal/columns.ts';
import { counted, figure } from '../terminal/figures.ts';
import type { Look } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';
import { chart } from './chart.ts';
import { drawContent, drawFindings } from './draw-sections.ts';
import type { Overview } from './inspection.ts';

/** What is in many conversations, for a terminal. */
export function drawOverview(overview: Overview, look: Look): string[] {
  const { colors, marks } = look;
  const { name, conversations, badLines, formats, messages, tokens, medianTokens } = overview;
  const about = [
    ...formats,
    counted(conversations, 'conversation'),
    counted(messages, 'message'),
    `about ${counted(tokens, 'token')}`,
  ];
  const title = about.map((text) => ` ${marks.dot} ${text}`).join('');
  return [
    '',
    `  ${colors.bold(printable(name, 60))}${colors.dim(title)}`,
    ...(badLines > 0 ? [`  ${colors.yellow(counted(badLines, 'bad line'))}`] : []),
    '',
    ...drawContent(overview, look),
    ...drawFindings(overview.findings, overview, tokens, look),
    ...drawConversations(overview, look),
    `  ${colors.dim(`The median is ${counted(medianTokens, 'token')}. One of them alone: --conversation ID or #.`)}`,
    '',
  ];
}

function drawConversations({ largest, tokens }: Overview, look: Look): string[] {
  const { marks } = look;
  const indexWidth = Math.max(1, ...largest.map(({ index }) => String(index).length)) + 1;
  return chart(
    'The largest conversations',
    largest.map(({ index, id, messages, tokens: own }) => ({
      label: `${padStart(`#${index}`, indexWidth)} ${padEnd(fit(printable(id, 80), 22 - indexWidth, marks.ellipsis), 0)}`,
      tokens: own,
      note: `${figure(messages)} messages`,
    })),
    tokens,
    look,
  );
}
