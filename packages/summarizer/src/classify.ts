export { classifyText, isHard, type Classification } from './classify/classifier.ts';
