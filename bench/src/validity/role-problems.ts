import {
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  checkOpenAIResponses,
  codecFor,
  openai,
  type FormatProblem,
  type FormatRule,
} from '@palimpsest/formats';
import { compress } from 'palimpsest';
import { expressibleIn } from '../laws/expressible.ts';

type Check = (messages: never[], options: { readonly alternation: boolean }) => FormatProblem[];

/** Formats whose providers have rules, with what checks them. */
export const ROLE_CHECKS = {
  openai: checkOpenAI,
  anthropic: checkAnthropic,
  gemini: checkGemini,
  'openai-responses': checkOpenAIResponses,
} as const satisfies Readonly<Record<string, Check>>;

export type CheckedFormat = keyof typeof ROLE_CHECKS;

export const ROLE_FORMATS = Object.keys(ROLE_CHECKS) as readonly CheckedFormat[];
export const ROLE_STRATEGIES = [
  'salience',
  'extractive',
  'high-density',
  'top-down-truncation',
] as const;
export const ROLE_RATIOS: readonly number[] = [0.9, 0.6, 0.4, 0.2, 0.05];

/** A rule of a provider that the output of a compression breaks and its input keeps. */
export interface BrokenRule {
  readonly strategy: string;
  readonly format: CheckedFormat;
  readonly ratio: number;
  readonly rule: FormatRule;
  /** Index of the first output message that breaks it. */
  readonly index: number;
}

/** Compresses one conversation in every format, by every strategy without a model, to every size; returns the rules newly broken. */
export async function newlyBroken(
  messages: Parameters<typeof openai.decode>[0],
  ratios: readonly number[] = ROLE_RATIOS,
  strategies: readonly string[] = ROLE_STRATEGIES,
): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  const history = openai.decode(messages);
  for (const format of ROLE_FORMATS) {
    const check = ROLE_CHECKS[format] as Check;
    const given = codecFor(format).encode(expressibleIn(format, history)) as never[];
    const known = rulesBroken(check, given);
    for (const strategy of strategies) {
      for (const ratio of ratios) {
        const options = { format, strategy, targetRatio: ratio };
        const { messages: sent } = await compress<never>(given, options);
        for (const [rule, index] of rulesBroken(check, sent)) {
          if (!known.has(rule)) broken.push({ strategy, format, ratio, rule, index });
        }
      }
    }
  }
  return broken;
}

function rulesBroken(check: Check, messages: readonly never[]): ReadonlyMap<FormatRule, number> {
  const rules = new Map<FormatRule, number>();
  for (const { rule, index } of check([...messages], { alternation: true })) {
    if (!rules.has(rule)) rules.set(rule, index);
  }
  return rules;
}
