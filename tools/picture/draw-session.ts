import { readFileSync } from 'node:fs';
import { createPalimpsest } from 'palimpsest';
import {
  reportSession,
  type ComparedEntry,
  type Comparison,
  type EntryKind,
} from '@palimpsest/report';

/** Share of the tokens that the compression in the picture keeps. */
const RATIO = 0.25;

const WIDTH = 900;
const MARGIN = 12;
const BAR = 44;

const KINDS: Readonly<
  Record<EntryKind, { readonly name: string; readonly light: string; readonly dark: string }>
> = {
  system: { name: 'system', light: '#7a6f9b', dark: '#b3a6dd' },
  user: { name: 'user', light: '#b3261e', dark: '#ff8a80' },
  agent: { name: 'agent', light: '#0b6bcb', dark: '#7ab8ff' },
  call: { name: 'tool calls', light: '#8a5a00', dark: '#e0b050' },
  result: { name: 'tool results', light: '#2e7d4f', dark: '#6fca92' },
};

/** Draws the example session before and after a compression as an SVG that is readable on light and dark pages. */
export async function drawSession(): Promise<string> {
  const path = new URL('../../examples/session.json', import.meta.url);
  const messages = JSON.parse(readFileSync(path, 'utf8')) as unknown[];
  const comparison = await reportSession(
    { id: 'examples/session.json', format: 'openai', messages },
    createPalimpsest(),
    { targetRatio: RATIO },
  );
  const { entries, tokensBefore, tokensAfter } = comparison;
  const scale = (WIDTH - 2 * MARGIN) / sumOf(entries, 'tokensBefore');
  const before = drawBar(entries, 'tokensBefore', scale, 34);
  const afterTop = 34 + BAR + 40;
  const after = drawBar(entries, 'tokensAfter', scale, afterTop);
  const start = entries.slice(0, entries.findIndex(isOfReport));
  const reportLeft = MARGIN + sumOf(start, 'tokensAfter') * scale;
  const report = sumOf(entries.filter(isOfReport), 'tokensAfter') * scale;
  const reportLine = afterTop + BAR + 5;
  const kinds = Object.entries(KINDS);
  const legendTop = reportLine + 52;
  const legend = kinds.map(([kind, { name }], at) => {
    const left = MARGIN + at * 130;
    return `<rect class="${kind}" x="${left}" y="${legendTop - 10}" width="11" height="11"/><text x="${left + 17}" y="${legendTop}">${name}</text>`;
  });
  const colors = (scheme: 'light' | 'dark'): string =>
    kinds.map(([kind, own]) => `.${kind}{fill:${own[scheme]}}`).join('');
  const height = legendTop + 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${describe(comparison)}">
<style>text{font:14px system-ui,sans-serif;fill:#1a1d21}${colors('light')}.edge{stroke:#1a1d21;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#e8eaed}.edge{stroke:#e8eaed}${colors('dark')}}</style>
<text x="${MARGIN}" y="24">Before: ${formatNumber(tokensBefore)} tokens of a coding session, ${messages.length} messages</text>
${before}
<text x="${MARGIN}" y="${34 + BAR + 30}">After: ${formatNumber(tokensAfter)} tokens. ${sayKept(comparison)}</text>
${after}
<path class="edge" d="M${reportLeft.toFixed(1)} ${reportLine}h${report.toFixed(1)}"/>
<text x="${MARGIN}" y="${reportLine + 18}">One report of old messages, and then the newest messages, unchanged.</text>
${legend.join('\n')}
<text x="${MARGIN}" y="${legendTop + 24}">Strategy salience at a quarter, without a model. Each block is a step or a message, as wide as its tokens.</text>
</svg>
`;
}

type Size = 'tokensBefore' | 'tokensAfter';

function sumOf(entries: readonly ComparedEntry[], size: Size): number {
  return entries.reduce((sum, entry) => sum + entry[size], 0);
}

function drawBar(
  entries: readonly ComparedEntry[],
  size: Size,
  scale: number,
  top: number,
): string {
  let left = MARGIN;
  const blocks = entries.map((entry) => {
    const width = entry[size] * scale;
    // A gap between blocks that are wide enough for one.
    const drawn = width > 1.5 ? width - 0.5 : width;
    const block = `<rect class="${entry.kind}" x="${left.toFixed(1)}" y="${top}" width="${drawn.toFixed(1)}" height="${BAR}"/>`;
    left += width;
    return width < 0.05 ? '' : block;
  });
  return blocks.join('');
}

/** Returns whether an entry stands in the report; its beginning is new. */
function isOfReport({ change }: ComparedEntry): boolean {
  return change === 'reported' || change === 'added';
}

function sayKept({ entries, demands }: Comparison): string {
  const steps = entries.filter(({ change }) => change === 'reported').length;
  const newest = entries.filter(
    ({ change, kind }) => change === 'kept' && kind !== 'system',
  ).length;
  const stand = demands.filter(({ state }) => state !== 'lost').length;
  return `${stand} of ${demands.length} instructions are kept word for word; ${steps} steps are in the report, ${newest} messages unchanged.`;
}

function describe({ tokensBefore, tokensAfter }: Comparison): string {
  return `A recorded session of ${formatNumber(tokensBefore)} tokens, and what is left of it in ${formatNumber(tokensAfter)} tokens`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}
