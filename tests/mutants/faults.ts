import type { Mutant } from '../../tools/mutants.ts'

const buildFaultsCommand = (name: string) =>
  `vitest run tests/faults/statement-faults.test.ts -t '${name}'`

/** Commands that are torn by a statement that fails: each is found by the sample of the gate. */
export const mutants: Mutant[] = [
  {
    name: 'a payout posted outside its transaction',
    why: 'the coin would be gone from the books while the withdrawal waits to be paid again',
    file: 'src/modules/withdrawals/commands/mark-paid.ts',
    replace: 'await post(tx, payoutOf',
    with: 'await post(app.db as never, payoutOf',
    caughtBy: buildFaultsCommand('withdrawals/mark-paid'),
    says: 'withdrawals/mark-paid: all of it or nothing',
  },
  {
    name: 'a record of an act written on the pool',
    why: 'the books would say that somebody confirmed what nobody did',
    file: 'src/modules/deposits/commands/confirm-deposit.ts',
    replace: 'await record(tx, now',
    with: 'await record(app.db as never, now',
    caughtBy: buildFaultsCommand('deposits/confirm-deposit'),
    says: 'deposits/confirm-deposit: all of it or nothing',
  },
  {
    name: 'an answer kept outside the transaction of its call',
    why: 'who asks again would be told of a withdrawal that was rolled back',
    file: 'src/platform/http/idempotency.ts',
    replace: 'await keep(tx, app, call, answer)',
    with: 'await keep(app.db as never, app, call, answer)',
    caughtBy: buildFaultsCommand('withdrawals/cancel-withdrawal'),
    says: 'withdrawals/cancel-withdrawal: all of it or nothing',
  },
  {
    name: 'a transaction run again after whatever failure',
    why: 'a commit that nobody was told of would be done twice',
    file: 'src/platform/db/transaction.ts',
    replace: 'if (!isCollision(error)) throw error',
    with: 'if (attempt === RETRIES) throw error',
    caughtBy: buildFaultsCommand('withdrawals/request-withdrawal'),
    says: 'withdrawals/request-withdrawal: all of it or nothing',
  },
  {
    name: 'a proof removed after whatever failure',
    why: 'a deposit whose commit was not acknowledged would have lost its evidence',
    file: 'src/modules/deposits/commands/submit-proof.ts',
    replace: 'if (!committing) await app',
    with: 'await app',
    caughtBy: buildFaultsCommand('deposits/submit-proof'),
    says: 'deposits/submit-proof: all of it or nothing',
  },
  {
    name: 'a failure after the commit',
    why: 'a member would keep typing a password that no longer fits',
    file: 'src/modules/identity/commands/change-password.ts',
    replace: "'password.changed', member.id)\n  })\n",
    with:
      "'password.changed', member.id)\n  })\n  await forgive(app, 'change-password', " +
      'member.id)\n',
    caughtBy: buildFaultsCommand('identity/change-password'),
    says: 'identity/change-password: all of it or nothing',
  },
  {
    name: 'an answer that knows what nobody knows',
    why: 'who is told that nothing was done sends it once more under another key',
    file: 'src/platform/http/errors.ts',
    replace: 'was done in full or not at all: please look before you try again.',
    with: 'was not done; please try again.',
    caughtBy: buildFaultsCommand('deposits/confirm-deposit'),
    says: 'deposits/confirm-deposit: all of it or nothing',
  },
  {
    name: 'a failure of the database swallowed',
    why: 'a person would be told of a log-out that never was',
    file: 'src/modules/identity/commands/log-out.ts',
    replace: "      .where('ended_at', 'is', null)\n      .execute()\n  })",
    with: "      .where('ended_at', 'is', null)\n      .execute()\n  }).catch(() => {})",
    caughtBy: buildFaultsCommand('identity/log-out'),
    says: 'identity/log-out: all of it or nothing',
  },
  {
    name: 'a command without a scenario',
    why: 'nobody would have tried what it leaves when the database fails',
    file: 'src/modules/treasury/commands/give-away.ts',
    with: 'export const giveAway = async () => {}\n',
    caughtBy: buildFaultsCommand('every command has a scenario'),
    says: 'every command has a scenario, and every scenario its command',
  },
]
