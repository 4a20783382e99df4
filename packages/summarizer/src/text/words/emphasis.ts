import { once } from './once.ts';
import {
  phrasesByUnit,
  phrasesByWord,
  widePhraseEnd,
  type Phrases,
  type WidePhrases,
} from './phrases.ts';

/** Phrases that emphasize a sentence, in lower case. */
export const emphasis: () => Phrases = /* @__PURE__ */ once(() =>
  phrasesByWord(
    (
      'importantly, important, however, critical, crucial, essential, must, never, required, ' +
      'mandatory, note that, key point, in particular, in conclusion, above all, specifically, ' +
      "do not, don't, root cause, " +
      'однако, важно, должен, должна, должно, должны, нельзя, необходимо, обязательно, ' +
      'никогда, внимание, لكن, ولكن, يجب, مهم, المهم, ضروري, لا تستخدم, ممنوع, لازم, लेकिन, ' +
      'ज़रूरी, महत्वपूर्ण, ' +
      'wichtig, muss, müssen, jedoch, niemals, unbedingt, importante, debe, deben, nunca, ' +
      'sin embargo, obligatorio, doit, doivent, jamais, cependant, obligatoire, deve, devem, ' +
      'porém'
    ).split(', '),
  ),
);

/** Emphasis in scripts without spaces between words, or with endings attached. */
const wideEmphasis: () => WidePhrases = /* @__PURE__ */ once(() =>
  phrasesByUnit(
    (
      '但是 然而 必须 必須 重要 关键 關鍵 不要 不能 不得 注意 务必 務必 禁止 绝不 必要 ' +
      'しかし ただし 必ず 絶対 しないで ' +
      '중요 반드시 필수 하지만 그러나 절대 주의'
    ).split(' '),
  ),
);

export function isWideEmphasis(text: string, start: number): boolean {
  return widePhraseEnd(wideEmphasis(), text, start) !== -1;
}

/** Returns whether a phrase may start with these two units. A quick check: most cannot. */
export function mayOpenWideEmphasis(unit: number, next: number): boolean {
  return openings()[openingSlot(unit, next)] === 1;
}

const openings: () => Uint8Array = /* @__PURE__ */ once(() => {
  const slots = new Uint8Array(4096);
  for (const phrases of wideEmphasis().values())
    for (const phrase of phrases)
      slots[openingSlot(phrase.charCodeAt(0), phrase.charCodeAt(1))] = 1;
  return slots;
});

function openingSlot(unit: number, next: number): number {
  return Math.imul(Math.imul(unit, 0x9e37) ^ next, 0x85ebca6b) >>> 20;
}
