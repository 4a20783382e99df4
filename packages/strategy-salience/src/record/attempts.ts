/** What one attempt keeps in any case. */
export interface Attempt {
  /** Whether people's short texts stay whole. Otherwise nothing else is chosen before them. */
  readonly keepsWords: boolean;
  /** Whether the text that the newest request answers stays whole. */
  readonly keepsAnswer: boolean;
  /** Whether failures stay. */
  readonly keepsFailures: boolean;
  /** Factor from 0 to 1 for the maximum tokens of directives. */
  readonly directiveShare: number;
}

const EVERYTHING = {
  keepsWords: true,
  keepsAnswer: true,
  keepsFailures: true,
  directiveShare: 1,
} as const;
/** The attempt that keeps nothing in any case but what people demanded. */
export const DIRECTIVES: Attempt = {
  ...EVERYTHING,
  keepsWords: false,
  keepsAnswer: false,
  keepsFailures: false,
};

/** The attempts, in the order in which they are tried: words of people are shortened last. */
export const ATTEMPTS: readonly Attempt[] = [
  EVERYTHING,
  { ...EVERYTHING, keepsFailures: false },
  { ...EVERYTHING, keepsFailures: false, keepsWords: false },
  DIRECTIVES,
  ...[0.9, 0.8, 0.65, 0.5, 0.25].map((directiveShare) => ({ ...DIRECTIVES, directiveShare })),
];
