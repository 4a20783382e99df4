import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Overview } from './session-data.ts';
import { formatNumber, KINDS } from './words.ts';

interface TokenMapProps {
  readonly entries: Overview['entries'];
  readonly active: number | undefined;
  readonly onSelect: (entry: number) => void;
}

const HEIGHT = 96;
/** Space above the blocks for the marks of stale reads and duplicates. */
const MARK_HEIGHT = 10;

/** The session as a bar: each entry as wide as its tokens, filled as far as it is kept. */
export function TokenMap({ entries, active, onSelect }: TokenMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const starts = useMemo(() => sumWidths(entries), [entries]);
  const total = Math.max(1, starts.at(-1)!);
  useEffect(() => {
    // The reference is empty once the map is gone; an observer may still be called then.
    const drawn = canvas.current!;
    const draw = (): void => drawMap(drawn, entries, starts, active);
    // Also draws the map the first time.
    const resized = new ResizeObserver(draw);
    resized.observe(drawn);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
    };
  }, [entries, starts, active]);
  const select = (event: MouseEvent): void => {
    const box = canvas.current!.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * total;
    const entry = starts.findIndex((start) => start > place) - 1;
    if (entry >= 0) onSelect(entry);
  };
  return (
    <figure>
      <canvas
        ref={canvas}
        role="img"
        aria-label="Token map: each entry is as wide as its tokens, and filled from below as far as it is kept. The list below has the same entries."
        style={{ height: `${HEIGHT}px` }}
        onClick={select}
      />
      <figcaption>
        {Object.entries(KINDS).map(([kind, name]) => (
          <span key={kind} class="legend">
            <span class={`swatch ${kind}`} aria-hidden="true" /> {name}{' '}
            {formatNumber(sumTokens(entries, kind))}
          </span>
        ))}
        <span class="legend">▾ outdated read or repeated result</span>
        <span class="legend">Width: tokens. Filled: kept. Pale: removed.</span>
      </figcaption>
    </figure>
  );
}

function sumTokens(entries: Overview['entries'], kind: string): number {
  return entries.reduce((sum, own) => sum + (own.kind === kind ? own.tokensBefore : 0), 0);
}

/** Returns where each entry starts, in tokens, and where the last one ends. */
function sumWidths(entries: Overview['entries']): number[] {
  const starts = [0];
  for (const { tokensBefore, tokensAfter } of entries) {
    starts.push(starts.at(-1)! + Math.max(tokensBefore, tokensAfter));
  }
  return starts;
}

function drawMap(
  canvas: HTMLCanvasElement,
  entries: Overview['entries'],
  starts: readonly number[],
  active: number | undefined,
): void {
  const { width } = canvas.getBoundingClientRect();
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = HEIGHT * scale;
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(`--${name}`);
  const colors = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, color(kind)]));
  const [pale, ink] = [color('pale'), color('ink')];
  const room = HEIGHT - MARK_HEIGHT;
  const total = Math.max(1, starts.at(-1)!);
  let drawn = Number.NEGATIVE_INFINITY;
  for (const [at, { kind, tokensBefore, tokensAfter, marks }] of entries.entries()) {
    const left = (starts[at]! / total) * width;
    const span = (starts[at + 1]! / total) * width - left;
    // Of the many entries that share a pixel, one is drawn.
    if (left + span < drawn + 1 / scale && at !== active) continue;
    drawn = left + span;
    // A gap between entries that are wide enough for one.
    const own = span > 3 ? span - 1 : Math.max(span, 0.4);
    context.fillStyle = pale;
    context.fillRect(left, MARK_HEIGHT, own, room);
    const kept = Math.min(1, tokensAfter / Math.max(1, tokensBefore, tokensAfter)) * room;
    context.fillStyle = colors[kind]!;
    context.fillRect(left, HEIGHT - kept, own, kept);
    // A line in the color of its kind, also where nothing is kept.
    context.fillRect(left, MARK_HEIGHT, own, 2);
    if (marks !== undefined && span > 0.5) drawMark(context, left + own / 2, ink);
    if (at === active) {
      context.strokeStyle = ink;
      context.lineWidth = 2;
      context.strokeRect(left, MARK_HEIGHT, Math.max(own, 3), room - 1);
    }
  }
}

/** Draws a small triangle that points down. */
function drawMark(context: CanvasRenderingContext2D, middle: number, ink: string): void {
  context.fillStyle = ink;
  context.beginPath();
  context.moveTo(middle - 4, 1);
  context.lineTo(middle + 4, 1);
  context.lineTo(middle, MARK_HEIGHT - 2);
  context.fill();
}
