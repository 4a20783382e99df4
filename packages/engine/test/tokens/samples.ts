const prose = `The committee met again on Thursday, although two of its members were still travelling. Nobody had expected a decision,
and so the room was half empty when the chair asked whether the bridge should be closed for the winter. An engineer explained that the
northern pillar had moved by almost three centimetres since spring. It was not dangerous yet; it might be by February. After a long
silence somebody asked what a temporary ferry would cost, and the answer surprised everyone who had not read the appendix.`;

const code = `import { readFile } from 'node:fs/promises';

interface Reading {
  readonly sensorId: string;
  readonly celsius: number;
}

export async function averageTemperature(path: string): Promise<Map<string, number>> {
  const sums = new Map<string, { total: number; count: number }>();
  for (const line of (await readFile(path, 'utf8')).split('\\n')) {
    if (line.trim() === '') continue;
    const { sensorId, celsius } = JSON.parse(line) as Reading;
    const entry = sums.get(sensorId) ?? { total: 0, count: 0 };
    sums.set(sensorId, { total: entry.total + celsius, count: entry.count + 1 });
  }
  return new Map([...sums].map(([id, { total, count }]) => [id, total / count]));
}`;

const json = JSON.stringify(
  Array.from({ length: 12 }, (_, index) => ({
    order_id: `#W${8_300_127 + index * 7_919}`,
    status: index % 3 === 0 ? 'delivered' : 'pending',
    items: [
      { name: 'Desk Lamp', price: 135.24 + index, options: { color: 'black', brightness: 'high' } },
    ],
    address: { city: 'San Antonio', zip: '78219', country: 'USA' },
  })),
);

const log = Array.from(
  { length: 20 },
  (_, index) =>
    `2026-03-0${1 + (index % 9)}T12:${10 + index}:07.${100 + index}Z INFO  [worker-${index % 4}] finished job ${4_000 + index * 13} in ${index * 17} ms (queue=mail, retries=0)`,
).join('\n');

const diff = `diff --git a/src/server/router.ts b/src/server/router.ts
index 3f1c2aa..9be0d41 100644
--- a/src/server/router.ts
+++ b/src/server/router.ts
@@ -14,9 +14,12 @@ export class Router {
   private readonly routes = new Map<string, Handler>();
 
-  add(path: string, handler: Handler): void {
-    this.routes.set(path, handler);
+  add(path: string, handler: Handler, options: RouteOptions = {}): void {
+    if (this.routes.has(path) && options.replace !== true) {
+      throw new Error(\`The route \${path} exists already.\`);
+    }
+    this.routes.set(path, handler);
   }`;

const chinese =
  '会议在星期四再次举行，尽管有两名成员仍在旅途中。没有人指望会做出决定，所以当主席问这座桥冬天是否应该关闭时，房间里有一半是空的。工程师解释说，从春天开始，北面的桥墩已经移动了将近三厘米。现在还不危险，但到二月可能就危险了。沉默了很久之后，有人问临时渡船要花多少钱，答案让所有没看附录的人都感到惊讶。';

const japanese =
  '委員会は木曜日に再び開かれましたが、二人の委員はまだ出張中でした。誰も決定を期待していなかったので、議長が冬の間この橋を閉鎖すべきかどうかを尋ねたとき、部屋は半分空いていました。技術者は、北側の橋脚が春から三センチ近く動いたと説明しました。まだ危険ではありませんが、二月にはそうなるかもしれません。長い沈黙の後、誰かが臨時のフェリーの費用を尋ねると、その答えは付録を読んでいない全員を驚かせました。';

function noise(alphabet: string, length: number): string {
  let state = 12_345;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)];
  }).join('');
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const base64 = noise(`${letters}${letters.toUpperCase()}0123456789+/`, 3_000);
const hexadecimal = noise('0123456789abcdef', 3_000);

const hebrew =
  'הועדה נפגשה שוב ביום חמישי, אף על פי ששניים מחבריה עדיין היו בדרך. איש לא ציפה להחלטה, ולכן החדר היה חצי ריק כשהיושב ראש שאל אם יש לסגור את הגשר לחורף. מהנדס הסביר שהעמוד הצפוני זז כמעט שלושה סנטימטרים מאז האביב.';

const thai =
  'คณะกรรมการประชุมอีกครั้งในวันพฤหัสบดี แม้ว่าสมาชิกสองคนยังเดินทางอยู่ ไม่มีใครคาดหวังว่าจะมีการตัดสินใจ ดังนั้นห้องจึงว่างครึ่งหนึ่งเมื่อประธานถามว่าควรปิดสะพานในช่วงฤดูหนาวหรือไม่';

const vietnamese =
  'Ủy ban họp lại vào thứ Năm, mặc dù hai thành viên vẫn đang đi công tác. Không ai mong đợi một quyết định, và vì vậy căn phòng vắng một nửa khi chủ tịch hỏi liệu có nên đóng cửa cây cầu trong mùa đông hay không.';

const emoji = '😀😂🤣😊😍🥰😎🤔👍👎🙏🚀🔥✨🎉✅❌🐛📦🔧📝💡🧪🎨🔒🚨💥📄🌍🐍🦀'.repeat(6);

const checklist = ['✅ tests pass', '❌ lint fails', '🚀 deployed', '⚠️ one warning left'].join(
  '\n',
);

const tree = Array.from(
  { length: 40 },
  (_, index) => `${'│   '.repeat(index % 4)}├── file${index}.ts`,
).join('\n');

const boxes = Array.from(
  { length: 20 },
  (_, index) => `│ name${index} │ ${index * 37} │ ok │\n├────────┼──────┼────┤`,
).join('\n');

/** Characters of a block beyond the first plane. */
function block(first: number, last: number): string {
  return Array.from({ length: 300 }, (_, index) =>
    String.fromCodePoint(first + ((index * 7_919) % (last - first + 1))),
  ).join('');
}

/** Sample texts of each kind, with the largest allowed error of their estimate. */
export const SAMPLES: readonly (readonly [kind: string, text: string, bound: number])[] = [
  ['prose', prose, 0.1],
  ['code', code, 0.15],
  ['JSON', json, 0.15],
  ['log', log, 0.15],
  ['diff', diff, 0.15],
  ['Chinese', chinese, 0.15],
  ['Japanese', japanese, 0.15],
  ['base64', base64, 0.12],
  ['hexadecimal', hexadecimal, 0.12],
  ['Hebrew', hebrew, 0.25],
  ['Thai', thai, 0.25],
  ['Vietnamese', vietnamese, 0.25],
  ['emoji', emoji, 0.25],
  ['a list with emoji', checklist.repeat(10), 0.25],
  ['a tree of files', tree, 0.25],
  ['a table of box drawing', boxes, 0.25],
  ['rules of box drawing', `${'─'.repeat(40)}\n`.repeat(20), 0.25],
  ['ideographs of extension B', block(0x2_00_00, 0x2_a6_df), 0.25],
  ['mathematical letters', block(0x1_d4_00, 0x1_d7_cb), 0.25],
];
