import type { Mutant } from '../../tools/mutants.ts'

const identity = 'src/modules/identity'
const run = (name: string) => `vitest run ${identity}/commands/${name}.test.ts`

export const mutants: Mutant[] = [
  {
    name: 'a code of an authenticator app that works again',
    why: 'whoever looks over a shoulder has half a minute to sign in as well',
    file: `${identity}/steps/take-code.ts`,
    replace: 'if (step === null || BigInt(step) <= row.last_step) return false',
    with: 'if (step === null) return false\n  if (BigInt(step) <= row.last_step) return true',
    caughtBy: run('step-up'),
    says: 'A code is taken once, whichever session shows it',
  },
  {
    name: 'a recovery code that works twice',
    why: 'a list that was found once would open the account for good',
    file: `${identity}/steps/take-recovery-code.ts`,
    replace: `    .updateTable('recovery_code')
    .set({ used_at: app.clock.now() })`,
    with: "    .updateTable('recovery_code')\n    .set({ used_at: null })",
    caughtBy: run('step-up'),
    says: 'A recovery code is taken once',
  },
  {
    name: 'a challenge that is answered more than once',
    why: 'what a passkey signed and somebody overheard would open a second session',
    file: `${identity}/steps/challenge.ts`,
    replace: "    .deleteFrom('passkey_challenge')\n",
    with: "    .selectFrom('passkey_challenge')\n",
    caughtBy: run('log-in-by-passkey'),
    says: 'A challenge opens once, and for whom it was given',
  },
  {
    name: 'a passkey whose address nobody looks at',
    why: 'a page that looks like ours could pass on what the member signed there',
    file: 'src/platform/auth/webauthn.ts',
    replace:
      '    expectedOrigin: origin,\n    expectedRPID: rpID,\n    requireUserVerification: ' +
      'verified,',
    with:
      "    expectedOrigin: [origin, 'https://candor.example.net'],\n    expectedRPID: rpID,\n " +
      '   requireUserVerification: verified,',
    caughtBy: run('log-in-by-passkey'),
    says: 'What was signed at another address',
  },
  {
    name: 'a passkey alone without a look at who holds it',
    why: 'a key found in a drawer would stand for password and second factor',
    file: 'src/platform/auth/webauthn.ts',
    replace: 'requireUserVerification: verified,',
    with: 'requireUserVerification: false,',
    caughtBy: run('log-in-by-passkey'),
    says: 'by a device that checked nobody, opens nothing',
  },
  {
    name: 'a copied passkey that goes on opening',
    why: 'the thief who copied it signs in beside the owner',
    file: `${identity}/steps/take-passkey.ts`,
    replace: "is('counter', '<', count)",
    with: "is('counter', '>=', 0n)",
    caughtBy: run('log-in-by-passkey'),
    says: 'A count that goes back means a copy',
  },
  {
    name: 'a withdrawal that asks for no fresh proof',
    why: 'whoever finds an open browser takes the balance',
    file: 'src/modules/withdrawals/api.ts',
    replace:
      '  request: calls.request.handler(async ({ context: { app, member, session }, input ' +
      '}) => {\n    await assertFresh(app, session)\n',
    with: '  request: calls.request.handler(async ({ context: { app, member }, input }) => {\n',
    caughtBy: 'vitest run tests/flows/security.test.ts',
    says: 'asks for a fresh proof',
  },
  {
    name: 'money moved by the staff without a fresh proof',
    why: 'an office browser that was left open pays out',
    file: 'src/platform/http/calls.ts',
    replace: 'if (meta.money && session) await freshGate(app, session)',
    with: 'if (meta.money && meta.upload && session) await freshGate(app, session)',
    caughtBy: 'vitest run tests/flows/security.test.ts',
    says: 'Staff with a second factor show it again before they move money',
  },
  {
    name: 'a password that stands in for the second factor',
    why: 'a stolen password would be enough again for everything that asks for a fresh proof',
    file: `${identity}/commands/step-up.ts`,
    replace:
      '(await lockCredential(tx, personId, hash)) && !hasFactor(await factorsOf(tx, personId))',
    with:
      '(await lockCredential(tx, personId, hash)) && (hasFactor(await factorsOf(tx, ' +
      'personId)) || true)',
    caughtBy: run('step-up'),
    says: 'the password proves nothing',
  },
  {
    name: "somebody else's session that can be ended",
    why: 'any member could throw any other out',
    file: `${identity}/commands/end-session.ts`,
    replace: "      .where('person_id', '=', person.id)\n",
    with: '',
    caughtBy: run('end-session'),
    says: 'Somebody else’s session, an ended one and none at all aren’t found',
  },
  {
    name: 'a ticket of the second step that opens by itself',
    why: 'the password alone would be enough',
    file: `${identity}/queries.ts`,
    replace: "    (await live.where('token_digest', '=', digest).executeTakeFirst()) ??\n",
    with:
      "    (await live.where((is) => is.or([is('token_digest', '=', digest), is('person_id', " +
      "'in', is.selectFrom('log_in_ticket').select('person_id').where('digest', '=', " +
      'digest))])).executeTakeFirst()) ??\n',
    caughtBy: run('finish-log-in'),
    says: 'A ticket is no session',
  },
  {
    name: "a member's ticket that opens the back office",
    why: 'a ticket is for the one door that it was given at',
    file: `${identity}/commands/finish-log-in.ts`,
    replace: '  if (person.kind !== input.kind) throw refusals.ticket()\n',
    with: '',
    caughtBy: run('finish-log-in'),
    says: 'opens nothing at the other door',
  },
  {
    name: 'a report that leaves the password working',
    why: 'the thief signs in again a minute later',
    file: `${identity}/steps/lock-credential.ts`,
    replace: "    .where('reported_at', 'is', null)\n",
    with: '',
    caughtBy: run('raise-alarm'),
    says: 'the account is given back and everything rests',
  },
  {
    name: 'an alarm that looks for a factor of the very instant of the mail',
    why: 'a clock goes on between the two, and the thief’s passkey would stay',
    file: `${identity}/steps/stop-every-way-in.ts`,
    replace: "where('added_at', '>=', since)",
    with: "where('added_at', '=', madeAt)",
    caughtBy: run('raise-alarm'),
    says: 'factors and codes added since are gone',
  },
  {
    name: 'recovery codes of a thief that outlive an alarm',
    why: 'they would stand in for the owner’s own factor',
    file: `${identity}/steps/stop-every-way-in.ts`,
    replace: "where('made_at', '>=', since)",
    with: "where('made_at', '=', since)",
    caughtBy: run('raise-alarm'),
    says: 'Codes that were renewed since are gone',
  },
  {
    name: 'an alarm that ends the sessions before it stops the ways in',
    why: 'a log-in under way would open a session that nobody ends',
    file: `${identity}/commands/raise-alarm.ts`,
    replace:
      '    await stopEveryWayIn(tx, memberId, now)\n    await endSessions(tx, memberId, ' +
      "'alarm', now)\n",
    with:
      "    await endSessions(tx, memberId, 'alarm', now)\n    await stopEveryWayIn(tx, " +
      'memberId, now)\n',
    caughtBy: run('raise-alarm'),
    says: 'under way while it is pressed ends with the rest',
  },
  {
    name: 'a reported password that is still a proof',
    why: 'a session left open could change the address or close the account by it',
    file: `${identity}/steps/assert-own-password.ts`,
    replace: ' || !(await stillOpens(app, member.id, hash))',
    with: ' || (await stillOpens(app, member.id, hash)) === null',
    caughtBy: run('raise-alarm'),
    says: 'A password that was reported is no proof',
  },
]
