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
  /** Says which text must stay as it is. @default the one of `@palimpsest/classifier` */
  readonly classifier?: Classifier | undefined;
  /**
   * Asked, in order, about passages that nothing holds. @default those of `@palimpsest/classifier`, with the
   * classifier given; roles, recency and tool calls are left to `hold`
   */
  readonly rules?: readonly PreservationRule[] | undefined;
}

/** What the rules say. */
export interface Rules {
  actionFor(passage: Passage, duplicate: boolean): PreservationAction;
  /** Whether prose beside code must stay. */
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
  // Nobody reads the reasons, and finding them all would mean to scan every text that stays twice.
  return all.map((rule) =>
    rule.name === 'hard-content'
      ? {
          name: rule.name,
          decide: ({ text }) => (classifier.isHard(text) ? { action: 'preserve' } : undefined),
        }
      : rule,
  );
}
