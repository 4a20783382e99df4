import type { IContent } from '@palimpsest/core-types';

/** So many of the newest messages of people are marked. */
const HUMAN_MARKS = 2;

/**
 * Where a request is marked beside its end, for providers that find marked places only; the same rule for every policy. Hosts have four marks
 * (Anthropic's number), and a mark is found by later requests only. One stands at the end. One stands where what the request has in common with the
 * one before it ends: a policy that edits at a place that moves on from call to call finds again what lies before it. The other two
 * stand behind the newest two messages of people.
 *
 * @param shared how many entries the request has in common with the one before it
 * @returns places, each as how many entries lie before it
 */
export function breakpointsOf(entries: readonly IContent[], shared: number): number[] {
  const places = shared > 0 ? [shared] : [];
  const most = places.length + HUMAN_MARKS;
  for (let at = entries.length; at > 0 && places.length < most; at -= 1) {
    if (entries[at - 1]!.speaker === 'human') places.push(at);
  }
  return places;
}
