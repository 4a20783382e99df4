import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';

/** No conversation of an input has that id or position. */
export function notFound(wanted: string, count: number, name: string): Refusal {
  return new Refusal(
    `${name} has no conversation "${printable(wanted, 80)}": give its id, or its position from 0 to ${count - 1}.`,
  );
}
