import {
  createClassifier,
  decide,
  preservationRules,
  type Classifier,
  type PreservationAction,
  type PreservationRule,
} from '@palimpsest/classifier';
import type { Passage } from './passage.ts';

export interface RuleOptions {
  /** Decides which text must stay unchanged. @default the one of `@palimpsest/classifier` */
  readonly classifier?: Classifier | undefined;
  /**
   * Decide, in order, about passages without a `skipReason`. @default those of `@palimpsest/classifier`, with the given classifier; roles,
   * recency and tool calls are left to `skipReason`
   */
  readonly rules?: readonly PreservationRule[] | undefined;
}

/** Decisions of the rules about passages. */
export interface Rules {
  actionFor(passage: Passage, duplicate: boolean): PreservationAction;
  /** Returns whether prose next to code must stay. */
  readonly mustStay: (prose: string) => boolean;
}

export function rulesFor({
  classifier = createClassifier(),
  rules = textRules(classifier),
}: RuleOptions): Rules {
  return {
    actionFor({ text, role, position }, duplicate) {
      const candidate = { text, role, position, total: Number.POSITIVE_INFINITY };
      return decide({ ...candidate, hasToolCalls: false, duplicate }, rules).action;
    },
    mustStay: (prose) => classifier.isHard(prose),
  };
}

function textRules(classifier: Classifier): PreservationRule[] {
  const all = preservationRules({ preserve: [], recencyWindow: 0, classifier });
  // The reasons are not used, and finding all of them would mean scanning every preserved text twice.
  return all.map((rule) =>
    rule.name === 'hard-content'
      ? {
          name: rule.name,
          decide: ({ text }) => (classifier.isHard(text) ? { action: 'preserve' } : undefined),
        }
      : rule,
  );
}
