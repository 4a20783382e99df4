/** A call of a tool that the provider runs itself. */
export interface HostedCall {
  /** Chooses the tool among those of the format. */
  readonly tool: number;
  readonly input: string;
  readonly output: string;
  /** What a person says to the call, if asked. */
  readonly approval: 'not asked' | 'granted' | 'denied';
  readonly thinksFirst: boolean;
}

/** A response of the model with such calls. */
export interface HostedTurn {
  /** What a person asks; without it, the model goes on. */
  readonly question: string;
  readonly announcement: string;
  readonly calls: readonly HostedCall[];
  /** Whether all calls come before all results. */
  readonly isParallel: boolean;
  /** Whether the model also calls a tool of the host, after its own. */
  readonly callsHost: boolean;
  readonly answer: string;
}

/** Returns the element at an index, counted round and round. */
export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/** Returns the message of a person; none without a text. */
export const question = (text: string): object[] =>
  text === '' ? [] : [{ role: 'user', content: text }];
