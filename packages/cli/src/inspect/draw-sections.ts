import type { Repair } from '@palimpsest/core-types';
import { brokenInWords } from '../compress/changes-in-words.ts';
import { padEnd, padStart } from '../terminal/columns.ts';
import { counted, figure, percent } from '../terminal/figures.ts';
import type { Look } from '../terminal/look.ts';
import { chart, type ChartRow } from './chart.ts';
import type { Defects, Findings, Inspection, Share, ToolShare } from './inspection.ts';

const TOOLS_SHOWN = 10;

const BLOCK_NAMES: Readonly<Record<string, string>> = {
  tool_call: 'tool call',
  tool_response: 'tool result',
  opaque: 'other',
};

/** What an inspection and an overview show alike. */
export interface Content {
  readonly tokens: number;
  readonly overhead: Inspection['overhead'];
  readonly speakers: readonly Share[];
  readonly blocks: readonly Share[];
  readonly tools: readonly ToolShare[];
}

/** Who speaks, in what kinds of blocks, with which tools. */
export function drawContent(
  { tokens, overhead, speakers, blocks, tools }: Content,
  look: Look,
): string[] {
  const shown = tools.slice(0, TOOLS_SHOWN);
  const hidden = tools.slice(TOOLS_SHOWN);
  const rest = {
    label: counted(hidden.length, 'more tool'),
    tokens: hidden.reduce((sum, tool) => sum + tool.tokens, 0),
    note: '',
  };
  const entries = speakers.reduce((sum, { count }) => sum + count, 0);
  const besides = overheadRows(overhead);
  const own = [...blocks, ...besides].reduce((sum, share) => sum + share.tokens, 0);
  const around = tokens - own;
  // What a message costs whatever it says: without it the rows would not add up.
  const wrapping = {
    label: 'per entry',
    tokens: around,
    note: counted(entries, 'entry', 'entries'),
  };
  return [
    ...chart(
      'Who speaks',
      [
        ...speakers.map((share) => ({
          label: share.name,
          tokens: share.tokens,
          note: counted(share.count, 'entry', 'entries'),
        })),
        ...besides,
      ],
      tokens,
      look,
    ),
    ...chart(
      'What it is made of',
      [
        ...blocks.map((share) => ({
          label: BLOCK_NAMES[share.name] ?? share.name,
          tokens: share.tokens,
          note: counted(share.count, 'block'),
        })),
        ...(around > 0 ? [wrapping] : []),
        ...besides,
      ],
      tokens,
      look,
    ),
    ...chart(
      'Tools, with their results',
      [
        ...shown.map((tool) => ({
          label: tool.name,
          tokens: tool.tokens,
          note: `${counted(tool.count, 'call')}${tool.failures > 0 ? `, ${figure(tool.failures)} failed` : ''}`,
        })),
        ...(hidden.length > 0 ? [rest] : []),
      ],
      tokens,
      look,
    ),
  ];
}

/** What a request body sends in addition to its messages. */
function overheadRows({ system, tools }: Inspection['overhead']): readonly ChartRow[] {
  const rows = [
    { label: 'system text', tokens: system, note: 'of the request' },
    { label: 'tool definitions', tokens: tools, note: 'of the request' },
  ];
  return rows.filter(({ tokens }) => tokens > 0);
}

/** What could go, and what is broken. */
export function drawFindings(
  findings: Findings,
  { repairs, repeatedIds }: Defects,
  tokens: number,
  look: Look,
): string[] {
  const { colors } = look;
  const rows = [
    ['stale reads', findings.staleReads, 'of files written later'],
    ['repeated files', findings.repeatedInclusions, 'included again later'],
    ['equal results', findings.duplicateResults, 'the same as an earlier one'],
  ] as const;
  const lines = [`  ${colors.bold('What could go')}`];
  for (const [label, { count, tokens: own }, note] of rows) {
    const figures = `${padStart(figure(count), 5)}  ${padStart(figure(own), 11)} tokens${padStart(own === 0 ? '' : percent(own / Math.max(1, tokens)), 8)}`;
    const line = `  ${padEnd(label, 14)}  ${figures}   ${note}`;
    lines.push(count === 0 ? colors.dim(line) : line);
  }
  lines.push('', `  ${colors.bold('What is broken')}`);
  const broken = brokenInWords(new Map(Object.entries(repairs) as [Repair['kind'], number][]));
  if (repeatedIds > 0) {
    const text = counted(repeatedIds, 'call with the id', 'calls with the id');
    broken.push(`${text} of an earlier call`);
  }
  if (broken.length === 0) lines.push(colors.dim('  nothing'));
  for (const text of broken) lines.push(`  ${colors.yellow(text)}`);
  lines.push('');
  return lines;
}
