import {
  createCostLedger,
  localPrices,
  priceCall,
  PRICES,
  type CachePrices,
  type CostLedger,
} from '@palimpsest/orchestrator';
import type { RequestReport, SentMessages } from '@palimpsest/proxy';
import type { DashboardSession, DashboardState } from '@palimpsest/report';
import type { OffSessions } from '../large-requests.ts';

const PREFILL = 'compression.prefillTokensPerSecond';
const DECODE = 'compression.decodeTokensPerSecond';

const MAX_SESSIONS = 64;

type ProviderName = 'anthropic' | 'openai' | 'gemini';

const PROVIDERS: Readonly<Record<string, ProviderName>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  'openai-responses': 'openai',
  gemini: 'gemini',
};

/** A session, with what its next request is compared with. */
interface Remembered {
  figures: DashboardSession;
  readonly ledger: CostLedger | undefined;
  readonly provider: ProviderName | undefined;
  readonly prices: CachePrices | undefined;
  /** Prompt tokens of the newest request without the proxy. */
  promptWithout: number;
}

/** What is remembered of the sessions of a proxy, for its page. */
export class DashboardSessions {
  readonly #known = new Map<string, Remembered>();
  readonly #messages = new Map<string, SentMessages>();
  #isAllOff = false;
  #started = 0;
  #local: CachePrices | undefined;

  /** Shows costs in seconds if the settings have the speed of a local model. Call it before the first request. */
  priceBySettings(settings: Readonly<Record<string, unknown>>): void {
    const { [PREFILL]: prefillTokensPerSecond, [DECODE]: decode } = settings;
    if (typeof prefillTokensPerSecond !== 'number') return;
    const decodeTokensPerSecond = typeof decode === 'number' ? decode : undefined;
    this.#local = localPrices({ prefillTokensPerSecond, decodeTokensPerSecond });
  }

  add(report: RequestReport): void {
    const { session, api, model, recalls, tokensGiven = 0, tokensSent = tokensGiven } = report;
    const { promptTokens = 0, cachedTokens = 0 } = report.usage ?? {};
    const one = this.#known.get(session) ?? this.#start(api);
    // The newest comes last.
    this.#known.delete(session);
    this.#known.set(session, one);
    const { figures } = one;
    one.figures = {
      ...figures,
      ...costsOf(one, report),
      model: model ?? figures.model,
      requests: figures.requests + 1,
      recalls: figures.recalls + recalls,
      tokensGiven: figures.tokensGiven + tokensGiven,
      tokensSent: figures.tokensSent + tokensSent,
      newestGiven: tokensGiven,
      newestReported: promptTokens,
      prompt: figures.prompt + promptTokens,
      cached: figures.cached + cachedTokens,
      isShortened: report.isShortened,
    };
    const [oldest] = this.#known.keys();
    if (this.#known.size <= MAX_SESSIONS || oldest === undefined) return;
    this.#known.delete(oldest);
    this.#messages.delete(oldest);
  }

  addMessages(sent: SentMessages): void {
    this.#messages.set(sent.session, sent);
  }

  isOff(session: string): boolean {
    return this.#isAllOff || this.#known.get(session)?.figures.isOff === true;
  }

  /** Returns the sessions that are off. */
  off(): OffSessions {
    return this.#isAllOff
      ? 'all'
      : [...this.#known.keys()].filter((session) => this.isOff(session));
  }

  /** Switches a session off or on; all of them without an id. Returns whether the id is known. */
  turn(isOff: boolean, id?: number): boolean {
    if (id === undefined) {
      this.#isAllOff = isOff;
      return true;
    }
    const one = this.#find(id)?.[1];
    if (one === undefined) return false;
    one.figures = { ...one.figures, isOff };
    return true;
  }

  state(): DashboardState {
    const sessions = [...this.#known.values()].toReversed();
    const providers = new Set(sessions.flatMap(({ provider }) => provider ?? []));
    return {
      isOff: this.#isAllOff,
      sessions: sessions.map(({ figures }) => figures),
      unit: this.#local === undefined ? 'USD' : 'seconds',
      prices:
        this.#local === undefined
          ? [...providers].map(priceNote)
          : ['Costs are the seconds that the local model of the settings needs.'],
    };
  }

  /** Returns the messages of the newest request of a session. */
  messagesOf(id: number): SentMessages | undefined {
    const found = this.#find(id);
    return found && this.#messages.get(found[0]);
  }

  #find(id: number): readonly [session: string, Remembered] | undefined {
    return [...this.#known].find(([, { figures }]) => figures.id === id);
  }

  #start(api: string): Remembered {
    this.#started += 1;
    const provider = PROVIDERS[api];
    const prices = this.#local ?? (provider && PRICES[provider]);
    const ledger = prices && createCostLedger(prices, { remembered: 0 });
    const figures: DashboardSession = {
      id: this.#started,
      api,
      model: '',
      requests: 0,
      recalls: 0,
      tokensGiven: 0,
      tokensSent: 0,
      newestGiven: 0,
      newestReported: 0,
      prompt: 0,
      cached: 0,
      isOff: false,
      isShortened: false,
    };
    return { figures, ledger, provider, prices, promptWithout: 0 };
  }
}

function priceNote(name: ProviderName): string {
  const { provider, model, asOf } = PRICES[name];
  return `Sessions of ${provider} are priced as ${model} on ${asOf}.`;
}

function costsOf(
  one: Remembered,
  { usage, tokensGiven, tokensSent }: RequestReport,
): Pick<DashboardSession, 'cost' | 'costWithout'> {
  const { figures, ledger, prices, promptWithout: before } = one;
  const { cost = 0, costWithout = 0 } = figures;
  if (usage === undefined || ledger === undefined || prices === undefined) return {};
  const { reported } = ledger.record({ usage });
  // The provider's count corrects the estimate.
  const ratio = tokensGiven === undefined || !tokensSent ? 1 : tokensGiven / tokensSent;
  const prompt = usage.promptTokens * Math.max(1, ratio);
  const cached = Math.min(before, prompt);
  one.promptWithout = prompt;
  const tokens = { cached, written: prompt - cached, output: usage.completionTokens };
  return {
    cost: cost + reported,
    costWithout: costWithout + priceCall(prices, tokens),
  };
}
