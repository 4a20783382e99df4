import {
  HARD_REASONS,
  createClassifier,
  decide,
  preservationRules,
} from '@palimpsest/summarizer/classify';
import type { Candidate } from '@palimpsest/summarizer/classify';

const classifier = createClassifier({
  hard: HARD_REASONS.filter((reason) => reason !== 'verse_pattern'),
  detectors: [{ name: 'ticket', test: /\b[A-Z]{2,5}-\d+\b/ }],
});
console.log(classifier.isHard('See AB-12 for the rest.')); // true

const rules = preservationRules({
  recencyWindow: 10,
  preserve: ['system', 'developer'],
  classifier,
});
rules.splice(1, 0, {
  name: 'decision',
  decide: ({ text }: Candidate) =>
    text.startsWith('Decided:') ? { action: 'preserve' } : undefined,
});
const message = { role: 'user', position: 3, total: 40, hasToolCalls: false };
console.log(decide({ ...message, text: 'Decided: blue.' }, rules).rule); // decision
