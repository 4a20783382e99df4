import { priceCall, type CachePrices } from '@palimpsest/orchestrator';

/** An entry as a cache sees it. Equal digests mean equal content and token counts. */
export interface CountedEntry {
  readonly digest: string;
  readonly tokens: number;
}

/** A model call with everything it sends; system prompt and tools come first. */
interface SimulatedRequest {
  /** Milliseconds; not before the previous call. */
  readonly at: number;
  readonly entries: readonly CountedEntry[];
  /** @default 0 */
  readonly outputTokens?: number;
  /** Cached prefixes of the request, each by its number of entries. @default only the whole request */
  readonly breakpoints?: readonly number[];
}

export interface SimulatedCall {
  /** Number of leading entries read from the cache. */
  readonly entriesFound: number;
  readonly tokens: {
    readonly cached: number;
    readonly written: number;
    readonly uncached: number;
    readonly output: number;
  };
  /** In the currency of the prices. */
  readonly cost: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** A prefix of one or more requests. */
interface Node {
  readonly next: Map<string, Node>;
  /** Tokens from the first entry to this one. */
  readonly tokens: number;
  usedAt: number;
  /** Whether a request ended here or had a breakpoint here. */
  isMarked: boolean;
}

/**
 * Simulates a provider with a prompt cache: finds the longest prefix that an earlier request within the cache TTL left, bills the rest as
 * written, and stores the request. Deterministic; linear in the number of entries.
 *
 * Simpler than real caches: it always finds the longest prefix, has no size limit, cuts between entries only, and caches a reply when it is
 * sent back.
 */
export function createPrefixCache(prices: CachePrices): {
  readonly call: (request: SimulatedRequest) => SimulatedCall;
} {
  const [{ milliseconds, name }] = prices.cacheTtls;
  const root: Node = { next: new Map(), tokens: 0, usedAt: NEVER, isMarked: false };

  function findPath({ entries, at }: SimulatedRequest): { path: Node[]; found: number } {
    const path: Node[] = [];
    let node = root;
    let found = 0;
    for (const { digest, tokens } of entries) {
      let next = node.next.get(digest);
      if (next === undefined) {
        next = { next: new Map(), tokens: node.tokens + tokens, usedAt: NEVER, isMarked: false };
        node.next.set(digest, next);
      }
      // Using a prefix also uses all its own prefixes, so a live one never follows an expired one.
      const isAlive = at - next.usedAt < milliseconds;
      path.push(next);
      const canBeFound = next.isMarked || prices.matching === 'any-prefix';
      if (isAlive && canBeFound && next.tokens >= prices.minimumPrefixTokens) found = path.length;
      node = next;
    }
    return { path, found };
  }

  function keep(path: readonly Node[], { at, breakpoints = [] }: SimulatedRequest): void {
    for (const node of path) {
      // An expired breakpoint stays expired, even if another request starts with the same prefix.
      if (at - node.usedAt >= milliseconds) node.isMarked = false;
      node.usedAt = at;
    }
    const last = path.at(-1);
    if (last !== undefined) last.isMarked = true;
    for (const entries of breakpoints) path[entries - 1]!.isMarked = true;
  }

  return {
    call(request) {
      const { path, found } = findPath(request);
      const sent = path.at(-1)?.tokens ?? 0;
      const whole = path[found - 1]?.tokens ?? 0;
      const step = prices.matching === 'any-prefix' ? prices.granularityTokens : 1;
      const cached = Math.floor(whole / step) * step;
      const isKept = sent >= prices.minimumPrefixTokens;
      keep(path, request);
      const rest = sent - cached;
      const tokens = {
        cached,
        written: isKept ? rest : 0,
        uncached: isKept ? 0 : rest,
        output: request.outputTokens ?? 0,
      };
      return { entriesFound: found, tokens, cost: priceCall(prices, tokens, name) };
    },
  };
}
