import type { Results } from './results-read.ts';

/** Families with a section and a picture of their own, by the file of the picture. */
export const SHOWN_FAMILIES: Readonly<
  Record<string, { readonly title: string; readonly picture: string }>
> = {
  'coding-claude-code': { title: 'Claude Code sessions', picture: 'retention-claude-code' },
  'other coding': { title: 'Other coding sessions', picture: 'retention-other-coding' },
  'service dialogues': { title: 'Service dialogues', picture: 'retention-service' },
};

/** Draws every picture, by file name: what each method keeps, by the share of the tokens it takes. */
export function plots({ retention, questions, arena }: Results): ReadonlyMap<string, string> {
  const drawn = new Map<string, string>();
  for (const [family, { title, picture }] of Object.entries(SHOWN_FAMILIES)) {
    const rows = (retention?.figures.rows ?? []).filter((row) => row.family === family);
    const hasLines = rows.some(({ survived }) => survived.lines !== null);
    drawn.set(
      picture,
      plot(`${title}: what is kept of what was needed later, by the share of tokens`, rows, {
        'values kept': (row) => row.survived.all,
        ...(hasLines
          ? { 'whole lines kept': (row) => row.survived.lines }
          : { 'values kept that the solution contains': (row) => row.survived.gold }),
      }),
    );
  }
  drawn.set(
    'questions',
    plot('Meetings: what a search finds, and what remains', questions.figures.rows, {
      'questions with evidence among the first 20 results': (row) => row.hit20,
      'words of the evidence kept': (row) => row.keptWords,
    }),
  );
  const sides = arena.figures.rows
    .filter(({ group, ours }) => group === 'coding' && ours !== undefined)
    .flatMap(({ theirs, ours }) => [
      { method: 'salience', kept: ours!.tokens, left: ours! },
      { method: 'contestants', kept: theirs.tokens, left: theirs },
    ]);
  drawn.set(
    'arena',
    plot('Coding sessions: contestants, and salience in as many tokens as each of them', sides, {
      'values kept': ({ left }) => left.values,
      'statements kept': ({ left }) => left.narrative,
    }),
  );
  return drawn;
}

/** Every drawn method with its colour, in the order of the legend. Colours are distinct with colour blindness (Okabe and Ito). */
const COLORS: Readonly<Record<string, string>> = {
  salience: '#0072b2',
  'high-density': '#d55e00',
  extractive: '#009e73',
  'top-down-truncation': '#cc79a7',
  'newest only': '#56b4e9',
  'head and tail': '#e69f00',
  'mask old results': '#222222',
  'identifier list': '#777777',
  contestants: '#d55e00',
};
/** Several methods at a size of their own each, which no line joins. */
const SCATTERED = 'contestants';
/** Methods of others have dashed lines. */
const OURS = 4;
const [LEFT, TOP, WIDTH, HEIGHT, GAP] = [60, 64, 330, 300, 86];

interface Measured {
  readonly method: string;
  readonly kept: number | null;
}

/** Draws one panel per measure, in per cent by the per cent of tokens kept, with one legend. */
function plot<Row extends Measured>(
  title: string,
  rows: readonly Row[],
  measures: Readonly<Record<string, (row: Row) => number | null>>,
): string {
  const methods = Object.keys(COLORS).filter((name) => rows.some(({ method }) => method === name));
  const panels = Object.entries(measures).map(([label, measure], panel) => {
    const left = LEFT + panel * (WIDTH + GAP);
    const x = (share: number): number => left + (share / 100) * WIDTH;
    const y = (share: number): number => TOP + HEIGHT - (share / 100) * HEIGHT;
    const grid = [0, 20, 40, 60, 80, 100].flatMap((tick) => [
      `<path d="M${left} ${y(tick)}h${WIDTH}" stroke="#dddddd"/>`,
      text(left - 8, y(tick) + 4, `${tick} %`, 'end'),
      text(x(tick), TOP + HEIGHT + 18, `${tick} %`, 'middle'),
    ]);
    const lines = methods.map((method) => {
      const points = rows
        .filter((row) => row.method === method)
        .flatMap((row) => {
          const [kept, value] = [row.kept, measure(row)];
          return kept === null || value === null ? [] : [[kept, value] as const];
        })
        .toSorted(([one], [other]) => one - other)
        .map(([kept, value]) => [x(kept).toFixed(1), y(value).toFixed(1)] as const);
      return [
        method === SCATTERED
          ? ''
          : `<polyline points="${points.map((point) => point.join(',')).join(' ')}" ${strokeOf(method)}/>`,
        ...points.map(
          ([px, py]) => `<circle cx="${px}" cy="${py}" r="4" fill="${COLORS[method]}"/>`,
        ),
      ].join('');
    });
    const names = [
      text(left, TOP - 12, label),
      text(left + WIDTH / 2, TOP + HEIGHT + 38, 'tokens kept', 'middle'),
    ];
    return [...grid, ...names, ...lines].join('\n');
  });
  const right = LEFT + panels.length * (WIDTH + GAP) - GAP + 24;
  const legend = methods.map((method, at) => {
    const y = TOP + 6 + at * 20;
    return `<path d="M${right} ${y}h28" ${strokeOf(method)}/>${text(right + 36, y + 4, method)}`;
  });
  const [width, height] = [right + 200, TOP + HEIGHT + 56];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222222" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`,
    text(16, 26, title),
    ...panels,
    ...legend,
    '</svg>\n',
  ].join('\n');
}

function strokeOf(method: string): string {
  const isOurs = Object.keys(COLORS).indexOf(method) < OURS;
  const dashes = isOurs ? '' : ' stroke-dasharray="5 4"';
  return `fill="none" stroke="${COLORS[method]}" stroke-width="2"${dashes}`;
}

function text(x: number, y: number, words: string, anchor = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
}
