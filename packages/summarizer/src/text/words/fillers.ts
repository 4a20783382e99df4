import { once } from './once.ts';
import {
  phraseEnd,
  phrasesByUnit,
  phrasesByWord,
  widePhraseEnd,
  type Phrases,
  type WidePhrases,
} from './phrases.ts';

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
  phrasesByWord(`${HARD}, ${SOFT}`.split(', ')),
);

/** Fillers in scripts without spaces between words. */
const WIDE_HARD =
  '好的 谢谢 謝謝 谢谢你 谢谢您 感谢 多谢 没问题 沒問題 没关系 明白了 明白 收到 当然 當然 了解 嗯 嗯嗯 哈哈 不客气 不用谢 太好了 太棒了 很好 再见 ' +
  'ありがとうございます ありがとう 了解しました 了解です 承知しました 承知いたしました わかりました 分かりました かしこまりました なるほど もちろん すみません ' +
  '네 알겠습니다 감사합니다 고마워요 좋아요 좋습니다 물론입니다';
const WIDE_SOFT =
  '好 是 是的 对 對 对的 可以 不 不是 不行 没有 你好 您好 はい いいえ うん ええ こんにちは 아니요 아니 안녕하세요';

const wideFillers: () => WidePhrases = /* @__PURE__ */ once(() =>
  phrasesByUnit(`${WIDE_HARD} ${WIDE_SOFT}`.split(' ')),
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
