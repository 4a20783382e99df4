import type { IContent } from '@palimpsest/core-types';

/** Number of newest user messages after which a breakpoint is set. */
const HUMAN_MARKS = 2;

/**
 * Returns the cache breakpoints of a request before its end, for providers that find marked prefixes only; the rule is the same for every
 * policy. Hosts have four breakpoints (Anthropic's number), which only later requests find. One is at the end. One is where the common prefix
 * with the previous request ends, so that a policy whose edits move from call to call finds the part before them. Two follow the newest two
 * user messages.
 *
 * @param shared number of leading entries in common with the previous request
 * @returns positions, each as the number of entries before it
 */
export function breakpointsOf(entries: readonly IContent[], shared: number): number[] {
  const places = shared > 0 ? [shared] : [];
  const most = places.length + HUMAN_MARKS;
  for (let at = entries.length; at > 0 && places.length < most; at -= 1) {
    if (entries[at - 1]!.speaker === 'human') places.push(at);
  }
  return places;
}
