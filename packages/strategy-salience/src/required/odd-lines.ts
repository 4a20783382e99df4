import { isTrivial, lineEnd, unitText, type ParsedText } from '../reading/parsed-text.ts';

/** Words by which programs mark what went wrong. */
const SEVERE =
  /(?:^|[\s:[(|"])(?:ERROR|FATAL|CRITICAL|SEVERE|ALERT|EMERG|PANIC|panic|FAIL|FAILED|FAILURE|CONFLICT|CrashLoopBackOff|OOMKilled|ImagePullBackOff|Evicted|(?:\w+\.)*[A-Z]\w*(?:Error|Exception)|Error|error|fatal|[Rr]ejected)(?=[\s:\])|,"!]|$)|[✗✘❌]|\b(?:status|HTTP(?:\/[\d.]+)?|code)["':= ]{1,3}5\d\d\b/;

/** Share of the lines up to which severe ones are odd. */
const MAX_SHARE = 0.1;
const MAX_LINES = 2;

/**
 * Returns the units of the lines that differ from the others in kind: what a program marked as wrong, if most of its lines are not. Of
 * several, the first ones.
 */
export function oddUnits(reading: ParsedText): readonly number[] {
  const { count } = reading;
  const found: number[][] = [];
  let lines = 0;
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = lineEnd(reading, unit, count);
    if (isTrivial(reading, unit)) continue;
    lines += 1;
    const units = Array.from({ length: end - unit }, (_, at) => unit + at);
    const severe = units.filter((each) => SEVERE.test(unitText(reading, each)));
    if (severe.length > 0) found.push(severe);
  }
  if (found.length > Math.max(1, MAX_SHARE * lines)) return [];
  return found.slice(0, MAX_LINES).flat();
}
