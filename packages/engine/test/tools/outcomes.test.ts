import { expect, test } from 'vitest';
import type { ToolResponseBlock } from '@palimpsest/core-types';
import { defaultToolTaxonomy as taxonomy, toolOutcome } from '../../src/tools/index.ts';

function outcome(
  command: string,
  response: Partial<ToolResponseBlock>,
  { name = 'Bash', key = 'command' } = {},
): string {
  return toolOutcome(taxonomy, taxonomy.describe(name, { [key]: command }), {
    type: 'tool_response',
    callId: 'call-1',
    toolName: name,
    result: '',
    ...response,
  });
}

/** Colours each word separately, as tools colour counts, paths and levels. */
function coloured(text: string): string {
  const codes = ['31', '1;32', '2', '38;5;9'];
  let next = 0;
  return text.replaceAll(
    /\S+/g,
    (word) => `\u001b[${codes[next++ % codes.length]}m${word}\u001b[0m`,
  );
}

/** Outputs without an exit code, as tools print them. */
const FAILED: readonly (readonly [command: string, output: string])[] = [
  [
    './gradlew build',
    "> Task :compileJava FAILED\n/app/src/Gate.java:3: error: cannot find symbol\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileJava'.\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in 3s\n1 actionable task: 1 executed",
  ],
  [
    './gradlew test',
    '> Task :test FAILED\n\nGateTest > opens FAILED\n    org.opentest4j.AssertionFailedError at GateTest.java:12\n\n5 tests completed, 1 failed\n\nBUILD FAILED in 9s',
  ],
  [
    'make',
    'cc -c gate.c\ngate.c:3:1: error: unknown type name\nmake: *** [Makefile:4: gate.o] Error 1',
  ],
  [
    'make -C src all',
    "make[1]: Entering directory '/app/src'\nmake[1]: *** No rule to make target 'gate.o', needed by 'all'.  Stop.",
  ],
  ['ninja -C out', '[3/9] CXX gate.o\nFAILED: gate.o\nninja: build stopped: subcommand failed.'],
  [
    'cmake -B out',
    'CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find Gate.\n\n-- Configuring incomplete, errors occurred!',
  ],
  [
    'ctest',
    'Test project /app/out\n1/2 Test #1: open ....   Passed    0.01 sec\n2/2 Test #2: close ...***Failed    0.02 sec\n\n50% tests passed, 1 tests failed out of 2\n\nTotal Test time (real) =   0.03 sec\n\nThe following tests FAILED:\n\t  2 - close (Failed)\nErrors while running CTest',
  ],
  [
    'bazel test //...',
    '//gate:open_test PASSED in 0.4s\n//gate:close_test FAILED in 0.3s\n\nExecuted 2 out of 2 tests: 1 test passes and 1 fails locally.',
  ],
  [
    'bazel build //gate',
    'ERROR: /app/gate/BUILD:3:10: Compiling gate.cc failed: (Exit 1)\nTarget //gate:gate failed to build\nINFO: Elapsed time: 2.1s\nFAILED: Build did NOT complete successfully',
  ],
  [
    'vendor/bin/phpunit',
    'PHPUnit 11.0 by Sebastian Bergmann.\n\n.F.  3 / 3 (100%)\n\n1) GateTest::testOpen\nFailed asserting that 3 matches 4.\n\nFAILURES!\nTests: 3, Assertions: 4, Failures: 1.',
  ],
  [
    'vendor/bin/phpunit',
    '1) GateTest::testOpen\nError: Class "Gate" not found\n\nERRORS!\nTests: 3, Assertions: 2, Errors: 1.',
  ],
  [
    'npx eslint src',
    "/app/src/gate.ts\n  3:7  error  'x' is never used  no-unused-vars\n  9:1  warning  Missing docs  docs\n\n✖ 2 problems (1 error, 1 warning)\n  0 errors and 1 warning potentially fixable with the `--fix` option.",
  ],
  [
    'npx prettier --check .',
    'Checking formatting...\n[warn] src/gate.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
  ],
  [
    'git push',
    "To github.com:harbour/gate.git\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to 'github.com:harbour/gate.git'\nhint: Updates were rejected because the tip of your current branch is behind",
  ],
  [
    'git merge tariff',
    'Auto-merging src/gate.ts\nCONFLICT (content): Merge conflict in src/gate.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
  ],
  [
    'git rebase main',
    'Auto-merging a.ts\nCONFLICT (content): Merge conflict in a.ts\nerror: could not apply 1f0c9a3... open\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".',
  ],
  [
    'git checkout tariff',
    'error: Your local changes to the following files would be overwritten by checkout:\n\tsrc/gate.ts\nPlease commit your changes or stash them before you switch branches.\nAborting',
  ],
  [
    'git pull',
    'remote: Counting objects: 5, done.\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.',
  ],
  [
    'docker build .',
    '#7 [3/4] RUN npm ci\n#7 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1\n------\n > [3/4] RUN npm ci:\n------\nDockerfile:3\n--------------------\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
  ],
  [
    'docker run gate',
    "Unable to find image 'gate:latest' locally\ndocker: Error response from daemon: pull access denied for gate.\nSee 'docker run --help'.",
  ],
  [
    'docker build -t gate .',
    "Step 3/4 : RUN make\n ---> Running in 1f0c9a3e\nThe command '/bin/sh -c make' returned a non-zero code: 2",
  ],
  [
    'npm install',
    'npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! \nnpm ERR! A complete log of this run can be found in: /root/.npm/_logs/1.log',
  ],
  [
    'npm run build',
    '> gate@1.0.0 build\n> tsc\n\nnpm error Lifecycle script `build` failed with error:\nnpm error code 2\nnpm error path /app',
  ],
  [
    'pnpm build',
    '> tsc\n\nsrc/gate.ts(3,4): error TS2322: Type mismatch\n ELIFECYCLE  Command failed with exit code 2.',
  ],
  [
    'pip install gate',
    'Collecting gate\nERROR: Could not find a version that satisfies the requirement gate (from versions: none)\nERROR: No matching distribution found for gate',
  ],
  [
    'pip install -e .',
    '  × Getting requirements to build wheel did not run successfully.\n  │ exit code: 1\n  ╰─> [4 lines of output]\n      error in setup command\n      [end of output]\n\nerror: subprocess-exited-with-error',
  ],
  [
    'kubectl apply -f gate.yaml',
    'service/gate unchanged\nError from server (Forbidden): error when creating "gate.yaml": deployments is forbidden',
  ],
  [
    'kubectl rollout status deploy/gate',
    'Waiting for deployment "gate" rollout to finish: 0 of 2 updated replicas are available...\nerror: deployment "gate" exceeded its progress deadline',
  ],
  [
    'kubectl delete pod gate-1',
    'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
  ],
  [
    'terraform apply -auto-approve',
    'aws_instance.gate: Creating...\n╷\n│ Error: creating EC2 Instance: UnauthorizedOperation\n│ \n│   with aws_instance.gate,\n│   on main.tf line 3, in resource "aws_instance" "gate":\n╵',
  ],
  [
    'terraform plan',
    'Error: Reference to undeclared resource\n\n  on main.tf line 3:\n   3: x = aws_vpc.y.id\n\nA managed resource "aws_vpc" "y" has not been declared in the root module.',
  ],
  [
    'cargo build',
    'error[E0308]: mismatched types\n --> src/main.rs:3:4\n\nFor more information about this error, try `rustc --explain E0308`.\nerror: could not compile `gate` (bin "gate") due to 1 previous error',
  ],
  [
    'cargo test',
    'test open ... FAILED\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\n\nerror: test failed, to rerun pass `--lib`',
  ],
  [
    'cargo run',
    "thread 'main' panicked at src/main.rs:3:5:\nno tariff\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
  ],
  [
    'dotnet build',
    'Gate.cs(3,4): error CS1002: ; expected [/app/Gate.csproj]\n\nBuild FAILED.\n\n    0 Warning(s)\n    1 Error(s)\n\nTime Elapsed 00:00:01.23',
  ],
  [
    'dotnet test',
    'Failed GateTest.Open [3 ms]\n\nFailed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 9 ms',
  ],
  [
    'xcodebuild test',
    "Test Case '-[GateTest open]' failed (0.003 seconds).\nTest Suite 'All tests' failed at 2026-03-01\n\t Executed 3 tests, with 1 failure (0 unexpected) in 0.1 seconds\n** TEST FAILED **",
  ],
  [
    'xcodebuild build',
    'CompileSwift normal arm64\n** BUILD FAILED **\n\nThe following build commands failed:\n\tCompileSwift normal arm64 Gate.swift\n(1 failure)',
  ],
  [
    'mvn verify',
    '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n[INFO] Total time:  3.1 s\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2 (default-test)',
  ],
  ['go build ./...', '# gate\n./gate.go:3:4: undefined: tariff'],
  [
    'go run .',
    'panic: no tariff\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:4 +0x1d\nexit status 2',
  ],
  [
    'python gate.py',
    'opening 1\nopening 2\nTraceback (most recent call last):\n  File "gate.py", line 3, in <module>\n    open_gate()\n  File "gate.py", line 2, in open_gate\n    raise ValueError("no tariff")\nValueError: no tariff',
  ],
  [
    'node gate.js',
    'opening 1\n/app/gate.js:3\n  throw new Error("no tariff");\n  ^\n\nError: no tariff\n    at Object.<anonymous> (/app/gate.js:3:9)\n    at node:internal/main/run_main_module:36:49\n\nNode.js v22.11.0',
  ],
  [
    'java Gate',
    'opening 1\nException in thread "main" java.lang.IllegalStateException: no tariff\n\tat Gate.open(Gate.java:3)\n\tat Gate.main(Gate.java:9)',
  ],
  [
    'ruby gate.rb',
    "opening 1\ngate.rb:3:in 'Object#open': no tariff (RuntimeError)\n\tfrom gate.rb:9:in '<main>'",
  ],
  ['./gate', 'opening 1\nSegmentation fault (core dumped)'],
  [
    'npx tsc --noEmit',
    "src/gate.ts:3:4 - error TS2322: Type 'string' is not assignable to type 'number'.\n\n3 x = '';\n  ~\n\n\nFound 1 error in src/gate.ts:3",
  ],
  [
    'mypy src',
    'src/gate.py:3: error: Incompatible types in assignment  [assignment]\nFound 1 error in 1 file (checked 9 source files)',
  ],
  [
    'ruff check .',
    'src/gate.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.',
  ],
  [
    'bundle exec rspec',
    'Failures:\n\n  1) Gate opens\n\n3 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/gate_spec.rb:3 # Gate opens',
  ],
  [
    'npx playwright test',
    'Running 2 tests using 1 worker\n  1 failed\n    [chromium] › gate.spec.ts:3:1 › opens\n  1 passed (2.1s)',
  ],
  ['deno test', 'FAILED | 1 passed | 1 failed (5ms)\n\nerror: Test failed'],
  ['bun test', ' 4 pass\n 1 fail\n 9 expect() calls\nRan 5 tests across 1 files. [9.00ms]'],
  ['curl -sS https://gate.test/a', 'curl: (6) Could not resolve host: gate.test'],
  ['psql -f schema.sql', 'CREATE TABLE\npsql:schema.sql:9: ERROR:  relation "gate" already exists'],
  ['rm build/*.o', "rm: cannot remove 'build/*.o': No such file or directory"],
  [
    'ansible-playbook site.yml',
    'PLAY RECAP ****\nweb1 : ok=2    changed=1    unreachable=0    failed=1    skipped=0',
  ],
  [
    'helm upgrade gate ./chart',
    'Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress',
  ],
  // Commands that show texts say themselves that they could not.
  [
    'cat a.log b.log',
    'cat: a.log: No such file or directory\ncat: b.log: No such file or directory',
  ],
  ['sudo cat a.log', 'cat: a.log: Permission denied'],
  ['git -C dir log', 'fatal: not a git repository (or any of the parent directories): .git'],
  ['kubectl -n harbour get gates', 'error: the server doesn\'t have a resource type "gates"'],
  ['oc logs gate-1', 'Error from server (NotFound): pods "gate-1" not found'],
  ['gh pr view 99', 'GraphQL: Could not resolve to a PullRequest with the number of 99.'],
  ['bat a.log', "[bat error]: 'a.log': No such file or directory"],
  [
    'curl https://gate.test/a',
    '  % Total    % Received\n  0     0    0     0\ncurl: (6) Could not resolve host: gate.test',
  ],
  ['docker logs gate', 'Error response from daemon: No such container: gate'],
  ['cat a.log', 'bash: cat: command not found'],
  ['tail -f a.log', 'a line\nCommand timed out after 60 seconds'],
  // Programs with names that begin like those of others, and pipes into programs that do something.
  ['bats test', ' ✗ gate opens\n\n3 tests, 1 failure'],
  ['npx tailwindcss -o a.css', 'Error: cannot read a.css'],
  ['gh pr merge 3', 'X Pull request #3 is not mergeable\nfatal: merge failed'],
  ['cat schema.sql | psql', 'psql:schema.sql:9: ERROR:  relation "gate" already exists'],
  ['ruff check --fix .', 'Found 3 errors (2 fixed, 1 remaining).'],
  ['./checks', 'Failed: 2, Passed: 10'],
  ['./checks', 'Passed: 0, Failed: 0, Errors: 2'],
  ['./checks', '0 failed, 2 errors'],
  // Runners that no pattern names.
  ['./checks.sh', 'gate opens: ok\ngate closes: ok\ntariff: FAILED\n\n12 checks, 1 failed'],
  ['just ci', 'lint ok\n3 of 40 checks failed'],
  ['harbour-test --all', 'Result: FAIL'],
  ['./verify', 'passed: 11\nfailed: 2'],
  ['./run.sh', 'building\nbuild failed'],
  ['./deploy.sh; echo "exit: $?"', 'no such stack\nexit: 1'],
  ['npm test 2>&1 | tail -3', 'Tests:       1 failed, 11 passed, 12 total\nTime:        1.2 s'],
];

/** Outputs without an exit code that contain words of a failure but report none. */
const DONE: readonly (readonly [command: string, output: string])[] = [
  [
    './gradlew build',
    '> Task :compileJava\nNote: Gate.java uses deprecated API; errors may follow.\n\nBUILD SUCCESSFUL in 3s\n2 actionable tasks: 2 executed',
  ],
  ['make', 'make: [Makefile:4: clean] Error 1 (ignored)\ncc -c error.c\ncc -o gate error.o'],
  ['make', "make: Nothing to be done for 'all'."],
  [
    'ctest',
    '1/1 Test #1: fails_on_error ...   Passed    0.01 sec\n\n100% tests passed, 0 tests failed out of 1\n\nTotal Test time (real) =   0.03 sec',
  ],
  [
    'bazel test //...',
    '//gate:failed_test (cached) PASSED in 0.4s\n\nExecuted 0 out of 1 test: 1 test passes.',
  ],
  ['vendor/bin/phpunit', '...  3 / 3 (100%)\n\nOK (3 tests, 4 assertions)'],
  [
    'npx eslint src',
    '/app/src/gate.ts\n  9:1  warning  Missing error docs  docs\n\n✖ 1 problem (0 errors, 1 warning)',
  ],
  [
    'git push',
    'Enumerating objects: 5, done.\nremote: Resolving deltas: 100% (1/1)\nTo github.com:harbour/gate.git\n   1f0c9a3..2e1d8b4  fix-error -> fix-error',
  ],
  [
    'git merge tariff',
    'Updating 1f0c9a3..2e1d8b4\nFast-forward\n src/error.ts | 3 ++-\n 1 file changed, 2 insertions(+), 1 deletion(-)',
  ],
  [
    'git commit -m "Fix: build failed"',
    '[main 1f0c9a3] Fix: build failed\n 1 file changed, 1 insertion(+)',
  ],
  [
    'git log --oneline -3',
    '1f0c9a3 Fix: 3 tests failed\n2e1d8b4 Revert "error: no tariff"\nfatal: in a message',
  ],
  [
    'docker build .',
    '#7 [3/4] RUN npm ci\n#7 0.9 npm warn deprecated error-ex\n#9 naming to docker.io/library/gate:latest done\n#9 DONE 0.1s',
  ],
  [
    'npm install',
    'added 3 packages, and audited 90 packages in 2s\n\n3 high severity vulnerabilities\n\nRun `npm audit` for details.',
  ],
  [
    'pip install gate',
    "Installing collected packages: gate\nERROR: pip's dependency resolver does not currently take into account all the packages that are installed.\nSuccessfully installed gate-1.0",
  ],
  [
    'kubectl get pods',
    'NAME    READY  STATUS             RESTARTS\ngate-1  0/1    CrashLoopBackOff   9\ngate-2  0/1    Error              3',
  ],
  ['kubectl logs gate-1', 'listening\nERROR no tariff for berth 3\nBUILD FAILED'],
  [
    'terraform apply -auto-approve',
    'aws_instance.gate: Creation complete after 9s\n\nApply complete! Resources: 1 added, 0 changed, 0 destroyed.',
  ],
  [
    'cargo test',
    'test fails_on_error ... ok\n\ntest result: ok. 4 passed; 0 failed; 0 ignored; 0 measured',
  ],
  [
    'cargo build',
    'warning: unused variable: `error`\nwarning: `gate` (bin "gate") generated 1 warning\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s',
  ],
  [
    'dotnet build',
    'Build succeeded.\n\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:01.23',
  ],
  [
    'xcodebuild test',
    "Test Suite 'All tests' passed at 2026-03-01\n\t Executed 3 tests, with 0 failures (0 unexpected) in 0.1 seconds\n** TEST SUCCEEDED **",
  ],
  ['mvn verify', '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS'],
  ['go test ./...', 'ok  \tgate\t0.1s\n?   \tgate/fail\t[no test files]'],
  ['pytest -q', '..x.  [100%]\n3 passed, 1 xfailed in 0.1s'],
  [
    'npx vitest run',
    ' ✓ throws an Error when the tariff failed\n\n Test Files  1 passed (1)\n      Tests  4 passed (4)',
  ],
  ['ruff check --fix .', 'Found 2 errors (2 fixed, 0 remaining).'],
  ['bundle exec rspec', '3 examples, 0 failures'],
  ['cat build.log', 'compiling\nerror: could not compile `gate`\nBUILD FAILED'],
  [
    'grep -rn failed src',
    'src/a.ts:3: 2 tests failed\nsrc/b.ts:9: throw new Error("build failed")',
  ],
  ['tail -5 test.log', '=== 1 failed, 13 passed in 0.05s ==='],
  ['cd app && git diff', '-Tests: 3 failed\n+make: *** [all] Error 2'],
  ['node serve.js', 'listening on 3000\nGET /a 500 Error: no tariff\nGET /b 200\nclosed'],
  ['./migrate.sh', 'retry 1 failed, trying again\nmigrated 9 tables, 0 failed'],
  ['ls', 'error.ts\nfailed\nfatal.md'],
  ['./checks', 'Failed: 0, Passed: 12'],
  ['./checks', 'status: error-free'],
  ['./requeue', '3 failed jobs were requeued'],
  ['./lint --fix', '3 errors fixed'],
  ['./train', 'epoch 9\nerror: 0.34'],
  ['./train', 'error: 0.34'],
  ['./train', 'loss: 1.2, error: 1.5'],
  ['cat trace.txt', 'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no'],
  ['cat notes.txt', 'Error: no tariff'],
  [
    'tail build.log',
    'starting\nCommand failed with no output\nbash: foo: command not found\nretried',
  ],
  ['cat install.log', 'installing\ncurl: (6) Could not resolve host: gate.test'],
  ['git -C dir log', 'fatal: in a message\nBUILD FAILED'],
  ['kubectl -n harbour logs gate-1', 'BUILD FAILED'],
  ['docker compose -f dev.yml logs', 'gate-1 | BUILD FAILED'],
  ['sudo -u postgres cat a.log', 'BUILD FAILED'],
  ['timeout 5 cat a.log', 'BUILD FAILED'],
  ['sleep 2; tail a.log', 'BUILD FAILED'],
  ['curl -s https://gate.test/log', 'BUILD FAILED'],
];

test.each(FAILED)(
  '%s: the outcome is an error when the output reports a failure',
  (command, output) => {
    expect(outcome(command, { result: output })).toBe('error');
    expect(outcome(command, { result: coloured(output) })).toBe('error');
  },
);

test.each(DONE)(
  '%s: the outcome is done without an exit code, and a success with one or with a flag',
  (command, output) => {
    expect(outcome(command, { result: output })).toBe('done');
    expect(outcome(command, { result: coloured(output) })).toBe('done');
    expect(outcome(command, { result: `Exit code 0\n${output}` })).toBe('success');
    expect(outcome(command, { result: output, isError: false })).toBe('success');
  },
);

test.each(FAILED)(
  '%s: the outcome is an error also when a pipe ends with exit code 0 or a flag denies the error',
  (command, output) => {
    expect(outcome(`${command} | tail -50`, { result: `Exit code 0\n${output}` })).toBe('error');
    expect(outcome(command, { result: output, isError: false })).toBe('error');
  },
);

test('a read or write without an error is a success; an unknown tool is done unless its result reports more', () => {
  const file = { key: 'file_path' };
  expect(outcome('a.ts', { result: 'BUILD FAILED' }, { name: 'Read', ...file })).toBe('success');
  expect(outcome('a.ts', { result: 'updated' }, { name: 'Write', ...file })).toBe('success');
  expect(outcome('a', { result: '3 hits' }, { name: 'Grep', key: 'pattern' })).toBe('success');
  expect(outcome('a', { result: 'ticket 7' }, { name: 'create_ticket' })).toBe('done');
  expect(outcome('a', { result: { success: true } }, { name: 'create_ticket' })).toBe('success');
  expect(outcome('a', { result: '{"ok":true}' }, { name: 'create_ticket' })).toBe('success');
  expect(outcome('a', { result: { exitCode: 0, stdout: 'x' } })).toBe('success');
  expect(
    outcome('a', { result: '{"output":"x","metadata":{"exit_code":0}}' }, { name: 'shell' }),
  ).toBe('success');
});

test.each(['success', 'done', 'error'])(
  'the summary of a result keeps its outcome: %s',
  (status) => {
    expect(outcome('make', { result: `[Bash make: ${status}, 9 lines]` })).toBe(status);
    expect(outcome('make', { result: `#1f0c9a3e\n[Bash make: ${status}, 9 lines]` })).toBe(status);
  },
);
