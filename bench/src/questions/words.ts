/** Returns the words of a text in lower case, without marks of the transcription (`{disfmarker}`). */
export function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(/\{[a-z]+\}/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? []
  );
}

/** Returns the distinct words of a text without function words. */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => word.length > 1 && !EMPTY.has(word)));
}

/** Returns the words that are in both sets. */
export function sharedWords(
  some: ReadonlySet<string>,
  others: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set([...some].filter((word) => others.has(word)));
}

const EMPTY: ReadonlySet<string> = new Set(
  `a about actually after again all almost also always am an and another any anyway are aren't around as at away back
  basically be because been before being better bit both but by can can't cause come could couldn't course did didn't do
  does doesn't doing don't done down each either else er even every fact few first for from get gets getting give go goes
  going gonna good got had has have haven't having he her here hey him his hmm how huh i if in into is isn't it it's its just
  kind know last least less let let's like ll look lot made make makes many may maybe me mean might mm more most much must my
  need never new next no nor not nothing now of off oh ok okay on one only onto or other our out over own perhaps point
  possible pretty put quite rather re really right said same say saying says see seems she should shouldn't since so some
  somebody someone something sort still such sure take talk than that that's the their them then there there's these they
  they're thing things think this those though through time to too try two uh uh-huh um under until up us use used ve very
  want was wasn't way we we'll we're we've well were what whatever when where whether which while who why will with without
  won't would wouldn't yeah yep yes yet you you're your`.split(/\s+/),
);
