import { defined } from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import {
  createCostLedger,
  localPrices,
  priceCall,
  PRICES,
  type CachePrices,
} from '@palimpsest/orchestrator';
import type { RequestReport, SentMessages } from '@palimpsest/proxy';
import { sessionTitle, type DashboardSession, type DashboardState } from '@palimpsest/report';
import type { OffSessions } from '../worker-proxy.ts';

const PREFILL = 'compression.prefillTokensPerSecond';
const DECODE = 'compression.decodeTokensPerSecond';

const MAX_SESSIONS = 64;

/** A session, with what its next request is compared with. */
interface Remembered {
  figures: DashboardSession;
  /** Whether the price of each request so far is known. */
  isPriced: boolean;
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
    const {
      session,
      api,
      model,
      answeredCalls,
      tokensGiven = 0,
      tokensSent = tokensGiven,
    } = report;
    const { promptTokens = 0, cachedTokens = 0 } = report.usage ?? {};
    const one = this.#known.get(session) ?? this.#start(api);
    // The newest comes last.
    this.#known.delete(session);
    this.#known.set(session, one);
    const { cost: _cost, costWithout: _costWithout, ...figures } = one.figures;
    one.figures = {
      ...figures,
      ...addCosts(one, report, this.#local ?? findPrices(report.model)),
      ...defined({ subject: figures.subject ?? this.#findSubject(session) }),
      model: model ?? figures.model,
      requests: figures.requests + 1,
      answeredCalls: figures.answeredCalls + answeredCalls,
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
  offSessions(): OffSessions {
    return this.#isAllOff
      ? 'all'
      : [...this.#known.keys()].filter((session) => this.isOff(session));
  }

  /** Switches a session off or on; all of them without an id. Returns whether the id is known. */
  setOff(isOff: boolean, id?: number): boolean {
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
    const priced = sessions.flatMap(({ figures }) => findPrices(figures.model) ?? []);
    return {
      isOff: this.#isAllOff,
      sessions: sessions.map(({ figures }) => figures),
      unit: this.#local === undefined ? 'USD' : 'seconds',
      prices:
        this.#local === undefined
          ? [...new Set(priced)].map(
              ({ model, asOf }) => `Prices of ${model} are those of ${asOf}.`,
            )
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

  #findSubject(session: string): string | undefined {
    const sent = this.#messages.get(session);
    return sent && sessionTitle(getCodec(sent.format).decode(sent.given));
  }

  #start(api: string): Remembered {
    this.#started += 1;
    const figures: DashboardSession = {
      id: this.#started,
      api,
      model: '',
      requests: 0,
      answeredCalls: 0,
      tokensGiven: 0,
      tokensSent: 0,
      newestGiven: 0,
      newestReported: 0,
      prompt: 0,
      cached: 0,
      isOff: false,
      isShortened: false,
    };
    return { figures, isPriced: true, promptWithout: 0 };
  }
}

/** Returns the prices of a model, also under a name with a date; `undefined` if they are not known. */
function findPrices(name: string | undefined): (typeof PRICES)[keyof typeof PRICES] | undefined {
  const model = name?.replace(/-(?:latest|\d{8}|\d{4}-\d\d-\d\d)$/, '');
  return Object.values(PRICES).find((prices) => prices.model === model);
}

/** Returns the costs of a session with one more request, nothing if the price of a request is unknown. */
function addCosts(
  one: Remembered,
  { usage, tokensGiven, tokensSent }: RequestReport,
  prices: CachePrices | undefined,
): Pick<DashboardSession, 'cost' | 'costWithout'> {
  const { cost = 0, costWithout = 0 } = one.figures;
  // A request that failed has no usage, and costs nothing.
  if (usage === undefined) return one.figures.cost === undefined ? {} : { cost, costWithout };
  one.isPriced &&= prices !== undefined;
  if (!one.isPriced || prices === undefined) return {};
  const { reported } = createCostLedger(prices).record({ usage });
  // The provider's count corrects the estimate.
  const ratio = tokensGiven === undefined || !tokensSent ? 1 : tokensGiven / tokensSent;
  const prompt = usage.promptTokens * Math.max(1, ratio);
  const cached = Math.min(one.promptWithout, prompt);
  one.promptWithout = prompt;
  const tokens = { cached, written: prompt - cached, output: usage.completionTokens };
  return { cost: cost + reported, costWithout: costWithout + priceCall(prices, tokens) };
}
