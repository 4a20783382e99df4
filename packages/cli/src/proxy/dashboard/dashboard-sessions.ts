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

/** What is remembered of the sessions of a proxy, for its page. */
export interface DashboardSessions {
  /** Shows costs in seconds if the settings have the speed of a local model. Call it before the first request. */
  priceBySettings(settings: Readonly<Record<string, unknown>>): void;
  readonly add: (report: RequestReport) => void;
  readonly addMessages: (messages: SentMessages) => void;
  readonly isOff: (session: string) => boolean;
  /** Switches a session off or on; all of them without an id. Returns whether the id is known. */
  turn(isOff: boolean, id?: number): boolean;
  state(): DashboardState;
  /** Returns the messages of the newest request of a session. */
  messagesOf(id: number): SentMessages | undefined;
}

const PREFILL = 'compression.prefillTokensPerSecond';
const DECODE = 'compression.decodeTokensPerSecond';

/** Sessions that are remembered. */
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

export function createDashboardSessions(): DashboardSessions {
  const known = new Map<string, Remembered>();
  const messages = new Map<string, SentMessages>();
  let isAllOff = false;
  let started = 0;
  let local: CachePrices | undefined;

  function start(api: string): Remembered {
    started += 1;
    const provider = PROVIDERS[api];
    const prices = local ?? (provider && PRICES[provider]);
    const ledger = prices && createCostLedger(prices, { remembered: 0 });
    const figures: DashboardSession = {
      id: started,
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

  const find = (id: number): readonly [string, Remembered] | undefined =>
    [...known].find(([, { figures }]) => figures.id === id);

  return {
    priceBySettings(settings) {
      const { [PREFILL]: prefillTokensPerSecond, [DECODE]: decode } = settings;
      if (typeof prefillTokensPerSecond !== 'number') return;
      const decodeTokensPerSecond = typeof decode === 'number' ? decode : undefined;
      local = localPrices({ prefillTokensPerSecond, decodeTokensPerSecond });
    },
    add(report) {
      const { session, api, model, recalls, tokensGiven = 0, tokensSent = tokensGiven } = report;
      const one = known.get(session) ?? start(api);
      // The newest comes last.
      known.delete(session);
      known.set(session, one);
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
        newestReported: report.usage?.promptTokens ?? 0,
        prompt: figures.prompt + (report.usage?.promptTokens ?? 0),
        cached: figures.cached + (report.usage?.cachedTokens ?? 0),
        isShortened: report.isShortened,
      };
      const [oldest] = known.keys();
      if (known.size <= MAX_SESSIONS || oldest === undefined) return;
      known.delete(oldest);
      messages.delete(oldest);
    },
    addMessages(sent) {
      messages.set(sent.session, sent);
    },
    isOff: (session) => isAllOff || known.get(session)?.figures.isOff === true,
    turn(isOff, id) {
      if (id === undefined) {
        isAllOff = isOff;
        return true;
      }
      const found = find(id);
      if (found === undefined) return false;
      found[1].figures = { ...found[1].figures, isOff };
      return true;
    },
    state() {
      const sessions = [...known.values()].toReversed();
      const providers = new Set(sessions.flatMap(({ provider }) => provider ?? []));
      return {
        isOff: isAllOff,
        sessions: sessions.map(({ figures }) => figures),
        unit: local === undefined ? 'USD' : 'seconds',
        prices:
          local === undefined
            ? [...providers].map(priceNote)
            : ['Costs are the seconds that the local model of the settings needs.'],
      };
    },
    messagesOf(id) {
      const found = find(id);
      return found && messages.get(found[0]);
    },
  };
}

function priceNote(name: ProviderName): string {
  const { provider, model, asOf } = PRICES[name];
  return `Sessions of ${provider} are priced as ${model} on ${asOf}.`;
}

/** Returns the costs of a session with one more request. */
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
