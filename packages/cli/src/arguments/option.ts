/** One option of a command, as it is read and as the help shows it. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** One letter. */
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What stands for the value in the help: `N`, `FILE|-`. */
  readonly hint?: string;
  readonly help: string;
}

type Options = Readonly<Record<string, Option>>;

export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** How the positional argument is written, where there is one. */
  readonly argument?: string;
  readonly options: Options;
  /** Paragraphs that follow the options in the help. */
  readonly notes?: readonly string[];
}

/** What was given: one text for each value, `''` for a switch. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** The last value given. */
  get(option: string): string | undefined;
  all(option: string): readonly string[];
  has(option: string): boolean;
}
