import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EntryCard } from './entry-card.tsx';
import type { SessionData } from './session-data.ts';

/** An entry to scroll to and to focus. Another object asks again. */
export interface Destination {
  readonly entry: number;
}

interface EntryListProps {
  readonly data: SessionData;
  /** Positions of the entries to show. */
  readonly shown: readonly number[];
  readonly active: number | undefined;
  readonly destination: Destination | undefined;
  readonly onActive: (entry: number) => void;
}

/** Height of a closed entry, in pixels, until it is measured. */
const CLOSED_HEIGHT = 44;

/** Height of the captions that stay at the top of the window, in pixels. */
const CAPTIONS_HEIGHT = 32;

/** The entries; only those in view are in the page. The window scrolls them. */
export function EntryList({ data, shown, active, destination, onActive }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null);
  /** Distance from the top of the page to the list, in pixels. */
  const [top, setTop] = useState(0);
  const open = useRef<Destination | undefined>(undefined);
  const [, update] = useState(0);
  /** Entries that the user opened or closed; all others are open if they changed. */
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isOpen = (entry: number): boolean =>
    toggled.get(entry) ?? data.overview.entries[entry]!.change !== 'kept';
  // The list measures all entries again if these functions are new ones.
  const options = useMemo(
    () => ({
      count: shown.length,
      getScrollElement: () => window,
      scrollMargin: top,
      scrollPaddingStart: CAPTIONS_HEIGHT,
      estimateSize: () => CLOSED_HEIGHT,
      getItemKey: (at: number) => shown[at]!,
      overscan: 6,
      observeElementRect: observeWindowRect,
      observeElementOffset: observeWindowOffset,
      scrollToFn: windowScroll,
      onChange: () => update((count) => count + 1),
    }),
    [shown, top],
  );
  const [virtualizer] = useState(() => new Virtualizer<Window, HTMLElement>(options));
  virtualizer.setOptions(options);
  // The library names what a framework calls with an underscore.
  // oxlint-disable-next-line no-underscore-dangle
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  // oxlint-disable-next-line no-underscore-dangle
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => {
    const measure = (): void => setTop(list.current!.getBoundingClientRect().top + scrollY);
    const resized = new ResizeObserver(measure);
    resized.observe(document.body);
    measure();
    return () => resized.disconnect();
  }, []);
  useLayoutEffect(() => {
    const at = destination === undefined ? -1 : shown.indexOf(destination.entry);
    if (at < 0) return;
    open.current = destination;
    virtualizer.scrollToIndex(at, { align: 'start' });
  }, [destination, shown, virtualizer]);
  useLayoutEffect(() => {
    // The entry is in the page only after the list has scrolled.
    const card = list.current?.querySelector<HTMLElement>(`[data-entry="${open.current?.entry}"]`);
    if (card == null) return;
    open.current = undefined;
    card.focus({ preventScroll: true });
  });
  return (
    <div class="entries" role="feed" aria-label="Entries of the session">
      <div ref={list} style={{ height: `${virtualizer.getTotalSize()}px`, position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = shown[index]!;
          return (
            <div
              key={entry}
              data-index={index}
              ref={(element) => virtualizer.measureElement(element)}
              class="place"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <EntryCard
                entry={data.overview.entries[entry]!}
                at={entry}
                place={index + 1}
                count={shown.length}
                texts={isOpen(entry) ? data.texts(entry) : undefined}
                isActive={entry === active}
                onFocus={() => onActive(entry)}
                onToggle={() => setToggled(new Map(toggled).set(entry, !isOpen(entry)))}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
