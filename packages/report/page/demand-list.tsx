import type { ComparedDemand } from '@palimpsest/report';
import { useState } from 'preact/hooks';
import { DEMAND_STATES, formatNumber } from './words.ts';

interface DemandListProps {
  readonly demands: readonly ComparedDemand[];
  readonly onSelect: (index: number) => void;
}

const FEW = 12;

/** What the user demanded, and where it still stands. */
export function DemandList({ demands, onSelect }: DemandListProps) {
  const [isWhole, setWhole] = useState(false);
  if (demands.length === 0) return null;
  const lost = demands.filter(({ state }) => state === 'lost');
  // The lost ones first: they are what a reader looks for.
  const sorted = [...lost, ...demands.filter(({ state }) => state !== 'lost')];
  const stand = demands.length - lost.length;
  return (
    <details class="demands" open>
      <summary>
        What the user demanded: {formatNumber(stand)} of {formatNumber(demands.length)} stand word
        for word
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
