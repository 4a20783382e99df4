import { expect, test } from 'vitest';
import { hidesExitCode, printsTexts } from '../../src/tools/command-lines.ts';

test.each([
  'cat a.log',
  '/usr/bin/cat a.log',
  'cat a.log | grep -v "make | sh" | tail -5',
  'git -C dir log --oneline',
  'git --no-pager -c core.pager=cat diff',
  'git tag',
  'git ls-files | wc -l',
  'kubectl -n harbour get pods',
  'docker compose -f dev.yml ps',
  'sudo -u postgres cat a.log',
  'timeout 5 cat a.log',
  'timeout -k 1 5s tail -f a.log',
  'LANG=C grep -r x .',
  'sleep 2; tail a.log',
  'cd app && cat a.log 2>&1',
  'find . -name "*.ts" | xargs -n 1 grep failed',
  'for f in a b; do cat $f; done',
  'env | sort',
  'ps aux',
  'du -sh .',
  'stat a.log',
  'curl -s https://gate.test/log',
  'gh pr view 3',
  'cat a.log # then run make',
  "grep -n 'a;make' a.log",
  'cat <<< "one word"',
  'cat <<A\nmake\nA',
])('%s only shows texts', (command) => {
  expect(printsTexts(command)).toBe(true);
});

test.each([
  '',
  'bats test',
  'tailwindcss -o a.css',
  'lessc a.less',
  'gh pr merge 3',
  'gh run watch 3',
  'cat schema.sql | psql',
  'cat a.log || make',
  'npm test | tail -5',
  'cat a.log; make',
  'cat a.log\nmake',
  'git -C dir push',
  'kubectl apply -f a.yml',
  'docker compose up',
  'sudo make',
  'timeout 60 make',
  'env CI=1 make',
  'find . | xargs make',
  'echo "$(cat a)"; ./deploy.sh',
  'constructor a',
  '__proto__',
  'cat <<< word\nmake',
  'echo $((1<<2))\nmake',
  'cat <<A\nb\nA\nmake',
  'cat <<A\nA\nmake',
])('%j does more than show texts', (command) => {
  expect(printsTexts(command)).toBe(false);
});

test.each([
  'make | tail',
  'make |& tail',
  'make; echo done',
  'make\necho done',
  'make || true',
  'make & wait',
  'cd app; make; ls',
])('the exit code of %j may be that of another program', (command) => {
  expect(hidesExitCode(command)).toBe(true);
});

test.each([
  '',
  'make',
  'make;',
  'make && ./gate',
  'make 2>&1 > a.log',
  'make &> a.log',
  'make || exit 1',
  'cd app; make',
  'cd app\nmake',
  'echo start; make',
  'set -e; make; ls',
  'set -o pipefail; make | tail',
  'psql -c "select 1; select 2"',
  "rg 'a|b' src",
  'grep a\\|b src',
  'make # a | b; c',
  "python3 - <<'EOF'\nprint(1); print(2)\nEOF",
  'npm test -- \\\n  --run',
])('the exit code of %j is that of the program that matters', (command) => {
  expect(hidesExitCode(command)).toBe(false);
});

const REPEATED = [
  'timeout -k ',
  "<<'A'\n",
  '<<A ',
  'a',
  "'",
  '"',
  '\\',
  'sudo ',
  '-n ',
  '; ',
  'x=',
  '|',
  '}',
  ' ',
  '\n',
];

test.each(REPEATED)('reads %j repeated in linear time', (unit) => {
  for (const start of REPEATED) {
    const command = `${start}${unit.repeat(100_000)}b`;
    expect([true, false]).toContain(printsTexts(command));
    expect([true, false]).toContain(hidesExitCode(command));
  }
});
