import { ClassifierOptionsError } from './classifier-options-error.ts';
import { REASONS } from './reasons.ts';

/** A custom detector of content. */
export interface Detector {
  /** Name of the reason in a classification. Must be unique and not the name of a built-in reason. */
  readonly name: string;
  /** Whether a text with this content must stay unchanged. @default true */
  readonly isHard?: boolean;
  /** A pattern, or a function that returns whether a text has the content. Patterns are copied: their `lastIndex` is neither read nor written. */
  readonly test: RegExp | ((text: string) => boolean);
}

/** A detector whose result depends only on the text. */
export interface PreparedDetector {
  readonly name: string;
  readonly isHard: boolean;
  readonly test: (text: string) => boolean;
}

export function prepareDetectors(detectors: readonly Detector[]): readonly PreparedDetector[] {
  const names = new Set<string>(REASONS);
  return detectors.map(({ name, isHard = true, test }) => {
    if (names.has(name))
      throw new ClassifierOptionsError(
        'detectors',
        name,
        `a unique name that is not a built-in reason: ${REASONS.join(', ')}`,
      );
    names.add(name);
    return { name, isHard, test: typeof test === 'function' ? test : patternTest(test) };
  });
}

/** Copies a pattern. With flag `g` or `y`, a match would start where the last one ended; the copy always starts at index 0. */
function patternTest(pattern: RegExp): (text: string) => boolean {
  const own = new RegExp(pattern.source, pattern.flags);
  return (text) => {
    own.lastIndex = 0;
    return own.test(text);
  };
}
