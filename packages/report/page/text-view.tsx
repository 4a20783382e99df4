import type { ComparedText } from '@palimpsest/report';
import { useMemo, useState } from 'preact/hooks';
import { formatCount } from './words.ts';

/** A line that stays, or removed lines beside what replaces them. */
type Row =
  | { readonly kind: 'kept'; readonly text: string; readonly reason?: string }
  | { readonly kind: 'changed'; readonly lines: readonly string[]; readonly added?: string };

/** Rows that a text shows before the user asks for all. */
const FEW = 40;

interface TextViewProps {
  readonly text: ComparedText;
  readonly isOnly: boolean;
}

/** A text before and after, side by side; below each other where the page is narrow. */
export function TextView({ text, isOnly }: TextViewProps) {
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(() => toRows(text), [text]);
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, FEW);
  return (
    <div class="text">
      {!isOnly && <p class="title">{text.title}</p>}
      <div class="rows">
        {shown.map((row, index) => (
          <RowView key={index} row={row} />
        ))}
      </div>
      {shown.length < rows.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show {formatCount(rows.length - shown.length, 'more row')}
        </button>
      )}
    </div>
  );
}

function RowView({ row }: { readonly row: Row }) {
  const [isOpen, setOpen] = useState(false);
  if (row.kind === 'changed') {
    const { lines, added } = row;
    const isFolded = !isOpen && lines.length > 3;
    return (
      <div class="row changed">
        {isFolded && (
          <button type="button" class="side before fold" onClick={() => setOpen(true)}>
            <span class="sign">▸</span>
            {formatCount(lines.length, 'line')} removed{' '}
            <span class="taste">{lines.find((line) => line.trim() !== '')?.slice(0, 160)}</span>
          </button>
        )}
        {!isFolded && lines.length > 0 && (
          <del class="side before">
            <span class="sign">−</span>
            {lines.join('\n')}
          </del>
        )}
        {added !== undefined && (
          <ins class="side after">
            <span class="sign">+</span>
            {added}
          </ins>
        )}
      </div>
    );
  }
  return (
    <div class="row kept">
      <span class="side before">{row.text}</span>
      <span class="side after">{row.text}</span>
      {row.reason !== undefined && <span class="reason">{row.reason}</span>}
    </div>
  );
}

/** Returns the rows of a text: removed lines and the lines that follow in their place share one. */
function toRows({ before, edits, reasons = {} }: ComparedText): Row[] {
  const lines = before.split('\n');
  const rows: Row[] = [];
  let next = 0;
  for (const [at, edit] of edits.entries()) {
    if (typeof edit === 'string') {
      const previous = edits[at - 1];
      if (typeof previous !== 'number' || previous > 0) {
        rows.push({ kind: 'changed', lines: [], added: edit });
      }
      continue;
    }
    const run = lines.slice(next, next + Math.abs(edit));
    if (edit < 0) {
      const added = edits[at + 1];
      rows.push({
        kind: 'changed',
        lines: run,
        ...(typeof added === 'string' ? { added } : {}),
      });
    } else {
      for (const [offset, text] of run.entries()) {
        const reason = reasons[next + offset];
        rows.push({ kind: 'kept', text, ...(reason === undefined ? {} : { reason }) });
      }
    }
    next += run.length;
  }
  return rows;
}
