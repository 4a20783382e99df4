export { withoutSecrets } from './classify/secrets.ts';
export { classifyText, isHard, type Classification } from './classify/classifier.ts';
