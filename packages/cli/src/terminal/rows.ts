import type { Look } from './look.ts';
import { padEnd, wrap } from './columns.ts';

/** Columns of what stands before a text. */
const LABEL = 12;

/** A dim label and a text beside it, broken into lines where it is long. An empty label continues the row above. */
export function row(label: string, text: string, { colors, width }: Look): string[] {
  const room = Math.max(20, width - LABEL - 4);
  return wrap(text, room).map(
    (line, index) => `  ${colors.dim(padEnd(index === 0 ? label : '', LABEL))}${line}`,
  );
}

/** The same for a text that is coloured already, or must not be broken. */
export function plainRow(label: string, text: string, { colors }: Look): string {
  return `  ${colors.dim(padEnd(label, LABEL))}${text}`;
}
