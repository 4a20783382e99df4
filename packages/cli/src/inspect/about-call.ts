import { displayWidth, fit, fitPath } from '../terminal/columns.ts';
import type { Marks } from '../terminal/look.ts';

/** Tool and key; of a path the end says the most, of anything else the beginning. */
export function aboutCall(
  tool: string | undefined,
  key: string | undefined,
  room: number,
  { ellipsis }: Marks,
): string {
  if (tool === undefined) return '';
  if (key === undefined) return fit(tool, room, ellipsis);
  const left = room - displayWidth(tool) - 1;
  if (left < 8) return fit(`${tool} ${key}`, room, ellipsis);
  const isPath = /^[^\s]*[/\\][^\s]*$/.test(key);
  return `${tool} ${isPath ? fitPath(key, left, ellipsis) : fit(key, left, ellipsis)}`;
}
