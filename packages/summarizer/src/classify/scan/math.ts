import { FLAG } from '../reasons.ts';
import * as Class from './character-class.ts';
import { classAt, isLetterAt, isWordAt } from './character-class.ts';
import { isDriveSlash } from './addresses.ts';
import { NEVER, type Evidence } from './evidence.ts';

/** Symbols that prose uses too, in menus, sizes and tolerances. Several different ones indicate mathematics. */
const WEAK_SYMBOLS = '→↔×÷±≈≠≤≥∞√';

/** Minimum number of different weak symbols in a mathematical text. */
const MIN_WEAK_SYMBOLS = 3;

/** Maximum length of a formula without a mathematical sign: `$x$`. */
const MAX_NAME = 2;

const DOLLAR_UNIT = 0x24;

const COMMANDS = new Set('begin frac dfrac sqrt sum int prod lim mathbb mathrm mathcal'.split(' '));
const MAX_COMMAND = 7;

export function readSymbol(text: string, index: number, evidence: Evidence): void {
  const weak = WEAK_SYMBOLS.indexOf(text[index]!);
  evidence.mathSignAt = index;
  if (weak < 0) {
    evidence.found |= FLAG.unicode_math;
    return;
  }
  evidence.weakSymbols |= 1 << weak;
  let kinds = 0;
  for (let rest = evidence.weakSymbols; rest !== 0; rest &= rest - 1) kinds++;
  if (kinds >= MIN_WEAK_SYMBOLS) evidence.found |= FLAG.unicode_math;
}

/**
 * Looks for `$…$` within a line and `$$…$$` within a paragraph, around text that looks like a formula. Similar to Pandoc: no space after the
 * first dollar or before the second, no letter or digit after the second. So two prices or two shell variables are not a formula.
 */
export function readDollar(text: string, index: number, evidence: Evidence): number {
  if (text.charCodeAt(index + 1) === DOLLAR_UNIT) {
    let end = index + 2;
    while (text.charCodeAt(end) === DOLLAR_UNIT) end++;
    evidence.line.specials += end - index - 1;
    if (end - index === 2) readDisplay(index, evidence);
    evidence.dollarAt = NEVER;
    return end;
  }
  if (closesFormula(text, index, evidence)) {
    evidence.found |= FLAG.latex_math;
    evidence.dollarAt = NEVER;
  } else evidence.dollarAt = opensFormula(text, index) ? index : NEVER;
  return index + 1;
}

function closesFormula(text: string, index: number, evidence: Evidence): boolean {
  const opened = evidence.dollarAt;
  if (opened < evidence.line.start || isWordAt(text, index + 1)) return false;
  // `${…}` and `$(…)` are syntax of shells and templates.
  const next = classAt(text, index + 1);
  if (next === Class.OPEN_BRACE || next === Class.OPEN_PAREN) return false;
  return classAt(text, index - 1) !== Class.SPACE && isFormula(text, opened, index, evidence);
}

function opensFormula(text: string, index: number): boolean {
  const next = classAt(text, index + 1);
  if (next === Class.SPACE || next === Class.OPEN_BRACE || next === Class.OPEN_PAREN) return false;
  return !isWordAt(text, index - 1) && classAt(text, index - 1) !== Class.QUOTE;
}

function isFormula(text: string, opened: number, closed: number, evidence: Evidence): boolean {
  if (evidence.texSignAt > opened) return true;
  if (classAt(text, opened + 1) === Class.DIGIT) return false;
  const isName = isLetterAt(text, opened + 1) && closed - opened - 1 <= MAX_NAME;
  return isName || evidence.mathSignAt > opened;
}

function readDisplay(index: number, evidence: Evidence): void {
  const opened = evidence.displayAt;
  if (opened < 0) evidence.displayAt = index;
  else {
    if (hasSignSince(opened, evidence)) evidence.found |= FLAG.latex_math;
    evidence.displayAt = NEVER;
  }
}

/** Looks for `\(…\)` and `\[…\]` around a formula, for TeX commands such as `\begin{`, and for the backslash of a Windows path. */
export function readBackslash(text: string, index: number, evidence: Evidence): number {
  const next = text[index + 1];
  if (next === '(' || next === '[') evidence.bracketAt = index + 1;
  else if (next === ')' || next === ']') {
    const opened = evidence.bracketAt;
    if (opened >= 0 && hasSignSince(opened, evidence)) evidence.found |= FLAG.latex_math;
    evidence.bracketAt = NEVER;
  } else if (isDriveSlash(text, index)) evidence.found |= FLAG.file_path;
  else if (isCommand(text, index + 1)) evidence.found |= FLAG.latex_math;
  evidence.texSignAt = index;
  return index + 1;
}

function hasSignSince(index: number, { mathSignAt, texSignAt }: Evidence): boolean {
  return mathSignAt > index || texSignAt > index;
}

function isCommand(text: string, start: number): boolean {
  let end = start;
  while (end < start + MAX_COMMAND && classAt(text, end) === Class.LOWER) end++;
  const next = text[end];
  return (next === '{' || next === '_') && COMMANDS.has(text.slice(start, end));
}
