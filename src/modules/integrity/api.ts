import { addDays } from '#lib/dates.ts'
import { implementCalls } from '#platform/http/http.ts'
import { checkIntegrity } from './commands/check-integrity.ts'
import { proposeUnfreeze } from './commands/propose-unfreeze.ts'
import { requestVerification } from './commands/request-verification.ts'
import { integrityContract } from './contract.ts'
import { listAccountPage } from './presenters/accounts.ts'
import { getAccountBalance, getAccountStatement, listTrialBalance } from './presenters/balances.ts'
import { describeCheck, toCheckResponse, toVerificationResponse } from './presenters/checks.ts'
import { buildCopyFile, listJournalRows } from './presenters/journal.ts'
import { getIntegrityState } from './presenters/state.ts'
import { listChecks, listVerifications } from './queries.ts'

const calls = implementCalls(integrityContract)

export const integrityApi = calls.router({
  state: calls.state.handler(async ({ context: { app } }) => ({
    message: 'Ledger status',
    data: await getIntegrityState(app),
  })),
  checks: calls.checks.handler(async ({ context: { app } }) => ({
    message: 'Integrity checks',
    data: (await listChecks(app.db)).map(toCheckResponse),
  })),
  check: calls.check.handler(async ({ context: { app } }) => {
    const check = await checkIntegrity(app)
    return { message: describeCheck(check), data: check && toCheckResponse(check) }
  }),
  unfreeze: calls.unfreeze.handler(async ({ context: { app, admin }, input }) => {
    const { id } = await proposeUnfreeze(app, admin(), input)
    return { status: 202 as const, body: { message: 'Waiting for approval', data: { _id: id } } }
  }),
  balance: calls.balance.handler(async ({ context: { app }, input: { account, at } }) => ({
    message: 'Balance',
    data: await getAccountBalance(app, account, at),
  })),
  trialBalance: calls.trialBalance.handler(async ({ context: { app }, input: { at } }) => ({
    message: 'Trial balance',
    data: await listTrialBalance(app, at),
  })),
  statement: calls.statement.handler(async ({ context: { app }, input }) => {
    const { account, to = app.clock.today(), from = addDays(to, -90) } = input
    return { message: 'Statement', data: await getAccountStatement(app, account, from, to) }
  }),
  accounts: calls.accounts.handler(async ({ context: { app }, input }) => ({
    message: 'Accounts',
    data: await listAccountPage(app, input.search, input.class, input.after),
  })),
  rows: calls.rows.handler(async ({ context: { app }, input }) => ({
    message: 'Journal rows',
    data: await listJournalRows(app, input),
  })),
  verifications: calls.verifications.handler(async ({ context: { app } }) => ({
    message: 'Ledger verifications',
    data: (await listVerifications(app.db)).map(toVerificationResponse),
  })),
  verify: calls.verify.handler(async ({ context: { app, admin } }) => ({
    message: 'Verification of the full ledger started.',
    data: { _id: await requestVerification(app, admin()) },
  })),
  copy: calls.copy.handler(({ context: { app }, input: { format } }) => buildCopyFile(app, format)),
})
