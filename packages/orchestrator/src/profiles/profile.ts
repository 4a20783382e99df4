/** A profile that names one model, as the files of llxprt-code have them. */
export interface StandardProfile {
  readonly version?: number;
  readonly type?: 'standard';
  readonly provider: string;
  readonly model: string;
  /** What is sent to the model: `temperature`, `max_tokens` and the like. */
  readonly modelParams?: Readonly<Record<string, unknown>>;
  /** What the client goes by: `auth-key`, `auth-key-name`, `auth-keyfile`, `base-url`, `context-limit` and whatever else the host knows. */
  readonly ephemeralSettings?: Readonly<Record<string, unknown>>;
}

/** A profile that names others, which share the work. Members beside these are not looked at. */
export interface LoadBalancerProfile {
  readonly version?: number;
  readonly type: 'loadbalancer';
  /**
   * - `failover`: the first one that answers, asked in their order each time.
   * - `roundrobin`: each compression asks the next one.
   *
   * @default 'roundrobin'
   */
  readonly policy?: 'failover' | 'roundrobin' | 'round-robin';
  /** Names of standard profiles, one at least. */
  readonly profiles: readonly string[];
  /**
   * Of these are read: `context-limit`, above which no member's counts, and `timeout_ms`, after which `failover` goes to the next one where
   * an answer has not ended.
   */
  readonly ephemeralSettings?: Readonly<Record<string, unknown>>;
}

export type Profile = StandardProfile | LoadBalancerProfile;
