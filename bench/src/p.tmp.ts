import { openai } from '@palimpsest/formats';
import { HighDensityStrategy } from '@palimpsest/strategy-high-density';
import { estimateContent } from '@palimpsest/tokenizer';
import { makeTranscript } from './transcript.ts';
const text = makeTranscript(100_000, 1);
const h = openai.decode(JSON.parse(text));
estimateContent(h);
const s = new HighDensityStrategy();
const total = estimateContent(h);
for (let i = 0; i < 6; i++) {
  let t = performance.now();
  const plan = s.optimize(h, {
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: true,
    recencyRetention: 3,
    workspaceRoot: '/workspace',
  });
  const a = performance.now() - t;
  let est = 0;
  t = performance.now();
  const r = await s.compress({
    history: h,
    estimateTokens: (x) => {
      const q = performance.now();
      const n = estimateContent(x);
      est += performance.now() - q;
      return n;
    },
    targetTokens: Math.floor(total / 3),
    currentTokenCount: 1e12,
    runtimeContext: { ephemerals: {} },
  });
  const b = performance.now() - t;
  t = performance.now();
  JSON.parse(text);
  console.log(
    'optimize',
    a.toFixed(0),
    'compress',
    (b - est).toFixed(0),
    'est',
    est.toFixed(0),
    'parse',
    (performance.now() - t).toFixed(0),
    r.kind,
    (r as any).metadata.dropped,
  );
}
