import type { Mutant } from '../../tools/mutants.ts'

const architectureCheck = 'node tools/check-architecture.ts'
const calls = "vitest run src/platform/http/calls.test.ts -t 'what the log says'"
const lines = 'vitest run src/platform/monitoring/log.test.ts'
const documents = 'vitest run tests/properties/security-documents.test.ts'

/** What is written down of who did and tried what, as the standard wants it, each undone. */
export const mutants: Mutant[] = [
  {
    name: 'standard: an act that no page tells of',
    why: 'nobody looks for what nobody knows is written down',
    file: 'src/modules/identity/commands/end-session.ts',
    replace: "'session.ended'",
    with: "'session.finished'",
    caughtBy: documents,
    says: 'lists every line that a log may hold and every act that is recorded',
  },
  {
    name: 'standard: a refusal that says not whose',
    why: 'who tries all doors can’t be told from a hundred who try one',
    file: 'src/platform/http/calls.ts',
    replace: '        asked.who = session.who.id\n',
    with: '',
    caughtBy: calls,
    says: 'whoever tries a door that is closed is written down',
  },
  {
    name: 'standard: times that mean something else in each place',
    why: 'what happened first on two machines nobody can say',
    file: 'src/platform/monitoring/log.ts',
    replace: 'timestamp: pino.stdTimeFunctions.isoTime',
    with: 'timestamp: pino.stdTimeFunctions.epochTime',
    caughtBy: lines,
    says: 'each line is one JSON object with its time in UTC',
  },
  {
    name: 'standard: a second log',
    why: 'it cuts nothing out, and nobody keeps it',
    file: 'src/platform/files/export.ts',
    replace: 'const MOST_ROWS = 100_000',
    with: "const MOST_ROWS = 100_000\nconsole.log('exports are at most', MOST_ROWS)",
    caughtBy: architectureCheck,
    says: 'one log',
  },
  {
    name: 'standard: lines that no program reads',
    why: 'whoever searches them guesses where a name ends',
    file: 'src/platform/monitoring/log.ts',
    replace: 'return to ? pino(options, to) : pino(options)',
    with:
      "return to ? pino(options, { write: (line: string) => to.write('log: '.concat(line)) }) " +
      ': pino(options)',
    caughtBy: lines,
    says: 'each line is one JSON object with its time in UTC',
  },
  {
    name: 'standard: a line that a stranger writes',
    why: 'a name with a line break is a second line that says what they want',
    file: 'src/platform/monitoring/log.ts',
    replace: 'return to ? pino(options, to) : pino(options)',
    with:
      "return to ? pino(options, { write: (line: string) => to.write(line.replaceAll('\\\\n', " +
      "'\\n')) }) : pino(options)",
    caughtBy: lines,
    says: 'each line is one JSON object with its time in UTC',
  },
  {
    name: 'standard: a wrong password that nobody writes down',
    why: 'a thousand tries at an account leave no trace',
    file: 'src/modules/identity/commands/log-in-member.ts',
    replace: 'throw await noted(app, from, member?.id ?? null)',
    with: 'throw failures.login()',
    caughtBy:
      "vitest run src/modules/identity/commands/log-in-member.test.ts -t 'Each try to get in'",
    says: 'Each try to get in is written down',
  },
  {
    name: 'standard: a door that is tried in silence',
    why: 'whoever looks for what a role may not do is seen by nobody',
    file: 'src/platform/http/calls.ts',
    replace: '  else noteRefusal(app, request, { ...asked, status, code: body.code })\n',
    with:
      '  else if (status !== 403) noteRefusal(app, request, { ...asked, status, code: ' +
      'body.code })\n',
    caughtBy: calls,
    says: 'whoever tries a door that is closed is written down',
  },
  {
    name: 'standard: a rule that is tried in silence',
    why: 'the refusals of calls that move money are kept as answers, and told nowhere',
    file: 'src/platform/http/calls.ts',
    replace: 'if (answer.status >= 400)',
    with: 'if (answer.status >= 500)',
    caughtBy: calls,
    says: 'so is whoever sends what a call does not take',
  },
  {
    name: 'standard: a failure that nobody writes down',
    why: 'what broke for a member is known to that member alone',
    file: 'src/platform/http/calls.ts',
    replace:
      "if (status >= 500) app.log.error({ err: error, request: request.id, ...asked }, 'a " +
      "call broke')",
    with:
      "if (status > 500) app.log.error({ err: error, request: request.id, ...asked }, 'a call " +
      "broke')",
    caughtBy: calls,
    says: 'what breaks is written down with its error',
  },
  {
    name: 'standard: an answer that tells of the inside',
    why: 'a password of the database stands in an error',
    file: 'src/platform/http/errors.ts',
    replace: 'BUSY_STATES.has(state) ? BUSY : BROKEN',
    with:
      'BUSY_STATES.has(state) ? BUSY : { ...BROKEN, body: { ...BROKEN.body, message: ' +
      'String(error) } }',
    caughtBy: 'vitest run src/platform/http/calls.test.ts',
    says: 'what breaks is a 500 that tells nothing of the inside',
  },
]
