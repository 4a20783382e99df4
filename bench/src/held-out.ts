import { createHash } from 'node:crypto';

/**
 * Returns whether a recorded conversation is held out: nothing may be fitted on it, and figures of quality come from it alone. It is, if the first
 * byte of the SHA-256 of its task is odd: about half of each file. All recordings of one task are in the same half.
 */
export function isHeldOut(id: string): boolean {
  return createHash('sha256').update(taskOf(id)).digest()[0]! % 2 === 1;
}

/** Returns the task of a conversation: its id without what tells several recordings of one task apart. */
function taskOf(id: string): string {
  const [source, ...parts] = id.split('/');
  if (source === 'tau2') return parts.slice(1, -1).join('/');
  if (source === 'tau' || source === 'aider-swebench') return parts.slice(0, -1).join('/');
  return parts.join('/');
}
