import type { Mutant } from '../../tools/mutants.ts'

const commands = 'src/modules/identity/commands'
const run = (test: string) => `vitest run ${commands}/${test}.test.ts`

export const mutants: Mutant[] = [
  {
    name: 'a login that tells which addresses exist',
    why: 'a list of members could be drawn up by asking',
    file: `${commands}/log-in.ts`,
    replace: '  if (!member || !hash || !fits) throw await noted(app, from, member?.id ?? null)\n',
    with:
      "  if (!member) throw new Error('There is no such member.')\n  if (!hash || !fits) " +
      'throw failures.login()\n',
    caughtBy: run('log-in'),
    says: 'are refused in the same words',
  },
  {
    name: 'a login that hashes nothing for an unknown address',
    why: 'the answer comes sooner, which tells as much as words',
    file: 'src/platform/auth/passwords.ts',
    replace: 'const right = await fits(hash ?? (await decoy), password)',
    with: 'const right = hash !== undefined && (await fits(hash, password))',
    caughtBy: run('log-in'),
    says: 'A wrong password costs the same work as an unknown address',
  },
  {
    name: 'a code whose tries are rolled back with the failure',
    why: 'a million tries would be free',
    file: `${commands}/verify-email.ts`,
    replace: '    if (member && right) await markVerified(tx, app, member.id)\n',
    with:
      '    if (!right) throw failures.code()\n    if (member) await markVerified(tx, app, ' +
      'member.id)\n',
    caughtBy: run('verify-email'),
    says: 'After five wrong tries the right code is worth nothing',
  },
  {
    name: 'a code without an end',
    why: 'a mailbox read a year later would open the account',
    file: `${commands}/verify-email.ts`,
    replace: "    .where('expires_at', '>', app.clock.now())\n",
    with: '',
    caughtBy: run('verify-email'),
    says: 'A code works for ten minutes and not a moment longer',
  },
  {
    name: 'a reset link that works twice',
    why: 'whoever finds it later sets another password',
    file: `${commands}/reset-password.ts`,
    replace: "    .set({ used_at: app.clock.now() })\n    .where('person_id', '=', personId)",
    with: "    .set({ used_at: app.clock.now() })\n    .where('person_id', '=', '')",
    caughtBy: run('reset-password'),
    says: 'A link works once',
  },
  {
    name: 'a reset that leaves sessions open',
    why: 'the thief whom the reset is against stays signed in',
    file: `${commands}/reset-password.ts`,
    replace: "    await endSessions(tx, owner.id, 'password-reset', now)\n",
    with: '',
    caughtBy: run('reset-password'),
    says: 'ends every session',
  },
  {
    name: 'a log-out that only forgets',
    why: 'a copied token would go on working',
    file: `${commands}/log-out.ts`,
    replace:
      '.set({ ended_at: app.clock.now(), ended_because: because })\n      ' +
      ".where('token_digest', '=', tokenDigest(token))",
    with:
      ".set({ ended_at: app.clock.now(), ended_because: because })\n      .where('id', '=', " +
      'token)',
    caughtBy: run('log-out'),
    says: 'Logging out ends this session on the server',
  },
  {
    name: 'staff sessions that last as long as they are used',
    why: 'a forgotten browser in the office stays open for ever',
    file: 'src/modules/identity/model.ts',
    replace: 'longestMs: 8 * HOUR',
    with: 'longestMs: 800 * HOUR',
    caughtBy: run('resume-session'),
    says: 'ends after 8 hours, however busy',
  },
  {
    name: 'a sign-up that says when an address is taken',
    why: 'a list of members could be drawn up by asking',
    file: `${commands}/sign-up.ts`,
    replace: '    if (!memberId) return await tellOwner(tx, app, email)\n',
    with: "    if (!memberId) throw new Error('This address is taken.')\n",
    caughtBy: run('sign-up'),
    says: 'A known address changes nothing and is told to its owner alone',
  },
  {
    name: 'a session token kept as it is',
    why: 'whoever reads a backup could sign in',
    file: 'src/platform/auth/secrets.ts',
    replace: "createHash('sha256').update(token).digest()",
    with: 'Buffer.alloc(32, token)',
    caughtBy: run('log-in'),
    says: 'The database keeps no token',
  },
]
