/** What the page of a running proxy shows: `@palimpsest/report/dashboard.html` reads it from the URL `state` next to the page. */
export interface DashboardState {
  /** Whether all requests go out unchanged. */
  readonly isOff: boolean;
  /** The newest first. */
  readonly sessions: readonly DashboardSession[];
  /** Unit of the costs: seconds if the settings have the speed of a local model. */
  readonly unit: 'USD' | 'seconds';
  /** Sentences that say where prices are from: one for each model that has sessions and a known price, or one for a local model. */
  readonly prices: readonly string[];
}

export interface DashboardSession {
  /** Names the session in `sessions/ID` and in requests to switch it off. */
  readonly id: number;
  /** First words of the first request of its user. */
  readonly subject?: string;
  readonly api: string;
  readonly model: string;
  readonly requests: number;
  readonly answeredCalls: number;
  /** Estimated tokens of all requests, as the agent sent them and as they were sent on. */
  readonly tokensGiven: number;
  readonly tokensSent: number;
  /** Tokens of the newest request: as the agent would count it, and as the provider reported it. */
  readonly newestGiven: number;
  readonly newestReported: number;
  /** Prompt tokens as the provider reported them, and those of them that came from its cache. */
  readonly prompt: number;
  readonly cached: number;
  /** Cost by the reported usage, and expected cost without the proxy; absent without usage, or without the prices of a model. */
  readonly cost?: number;
  readonly costWithout?: number;
  readonly isOff: boolean;
  /** Whether the newest request was shortened. */
  readonly isShortened: boolean;
}
