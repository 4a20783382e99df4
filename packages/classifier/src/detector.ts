import { ClassifierOptionsError } from './classifier-options-error.ts';
import { REASONS } from './reasons.ts';

/** A way to find content of your own. */
export interface Detector {
  /** How a classification calls it; none of the built-in reasons. */
  readonly name: string;
  /** Whether what it finds must stay as it is. @default true */
  readonly isHard?: boolean;
  /** A pattern, or a function from a text to whether it holds the content. A pattern is copied: its `lastIndex` is neither read nor written. */
  readonly test: RegExp | ((text: string) => boolean);
}

/** A detector whose answer depends on nothing but the text. */
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
        `a name of its own for each detector, none of the built-in reasons: ${REASONS.join(', ')}`,
      );
    names.add(name);
    return { name, isHard, test: typeof test === 'function' ? test : patternTest(test) };
  });
}

/** A pattern with the flag `g` or `y` goes on where its last match ended; this one always starts at the start. */
function patternTest(pattern: RegExp): (text: string) => boolean {
  const own = new RegExp(pattern.source, pattern.flags);
  return (text) => {
    own.lastIndex = 0;
    return own.test(text);
  };
}
