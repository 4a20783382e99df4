import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DemandList } from './demand-list.tsx';
import { EntryList, type Destination } from './entry-list.tsx';
import { Filters, useFilter } from './filters.tsx';
import type { Overview, SessionData } from './session-data.ts';
import { TokenMap } from './token-map.tsx';
import { formatCount, formatNumber, formatSaving } from './words.ts';

/** The whole report of one session. */
export function Report({ data }: { readonly data: SessionData }) {
  const { title, subject, about, facts, parent } = data.overview;
  return (
    <>
      <header>
        <p class="facts">
          {parent === undefined ? (
            'Palimpsest report'
          ) : (
            <a href={parent.address}>← {parent.name}</a>
          )}
        </p>
        <h1>{subject ?? title}</h1>
        <p class="facts">{[...(subject === undefined ? [] : [title]), ...facts].join(' · ')}</p>
        {about !== undefined && <p>{about}</p>}
        <Figures {...data.overview} />
      </header>
      <main>
        <SessionView data={data} />
      </main>
    </>
  );
}

export type TokenFigures = Pick<Overview, 'tokensBefore' | 'tokensAfter' | 'targetTokens'>;

/** Tokens before and after, and the target. */
export function Figures({ tokensBefore, tokensAfter, targetTokens }: TokenFigures) {
  return (
    <p class="figures">
      <strong>{formatNumber(tokensBefore)}</strong> → <strong>{formatNumber(tokensAfter)}</strong>{' '}
      tokens <span class="saving">{formatSaving(tokensBefore, tokensAfter)}</span>
      {targetTokens !== undefined && (
        <span class="facts"> target {formatNumber(targetTokens)}</span>
      )}
    </p>
  );
}

type Entry = Overview['entries'][number];

interface SessionViewProps {
  readonly data: SessionData;
  /** Whether keys move in this session: in one of those on a page. @default true */
  readonly hasKeys?: boolean;
}

/** The map, the instructions and the entries of a session. */
export function SessionView({ data, hasKeys = true }: SessionViewProps) {
  const { overview } = data;
  const search = useRef<HTMLInputElement>(null);
  const filter = useFilter(data);
  const [active, setActive] = useState<number>();
  const [destination, setDestination] = useState<Destination>();
  const [hasList, setHasList] = useState(false);
  // The list comes after the first paint, in a task of its own.
  useEffect(() => setHasList(true), []);
  const shown = filter.shown;
  const goTo = (entry: number): void => {
    setActive(entry);
    setDestination({ entry });
  };
  /** Also to an entry that the filter hides. */
  const goToAny = (entry: number): void => {
    filter.clear();
    goTo(entry);
  };
  const goToIndex = (index: number): void => {
    const { entries } = overview;
    const own = entries.findIndex((entry) => entry.index === index);
    const around = ({ index: first = Infinity, lastIndex = first }: Entry): boolean =>
      first <= index && index <= lastIndex;
    const entry = own < 0 ? entries.findIndex(around) : own;
    if (entry >= 0) goToAny(entry);
  };
  // A layout effect: a key may come before the paint, while the old handler knows only the entries that were shown before.
  useLayoutEffect(() => {
    if (!hasKeys) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) {
        if (event.key === 'Escape') target.blur();
        return;
      }
      const step = { j: 1, k: -1 }[event.key];
      if (step !== undefined) {
        const at = active === undefined ? -1 : shown.indexOf(active);
        const next = shown[Math.max(0, Math.min(shown.length - 1, at + step))];
        if (next !== undefined) goTo(next);
      } else if (event.key === '/') search.current?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <div class={`session ${overview.hasReasons === true ? 'reasoned' : ''}`}>
      <TokenMap entries={overview.entries} active={active} onSelect={goToAny} />
      <DemandList demands={overview.demands} onSelect={goToIndex} />
      <section aria-label="Entries">
        <Filters filter={filter} inputRef={search} />
        <p class="facts" role="status">
          {shown.length === overview.entries.length
            ? formatCount(shown.length, 'entry', 'entries')
            : `${formatNumber(shown.length)} of ${formatCount(overview.entries.length, 'entry', 'entries')}`}
          {hasKeys && (
            <span class="keys">
              {' '}
              · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> open, close ·{' '}
              <kbd>/</kbd> search
            </span>
          )}
        </p>
        <p class="row captions">
          <span class="side">
            <span class="sign">−</span>Before
          </span>
          <span class="side">
            <span class="sign">+</span>What the model sees now
          </span>
        </p>
        {hasList && (
          <EntryList
            data={data}
            shown={shown}
            active={active}
            destination={destination}
            onActive={setActive}
          />
        )}
      </section>
    </div>
  );
}
