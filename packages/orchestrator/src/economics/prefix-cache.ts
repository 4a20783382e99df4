import type { CachePrices } from './cache-prices.ts';
import { checkAmount, checkPrices, lifetimeOf, PricingError } from './check-prices.ts';
import { priceCall, type CallTokens } from './price-call.ts';

/** An entry as a cache sees it: equal digests stand for equal content, of equally many tokens. */
export interface CountedEntry {
  readonly digest: string;
  readonly tokens: number;
}

/** A call of the model: everything that is sent, system prompt and tools first. */
export interface SimulatedRequest {
  /** A clock in milliseconds. */
  readonly at: number;
  readonly entries: readonly CountedEntry[];
  /** Tokens of the answer. @default 0 */
  readonly outputTokens?: number;
  /** Beginnings that are marked to be found again beside the whole request, each by how many entries it has. @default none */
  readonly breakpoints?: readonly number[];
}

export interface SimulatedCall {
  readonly at: number;
  /** How many entries from the first on were found. */
  readonly entriesFound: number;
  readonly tokens: CallTokens;
  readonly cost: number;
}

export interface Simulation {
  readonly calls: readonly SimulatedCall[];
  /** Sum of all calls, in the currency of the prices. */
  readonly cost: number;
}

export interface PrefixCacheOptions {
  readonly prices: CachePrices;
  /** The name of the lifetime that is asked for. @default the first of the prices' */
  readonly lifetime?: string;
}

/** A provider with nothing but a prompt cache and a bill. */
export interface PrefixCache {
  /** Answers a request. Times must not go back. */
  call(request: SimulatedRequest): SimulatedCall;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** A beginning of requests. */
interface Node {
  readonly next: Map<string, Node>;
  /** Tokens from the first entry to here. */
  readonly tokens: number;
  usedAt: number;
  /** Whether a request ended or was marked here. */
  isMarked: boolean;
}

/**
 * A simulated provider: finds the longest beginning of a request that an earlier one within the lifetime left, bills the rest as written, and
 * keeps the request. Using a beginning renews it, and everything it begins with. Deterministic, without a network or a clock of its
 * own; linear in what is sent.
 *
 * Simpler than real ones: it always finds what it could find, has no limit of size, cuts between entries only, and counts an answer where it
 * is sent back.
 *
 * @throws PricingError for prices and requests that cannot be meant
 */
export function createPrefixCache({ prices, lifetime }: PrefixCacheOptions): PrefixCache {
  const { milliseconds, name } = lifetimeOf(checkPrices(prices), lifetime);
  const root: Node = { next: new Map(), tokens: 0, usedAt: NEVER, isMarked: false };
  let latest = 0;

  function pathOf({ entries, at }: SimulatedRequest): { path: Node[]; found: number } {
    const path: Node[] = [];
    let node = root;
    let found = 0;
    for (const { digest, tokens } of entries) {
      let next = node.next.get(digest);
      if (next === undefined) {
        const sum = node.tokens + checkAmount('tokens', tokens);
        next = { next: new Map(), tokens: sum, usedAt: NEVER, isMarked: false };
        node.next.set(digest, next);
      }
      // What is alive began with what is alive: a beginning is used with everything it begins with.
      const isAlive = at - next.usedAt < milliseconds;
      path.push(next);
      const isFindable = next.isMarked || prices.matching === 'any-prefix';
      if (isAlive && isFindable && next.tokens >= prices.minimumPrefixTokens) found = path.length;
      node = next;
    }
    return { path, found };
  }

  function keep(path: readonly Node[], { at, breakpoints = [] }: SimulatedRequest) {
    for (const node of path) {
      // What was forgotten is not back because something else begins with it.
      if (at - node.usedAt >= milliseconds) node.isMarked = false;
      node.usedAt = at;
    }
    const last = path.at(-1);
    if (last !== undefined) last.isMarked = true;
    for (const entries of breakpoints) path[entries - 1]!.isMarked = true;
  }

  return {
    call(request) {
      checkRequest(request, latest);
      const { path, found } = pathOf(request);
      latest = request.at;
      const sent = path.at(-1)?.tokens ?? 0;
      const whole = path[found - 1]?.tokens ?? 0;
      const step = prices.matching === 'any-prefix' ? prices.granularityTokens : 1;
      const cached = Math.floor(whole / step) * step;
      const isKept = sent >= prices.minimumPrefixTokens;
      keep(path, request);
      const anew = sent - cached;
      const tokens = {
        cached,
        written: isKept ? anew : 0,
        uncached: isKept ? 0 : anew,
        output: request.outputTokens ?? 0,
      };
      const cost = priceCall(prices, tokens, name);
      return { at: request.at, entriesFound: found, tokens, cost };
    },
  };
}

function checkRequest(
  { at, entries, outputTokens = 0, breakpoints = [] }: SimulatedRequest,
  latest: number,
): void {
  if (checkAmount('at', at) < latest) {
    throw new PricingError('at', at, `a time not before the last call's ${latest}`);
  }
  checkAmount('outputTokens', outputTokens);
  for (const one of breakpoints) {
    if (Number.isInteger(one) && one >= 1 && one <= entries.length) continue;
    throw new PricingError('breakpoints', one, `a number of entries from 1 to ${entries.length}`);
  }
}

/** The bill of a sequence of requests with `createPrefixCache`, call by call. */
export function simulatePrefixCache(
  requests: Iterable<SimulatedRequest>,
  options: PrefixCacheOptions,
): Simulation {
  const cache = createPrefixCache(options);
  const calls = Array.from(requests, (request) => cache.call(request));
  return { calls, cost: calls.reduce((sum, call) => sum + call.cost, 0) };
}
