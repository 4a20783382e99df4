/** Returns a function that creates a value on its first call: a table that a program never reads should not slow its start. */
export function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/** Phrases by first word, or by first UTF-16 unit in scripts without spaces between words; longest first. */
type Phrases = ReadonlyMap<string, readonly string[]>;

const FIRST_WORD = /^[\p{L}\p{M}]+/u;
const FIRST_UNIT = /^[^]/;

function groupBy(start: RegExp, phrases: readonly string[]): Phrases {
  const groups = new Map<string, string[]>();
  for (const phrase of phrases.toSorted((one, other) => other.length - one.length)) {
    const [key] = start.exec(phrase)!;
    groups.set(key, [...(groups.get(key) ?? []), phrase]);
  }
  return groups;
}

const WORD_UNIT = /[\p{L}\p{M}\p{N}]/u;

/** Returns the end of the longest phrase whose first word is at `start`, or -1. Ignores case and the form of apostrophes. */
function phraseEnd(phrases: Phrases, text: string, start: number, wordEnd: number): number {
  for (const phrase of phrases.get(text.slice(start, wordEnd).toLowerCase()) ?? []) {
    const end = start + phrase.length;
    if (end === wordEnd) return end;
    const said = text.slice(start, end).toLowerCase().replace('’', "'");
    if (said === phrase && !WORD_UNIT.test(text.charAt(end))) return end;
  }
  return -1;
}

/** Returns the end of the longest phrase at `start`, or -1. */
function widePhraseEnd(phrases: Phrases, text: string, start: number): number {
  for (const phrase of phrases.get(text.charAt(start)) ?? [])
    if (text.startsWith(phrase, start)) return start + phrase.length;
  return -1;
}

/** Phrases that emphasize a sentence, in lower case. */
const EMPHASIS =
  'importantly, important, however, critical, crucial, essential, must, never, required, ' +
  'mandatory, note that, key point, in particular, in conclusion, above all, specifically, ' +
  "do not, don't, root cause, " +
  'однако, важно, должен, должна, должно, должны, нельзя, необходимо, обязательно, ' +
  'никогда, внимание, لكن, ولكن, يجب, مهم, المهم, ضروري, لا تستخدم, ممنوع, لازم, लेकिन, ' +
  'ज़रूरी, महत्वपूर्ण, ' +
  'wichtig, muss, müssen, jedoch, niemals, unbedingt, importante, debe, deben, nunca, ' +
  'sin embargo, obligatorio, doit, doivent, jamais, cependant, obligatoire, deve, devem, ' +
  'porém';

/** Emphasis in scripts without spaces between words, or with endings attached. */
export const WIDE_EMPHASIS: readonly string[] = (
  '但是 然而 必须 必須 重要 关键 關鍵 不要 不能 不得 注意 务必 務必 禁止 绝不 必要 ' +
  'しかし ただし 必ず 絶対 しないで ' +
  '중요 반드시 필수 하지만 그러나 절대 주의'
).split(' ');

export const emphasis: () => Phrases = /* @__PURE__ */ once(() =>
  groupBy(FIRST_WORD, EMPHASIS.split(', ')),
);

const wideEmphasis = /* @__PURE__ */ once(() => groupBy(FIRST_UNIT, WIDE_EMPHASIS));

/** Returns whether an emphasizing phrase begins with the word at `start`. */
export function isEmphasis(text: string, start: number, wordEnd: number): boolean {
  return phraseEnd(emphasis(), text, start, wordEnd) !== -1;
}

export function isWideEmphasis(text: string, start: number): boolean {
  return widePhraseEnd(wideEmphasis(), text, start) !== -1;
}

/** How a sentence opens. Content may follow a `soft` filler. */
export type Filler = 'none' | 'soft' | 'hard';

/** Openings without content, in lower case. */
const HARD =
  'great, sure, ok, okay, thanks, thank you, got it, of course, certainly, absolutely, definitely, ' +
  'sounds good, good question, good idea, perfect, awesome, excellent, wonderful, fantastic, nice, ' +
  "cool, alright, understood, no problem, no worries, you're welcome, my pleasure, happy to help, " +
  'glad to help, let me, now let me, i see, i understand, sorry, hmm, oh, ah, спасибо, хорошо, ' +
  'конечно, отлично, понятно, ладно, пожалуйста, شكرا, حسنا, بالتأكيد, طبعا, تمام, عفوا, धन्यवाद, ' +
  'gracias, claro, vale, merci, bien sûr, danke, natürlich, obrigado, obrigada';

/** Openings that may precede content: fillers only if a short sentence has nothing else (B11). */
const SOFT =
  "um, uh, er, erm, mm, mhm, huh, no, yes, right, so, now, well, i can, i'll, i will, let's, yeah, yep, nope, anyway, hi, hello, hey, " +
  'да, нет, ну, итак, привет, здравствуйте, نعم, لا, مرحبا, हाँ, नहीं, नमस्ते, sí, hola, oui, non, ' +
  'bonjour, ja, nein, hallo, sim, não, olá';

/** All fillers by their first word. */
export const fillers: () => Phrases = /* @__PURE__ */ once(() =>
  groupBy(FIRST_WORD, `${HARD}, ${SOFT}`.split(', ')),
);

/** Fillers in scripts without spaces between words. */
const WIDE_HARD =
  '好的 谢谢 謝謝 谢谢你 谢谢您 感谢 多谢 没问题 沒問題 没关系 明白了 明白 收到 当然 當然 了解 嗯 嗯嗯 哈哈 不客气 不用谢 太好了 太棒了 很好 再见 ' +
  'ありがとうございます ありがとう 了解しました 了解です 承知しました 承知いたしました わかりました 分かりました かしこまりました なるほど もちろん すみません ' +
  '네 알겠습니다 감사합니다 고마워요 좋아요 좋습니다 물론입니다';
const WIDE_SOFT =
  '好 是 是的 对 對 对的 可以 不 不是 不行 没有 你好 您好 はい いいえ うん ええ こんにちは 아니요 아니 안녕하세요';

const wideFillers = /* @__PURE__ */ once(() =>
  groupBy(FIRST_UNIT, `${WIDE_HARD} ${WIDE_SOFT}`.split(' ')),
);

const SOFT_FILLERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...SOFT.split(', '),
  ...WIDE_SOFT.split(' '),
]);

/** Characters that may follow a filler (seed compression-pipeline, §4), and their equivalents in other scripts. */
const FOLLOWERS = ' ,.!?;:\t\u00a0…—，。！？、；：～~،؛؟';

/** Returns the filler whose first word is at `start`. */
export function fillerAt(text: string, start: number, wordEnd: number, limit: number): Filler {
  return fillerUpTo(text, start, phraseEnd(fillers(), text, start, wordEnd), limit);
}

/** Returns the filler at `start`, in a script without spaces between words. */
export function wideFillerAt(text: string, start: number, limit: number): Filler {
  return fillerUpTo(text, start, widePhraseEnd(wideFillers(), text, start), limit);
}

function fillerUpTo(text: string, start: number, end: number, limit: number): Filler {
  if (end === -1 || (end < limit && !FOLLOWERS.includes(text[end]!))) return 'none';
  const phrase = text.slice(start, end).toLowerCase().replace('’', "'");
  return SOFT_FILLERS.has(phrase) ? 'soft' : 'hard';
}
