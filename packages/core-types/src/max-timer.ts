/** Longest delay of a timer, in milliseconds: 2^31 − 1. Node and browsers run a longer one at once. */
export const MAX_TIMER_MS = 2_147_483_647;
