import type { TokenRow } from '../../retention/by-tokens.ts';
import { SHOWN_FAMILIES } from '../family-names.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const CUT = 70;
const MEETINGS = 'Meetings';

/** Shares that one method keeps of one family at one size. */
interface Kept {
  readonly family: string;
  readonly method: string;
  readonly budget: number | null;
  readonly kept: number | null;
  readonly found: readonly (number | null)[];
}

/** Formats what methods keep if sizes are counted in tokens, next to `salience` with sizes in characters. */
export function byTokensSection({ retention, questions }: Results): string | undefined {
  const { byTokens, rows = [] } = retention?.figures ?? {};
  if (byTokens === undefined) return undefined;
  const { byTokens: asked = [], rows: askedRows = [] } = questions?.figures ?? {};
  const counted = [...byTokens.map(keptOf), ...asked.map(meetingsOf)];
  const characters = [
    ...rows.filter(({ cut }) => cut === CUT).map(keptOf),
    ...askedRows.map(meetingsOf),
  ].filter(({ method }) => method === 'salience');
  const methods = [...new Set(counted.map(({ method }) => method))];
  const places = counted.filter(({ method }) => method === methods[0]);
  return markdownTable(
    ['family', 'asked for', ...methods, 'salience, in characters'],
    places.map(({ family, budget }): Cell[] => {
      const at = (all: readonly Kept[], method: string): string | undefined =>
        written(
          all.find(
            (one) => one.family === family && one.budget === budget && one.method === method,
          ),
        );
      return [
        SHOWN_FAMILIES[family]?.title ?? family,
        `${budget} %`,
        ...methods.map((method) => at(counted, method)),
        at(characters, 'salience'),
      ];
    }),
  );
}

function keptOf({
  family,
  method,
  budget,
  kept,
  survived: { all, gold, lines },
}: Pick<TokenRow, 'budget' | 'family' | 'kept' | 'method' | 'survived'>): Kept {
  return { family, method, budget, kept, found: lines === null ? [all ?? gold] : [all, lines] };
}

function meetingsOf({
  keptWords,
  ...row
}: Omit<Kept, 'family' | 'found'> & { readonly keptWords: number | null }): Kept {
  return { ...row, family: MEETINGS, found: [keptWords] };
}

function written(one: Kept | undefined): string | undefined {
  if (one === undefined) return undefined;
  const [found, left] = [one.found, [one.kept]].map((values) =>
    values.map((value) => (value === null ? '–' : decimal(value, 1))).join(' / '),
  );
  return `${found} (${left})`;
}
