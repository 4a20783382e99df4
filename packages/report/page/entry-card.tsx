import type { ComparedText } from '@palimpsest/report';
import { TextView } from './text-view.tsx';
import type { Overview } from './session-data.ts';
import { CHANGES, formatNumber, formatPosition, KINDS, MARKS } from './words.ts';

interface EntryCardProps {
  readonly entry: Overview['entries'][number];
  /** Position in the comparison. */
  readonly at: number;
  /** Position in the list, from 1, and length of the list. */
  readonly place: number;
  readonly count: number;
  /** The texts of an open entry. */
  readonly texts: readonly ComparedText[] | undefined;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
}

/** One entry: what it is, what became of it, and its lines. */
export function EntryCard({
  entry,
  at,
  place,
  count,
  texts,
  isActive,
  onFocus,
  onToggle,
}: EntryCardProps) {
  const { sign, name } = CHANGES[entry.change];
  const isOpen = texts !== undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    event.preventDefault();
    onToggle();
  };
  return (
    <article
      class={`entry ${entry.change} ${isActive ? 'active' : ''}`}
      data-entry={at}
      tabIndex={0}
      aria-posinset={place}
      aria-setsize={count}
      aria-label={`${KINDS[entry.kind]}, ${name}`}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <button type="button" class="heading" aria-expanded={isOpen} onClick={onToggle}>
        <span class={`swatch ${entry.kind}`} aria-hidden="true" />
        <span class="number">{formatPosition(entry)}</span>
        <span class="kind">{KINDS[entry.kind]}</span>
        <span class="label">{entry.label}</span>
        <span class="change">
          <span aria-hidden="true">{sign}</span> {name}
        </span>
        <span class="tokens">
          {entry.change === 'kept'
            ? formatNumber(entry.tokensBefore)
            : `${formatNumber(entry.tokensBefore)} → ${formatNumber(entry.tokensAfter)}`}
        </span>
      </button>
      {entry.marks?.map((mark) => (
        <p key={mark} class="mark">
          ▾ {MARKS[mark]}
        </p>
      ))}
      {texts?.map((text, index) => (
        <TextView key={index} text={text} isOnly={texts.length === 1} />
      ))}
    </article>
  );
}
