import type { ComparedDemand } from '@palimpsest/report';
import { useState } from 'preact/hooks';
import { DEMAND_STATES, formatNumber } from './words.ts';

interface DemandListProps {
  readonly demands: readonly ComparedDemand[];
  readonly onSelect: (index: number) => void;
}

const FEW = 12;

/** The instructions of the user, and where they are kept. */
export function DemandList({ demands, onSelect }: DemandListProps) {
  const [isWhole, setWhole] = useState(false);
  if (demands.length === 0) return null;
  const lost = demands.filter(({ state }) => state === 'lost');
  // The lost ones first: they are what a reader looks for.
  const sorted = [...lost, ...demands.filter(({ state }) => state !== 'lost')];
  const kept = demands.length - lost.length;
  return (
    <details class="demands" open={lost.length > 0}>
      <summary>
        Instructions of the user: {formatNumber(kept)} of {formatNumber(demands.length)} are kept
        word for word
      </summary>
      <ul>
        {sorted.slice(0, isWhole ? sorted.length : FEW).map(({ text, index, state }) => {
          const { sign, name } = DEMAND_STATES[state];
          return (
            <li key={`${index} ${text}`} class={`demand ${state}`}>
              <span class="state">
                <span aria-hidden="true">{sign}</span> {name}
              </span>{' '}
              <q>{text}</q>{' '}
              <button type="button" class="link" onClick={() => onSelect(index)}>
                #{index}
              </button>
            </li>
          );
        })}
      </ul>
      {!isWhole && sorted.length > FEW && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {formatNumber(sorted.length)}
        </button>
      )}
    </details>
  );
}
