import type { Mutant } from '../../tools/mutants.ts'

const matrix = 'vitest run tests/properties/authorisation.test.ts'
const acts = 'vitest run src/modules/approvals/model.test.ts'
const answers = (call: string) => `${call} answers each of them as its row says`

export const mutants: Mutant[] = [
  {
    name: 'a call that forgot its session',
    why: 'whoever finds the address could read what the staff reads',
    file: 'src/modules/backoffice/contract.ts',
    replace: '  totals: admin()\n',
    with: "  totals: admin()\n    .meta({ who: 'anyone', money: false, upload: false })\n",
    caughtBy: matrix,
    says: answers('GET /api/admin/totals'),
  },
  {
    name: "another member's deposit that can be read",
    why: 'a member could look into the affairs of any other',
    file: 'src/modules/deposits/queries.ts',
    replace: "    .where('member_id', '=', memberId)\n    .executeTakeFirst()\n",
    with: '    .executeTakeFirst()\n',
    caughtBy: matrix,
    says: answers('GET /api/deposit/{id}'),
  },
  {
    name: "another member's deposit that is told apart from none",
    why: 'whether a deposit exists could be found out by asking',
    file: 'src/modules/deposits/queries.ts',
    replace:
      "    .where('member_id', '=', memberId)\n    .executeTakeFirst()\n  if (!row) throw " +
      "notFound('The deposit')\n",
    with:
      "    .executeTakeFirst()\n  if (!row) throw notFound('The deposit')\n  if " +
      "(row.member_id !== memberId) throw notFound('Your deposit')\n",
    caughtBy: matrix,
    says: answers('GET /api/deposit/{id}'),
  },
  {
    name: "another member's withdrawal that can be taken back",
    why: 'a member could hold up the money of any other',
    file: 'src/modules/withdrawals/steps/lock-withdrawal.ts',
    replace: "  if (memberId) query = query.where('member_id', '=', memberId)\n",
    with: '',
    caughtBy: matrix,
    says: answers('POST /api/withdraw/{id}/cancel'),
  },
  {
    name: 'a viewer who may confirm',
    why: 'who was let in to read could credit money that never came',
    file: 'src/modules/approvals/model.ts',
    replace: "'deposit.confirm': { may: MONEY,",
    with: "'deposit.confirm': { may: ['viewer', ...MONEY],",
    caughtBy: matrix,
    says: answers('POST /api/transactions/{id}/confirm'),
  },
  {
    name: 'a call that leaves the role to its command',
    why: 'the door would be open to every role, and one forgotten line lets it in',
    file: 'src/modules/deposits/contract.ts',
    replace: "  confirm: adminMoney(...may('deposit.confirm'))\n",
    with: '  confirm: adminMoney()\n',
    caughtBy: matrix,
    says: 'a call of the staff is open to exactly those who may do one act',
  },
  {
    name: 'a suspended member who may withdraw',
    why: 'what is being checked would be gone before the check is over',
    file: 'src/modules/withdrawals/queries/withdrawal-request.ts',
    replace: '  assertMayWithdraw(await getMember(app.db, memberId), app.clock.now())\n',
    with: '',
    caughtBy: matrix,
    says: answers('POST /api/withdraw'),
  },
  {
    name: 'a suspended member who may not change the password',
    why: 'a thief who has it would keep it for as long as the check takes',
    file: 'src/modules/identity/commands/change-password.ts',
    replace: '  const hash = await findPasswordHash(app.db, member.id)\n',
    with:
      "  if (member.status === 'suspended') throw failures.unverified()\n  const hash = await " +
      'findPasswordHash(app.db, member.id)\n',
    caughtBy: matrix,
    says: answers('PATCH /api/user/pass'),
  },
  {
    name: 'a call without a row',
    why: 'nobody would have said who may make it',
    file: 'src/modules/plans/contract.ts',
    replace: '  positions: member\n',
    with:
      "  forgotten: anyone\n    .route({ method: 'GET', path: '/forgotten', summary: 'Nobody " +
      "thought of it', tags: ['Plans'] })\n    .output(envelope(z.array(plan))),\n  " +
      'positions: member\n',
    caughtBy: matrix,
    says: 'every call has a row, and every row a call',
  },
  {
    name: 'a row without a call',
    why: 'the matrix would speak of what nobody can ask any more',
    file: 'tests/properties/authorisation-matrix.ts',
    replace: 'GET   /api/admin/totals  ',
    with: 'GET   /api/admin/sums    ',
    caughtBy: matrix,
    says: 'every call has a row, and every row a call',
  },
  {
    name: 'a large withdrawal that one admin approves alone',
    why: 'one stolen account of the staff could empty custody',
    file: 'src/modules/approvals/model.ts',
    replace: 'second: { sandbox: 1_000_000n, live: 1_000_000n }',
    with: 'second: { sandbox: 1_000_000n, live: 10_000_000n }',
    caughtBy: acts,
    says: 'every act is open to the roles of the table',
  },
  {
    name: 'an owner who lifts a freeze alone',
    why: 'who broke the books could go on as if nothing had happened',
    file: 'src/modules/approvals/model.ts',
    replace: "'books.unfreeze': { may: OWNER, decides: MONEY, second: always }",
    with: "'books.unfreeze': { may: OWNER, decides: MONEY, second: inLive }",
    caughtBy: acts,
    says: 'every act is open to the roles of the table',
  },
]
