import type { Change, EntryKind } from '@palimpsest/report';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SessionData } from './session-data.ts';
import { CHANGES, KINDS } from './words.ts';

interface Filter {
  readonly query: string;
  readonly change: Change | 'all';
  readonly kind: EntryKind | 'all';
  /** Positions of the entries that pass. */
  readonly shown: readonly number[];
  set(changed: Partial<Pick<Filter, 'query' | 'change' | 'kind'>>): void;
  clear(): void;
}

const OPEN = { query: '', change: 'all', kind: 'all' } as const;

/** Keeps what the user wants to see, and searches the texts in the background. */
export function useFilter(data: SessionData): Filter {
  const [wanted, setWanted] = useState<Pick<Filter, 'query' | 'change' | 'kind'>>(OPEN);
  const [found, setFound] = useState<ReadonlySet<number>>();
  const { query, change, kind } = wanted;
  useEffect(() => {
    const stop = new AbortController();
    if (query.trim() === '') setFound(undefined);
    else {
      const search = async (): Promise<void> => {
        const own = await data.search(query, stop.signal);
        if (own !== undefined && !stop.signal.aborted) setFound(own);
      };
      void search();
    }
    return () => stop.abort();
  }, [data, query]);
  const shown = useMemo(() => {
    const all = data.overview.entries.map((_, entry) => entry);
    return all.filter((entry) => {
      const own = data.overview.entries[entry]!;
      return (
        (change === 'all' || own.change === change) &&
        (kind === 'all' || own.kind === kind) &&
        (found === undefined || found.has(entry))
      );
    });
  }, [data, change, kind, found]);
  return {
    ...wanted,
    shown,
    set: (changed) => setWanted({ ...wanted, ...changed }),
    clear: () => {
      if (query !== '' || change !== 'all' || kind !== 'all') setWanted(OPEN);
    },
  };
}

interface FiltersProps {
  readonly filter: Filter;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** Search field and choices above the list. */
export function Filters({ filter, inputRef }: FiltersProps) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        Search{' '}
        <input
          ref={inputRef}
          type="search"
          value={filter.query}
          onInput={(event) => filter.set({ query: event.currentTarget.value })}
        />
      </label>
      <label>
        Change{' '}
        <select
          value={filter.change}
          onChange={(event) => filter.set({ change: event.currentTarget.value as Change })}
        >
          <option value="all">all</option>
          {Object.entries(CHANGES).map(([value, { sign, name }]) => (
            <option key={value} value={value}>
              {`${sign} ${name}`}
            </option>
          ))}
        </select>
      </label>
      <label>
        Kind{' '}
        <select
          value={filter.kind}
          onChange={(event) => filter.set({ kind: event.currentTarget.value as EntryKind })}
        >
          <option value="all">all</option>
          {Object.entries(KINDS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
