import { localPrices, PRICES, type CachePrices } from '@palimpsest/orchestrator';

/** Prices in a currency, as of a day. */
interface ReplayPrices extends CachePrices {
  readonly model: string;
  readonly asOf?: string;
  readonly currency: string;
}

/** Speed of a model of about 30 billion parameters on one graphics card: an assumption, in tokens per second. */
const LOCAL = { prefillTokensPerSecond: 1_000, decodeTokensPerSecond: 40 };

/** Price tables of the replay: those of providers, and seconds of a local model. */
export const TABLES = {
  ...PRICES,
  local: {
    ...localPrices(LOCAL),
    model: '1,000 tokens read, 40 written per second',
    currency: 's',
  },
} as const satisfies Readonly<Record<string, ReplayPrices>>;

export type PriceName = keyof typeof TABLES;

/** Tables of providers: their bills can be added to those of each other. */
export const PROVIDER_NAMES = Object.keys(PRICES) as readonly PriceName[];
