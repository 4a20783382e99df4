/** Parameters of one call, as they came out of its JSON. */
export type ToolParameters = Readonly<Record<string, unknown>>;

/** What a tool said, and whether it failed. */
export interface ToolOutcome {
  readonly failed: boolean;
  readonly text: string;
}

/** Does its work inside `root`. What it throws counts as its failure. */
export type Tool = (root: string, parameters: ToolParameters) => ToolOutcome;
