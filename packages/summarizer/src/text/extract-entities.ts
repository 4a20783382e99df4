import { NUMBER_WITH_UNIT, isIdentifier } from './score-sentence.ts';

/** Maximum number of entities of a summary. */
const ENTITY_LIMIT = 10;

interface EntityOptions {
  /** Maximum number of names. @default 10 */
  readonly limit?: number;
  /** A text that is kept anyway: its names are not listed. @default none */
  readonly except?: string;
  /** Maximum length of all names together, in UTF-16 units. @default no limit */
  readonly maxLength?: number;
}

/**
 * Returns the most informative names in a text, best first: identifiers, paths, runs of capitalized words, terms in quotes, abbreviations,
 * numbers with their units; next to Chinese, Japanese and Korean also Latin words.
 *
 * An entity is a name. They are ranked by kind and frequency. None contains another one of the list or occurs in `except`.
 */
export function extractEntities(
  text: string,
  { limit = ENTITY_LIMIT, except = '', maxLength = Infinity }: EntityOptions = {},
): string[] {
  const byScore = [...scoreNames(text)].toSorted(([, one], [, other]) => other - one);
  let chosen: string[] = [];
  let left = maxLength;
  for (const [name] of byScore) {
    if (except.includes(name) || chosen.some((other) => other.includes(name))) continue;
    const others = chosen.filter((other) => !name.includes(other));
    if (others.length >= limit || name.length > left) continue;
    left -= name.length;
    chosen = [...others, name];
  }
  return chosen;
}

const MAX_NAME_LENGTH = 100;

/** Returns each name with its score, in the order of their first occurrence: the weight of its kind for each occurrence, 4 for the most telling. */
function scoreNames(text: string): Map<string, number> {
  const scores = new Map<string, number>();
  const add = (name: string, weight: number): void => {
    if (name.length <= MAX_NAME_LENGTH) scores.set(name, (scores.get(name) ?? 0) + weight);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.length > MAX_NAME_LENGTH) continue;
    const name = token.replace(/[./\\-]+$/, '');
    const weight = weightOf(name);
    if (weight > 0) add(name, weight);
  }
  for (const [name] of text.matchAll(NUMBER_WITH_UNIT)) add(name, 1);
  for (const [, name] of text.matchAll(QUOTED))
    if (name!.length > 1 && /[\p{L}\p{N}]/u.test(name!)) add(name!, 2);
  for (const [name] of text.matchAll(FOREIGN_WORD)) add(name, 2);
  for (const name of properNouns(text)) add(name, 3);
  return scores;
}

const TOKEN = /https?:\/\/[^\s<>"')\]]+|[A-Za-z0-9_@~./\\-]+/g;

const FILE_EXTENSION =
  /\.(?:[cm]?[jt]sx?|jsonl?|py|rs|go|java|kts?|cs|[ch]pp|[ch]|rb|php|sh|sql|ya?ml|toml|ini|conf|env|lock|xml|html?|css|vue|mdx?|txt|csv|log|png|jpe?g|svg|pdf|zip|gz|db)$/i;

/** Returns the weight of a word that is a name; 0 for other words. */
function weightOf(token: string): number {
  if (/^https?:/.test(token)) return 3;
  if (/[/\\]/.test(token))
    return /^[~.]{0,2}[/\\]\S*[/\\]|[/\\].*[/\\]/.test(token) || FILE_EXTENSION.test(token) ? 4 : 0;
  if (FILE_EXTENSION.test(token)) return 4;
  if (isIdentifier(token)) return 4;
  if (/^v?\d+(?:\.\d+){2,}$|^v\d+\.\d+$|^\d{4}-\d{1,2}-\d{1,2}$|^\d{5,}$/.test(token)) return 1;
  return /^[b-df-hj-np-tv-xz]{3,}$/i.test(token) ? 2 : 0;
}

/** Terms of at most 40 characters in quotes. */
const QUOTED =
  /[`“«《「『]([^\s`“”«»《》「」『』](?:[^`“”«»《》「」『』\n]{0,38}[^\s`“”«»《》「」『』])?)[`”»》」』]/gu;

/** Latin words next to Chinese, Japanese and Korean, and katakana. */
const FOREIGN_WORD =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}] ?)[A-Za-z][A-Za-z0-9.-]*[A-Za-z0-9]|[\p{sc=Kana}ー]{3,}/gu;

/** One to four capitalized words. */
const CAPITALIZED =
  /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}]+(?:[ -]\p{Lu}[\p{L}\p{N}]+){0,3}(?![\p{L}\p{N}_])/gu;

/** Signs after which a capital does not mark a name. */
const SENTENCE_START = /(?:^|(?<!\b(?:Dr|Mrs?|Ms|Prof|St))\.|[!?:;…\n"“`([{/•*#>-])\s*$/;

/** Yields proper nouns. A word that opens a sentence is one only if it is capitalized within a sentence too. */
function* properNouns(text: string): Generator<string> {
  const openers: string[] = [];
  const names = new Set<string>();
  for (const { 0: run, index } of text.matchAll(CAPITALIZED)) {
    // A heading in capitals.
    if (/^\p{Lu}+(?:[ -]\p{Lu}+){2}/u.test(run)) continue;
    const isOpening = SENTENCE_START.test(text.slice(Math.max(0, index - 8), index));
    const words = run.split(' ');
    while (words.length > 0 && NOT_NAMES.has(words[0]!.toLowerCase())) words.shift();
    const name = words.join(' ');
    if (name === '' || isIdentifier(name)) continue;
    if (isOpening && words.length === 1 && !run.includes(' ')) openers.push(name);
    else {
      names.add(name);
      yield name;
    }
  }
  const seen = new Set<string>();
  for (const name of openers) {
    if (names.has(name) || seen.has(name)) yield name;
    seen.add(name);
  }
}

/** Words that open sentences or carry a capital without being names. */
const NOT_NAMES: ReadonlySet<string> = new Set(
  (
    'a about after again all also although always an and another any apply are as ask at avoid based be because been before both but by call ' +
    'can change check click close consider continue copy could create current currently dear delete did do does done due during each edit ' +
    'either error errors even every everything expected fail failed finally find first fix fixed follow for found from get give go good got ' +
    'great had has have he hello hence her here hi his how however if implement important in include initially inside install instead into is ' +
    'it its just keep last later let like list ll load log look make many maybe might more most move must my never new next no nor not note ' +
    'nothing now of off ok okay old on once one only open or other otherwise our out over pass per perhaps please previously print probably ' +
    'put re read remember remove rename replace result return review run same save search second see send set several shall she should show ' +
    'since skip so some something sometimes soon sorry start step still stop such sure test tests than thank thanks that the their them then ' +
    'there therefore these they third this those though through thus to today together tomorrow too total track try turn two under unless ' +
    'until up update updated us use used using usually ve verify very view wait want warn warning was we well were what when where whether ' +
    'which while who why will with without would write wrong yes yesterday yet you your'
  ).split(' '),
);
