import type { Mutant } from '../../tools/mutants.ts'

const deposits = 'src/modules/deposits'
const withdrawals = 'src/modules/withdrawals'
const quoteTest = `vitest run ${deposits}/commands/quote-deposit.test.ts`
const proofTest = `vitest run ${deposits}/commands/submit-proof.test.ts`
const confirmTest = `vitest run ${deposits}/commands/confirm-deposit.test.ts`
const raceTest = 'vitest run tests/faults/parallel-withdrawals.test.ts -t "came too late"'
const approveTest = `vitest run ${withdrawals}/commands/approve-withdrawal.test.ts`

/** Mistakes on the way of money in and out. */
export const mutants: Mutant[] = [
  {
    name: 'a proposal that outlives what it was about',
    why: 'somebody would be asked about a withdrawal that one admin was enough for',
    file: `${withdrawals}/steps/decide-withdrawal.ts`,
    replace:
      " else if (open) await endProposal(app, tx, admin, row, 'One admin is enough by now, " +
      "and has approved.')",
    with: '',
    caughtBy: approveTest,
    says: 'a proposal ends when one admin is enough again',
  },
  {
    name: 'a deposit that is confirmed without its row being held',
    why: 'two browsers at once would both begin to credit it',
    file: `${deposits}/steps/lock-deposit.ts`,
    replace: '.forUpdate()',
    with: '',
    caughtBy: confirmTest,
    says: '64 confirmations at once credit once',
  },
  {
    name: 'a late payment at the locked rate',
    why: 'whoever waits for the price to fall would be credited too much',
    file: `${deposits}/commands/submit-proof.ts`,
    replace: 'late ? (await getPrice(app, coin)).rate : rate',
    with: 'late && (await getPrice(app, coin)) ? rate : rate',
    caughtBy: proofTest,
    says: 'at the rate of its arrival',
  },
  {
    name: 'a replaced quote whose rate still holds',
    why: 'whoever quotes again could choose the better of two rates afterwards',
    file: `${deposits}/commands/submit-proof.ts`,
    replace: "const late = statusAt({ status, expiresAt }, now) === 'expired'",
    with: "const late = statusAt({ status, expiresAt }, now) === 'expired' && now >= expiresAt",
    caughtBy: proofTest,
    says: 'its locked rate is no longer to be had',
  },
  {
    name: 'a bank reference that counts its capitals',
    why: 'one bank payment would be credited twice',
    file: 'src/lib/payment-references.ts',
    replace: ".replace(/\\s+/g, ' ').toUpperCase()",
    with: '',
    caughtBy: confirmTest,
    says: 'one bank payment is used once',
  },
  {
    name: 'the same coin amount for everybody',
    why: 'what arrives could not be told apart',
    file: `${deposits}/model.ts`,
    replace: 'if (!taken.has(amount)) return amount',
    with: 'if (taken.size >= 0) return amount',
    caughtBy: quoteTest,
    says: 'fifty quotes of the same amount',
  },
  {
    name: 'a form that is believed',
    why: 'a member would be credited by what they typed',
    file: `${deposits}/commands/submit-proof.ts`,
    replace: "if (parseAmount(input.amount?.trim() ?? '', 'USD') !== quote.amount)",
    with: "if (parseAmount(input.amount?.trim() ?? '', 'USD') === null)",
    caughtBy: proofTest,
    says: 'whatever differs from the quote',
  },
  {
    name: 'a file that outlives its refusal',
    why: 'what was refused would be kept',
    file: `${deposits}/commands/submit-proof.ts`,
    replace: '    if (!committing) await app.files.remove(key)\n',
    with: '',
    caughtBy: proofTest,
    says: 'the file goes too',
  },
  {
    name: 'a picture that is kept as it was sent',
    why: 'what rides behind it would reach whoever opens it',
    file: 'src/platform/files/uploads.ts',
    replace: 'return { content, type, extension }',
    with: 'return { content: content.length > 0 ? bytes : content, type, extension }',
    caughtBy: 'vitest run src/platform/files/uploads.test.ts',
    says: 'what rides behind or inside a picture',
  },
  {
    name: 'an address whose checksum is not looked at',
    why: 'coin would go to nobody',
    file: 'src/lib/addresses.ts',
    replace: 'if (carriesChecksum && address !== canonical)',
    with: 'if (carriesChecksum && address === canonical && canonical.length === 0)',
    caughtBy: 'vitest run src/lib/addresses.test.ts',
    says: 'held against the checksums of EIP-55',
  },
  {
    name: 'a balance that is read without holding its member',
    why:
      'requests at once would all see the same balance; the ledger alone would stop them, ' +
      'without saying what is left',
    file: `${withdrawals}/commands/request-withdrawal.ts`,
    replace: '  await lockMemberMoney(tx, member.id)\n',
    with: '  if (member.id.length === 0) await lockMemberMoney(tx, member.id)\n',
    caughtBy: raceTest,
    says: 'who came too late is told what is left',
  },
  {
    name: 'a release that forgets the positions',
    why: 'a cancelled withdrawal would have cost the member the investment',
    file: `${withdrawals}/steps/release-hold.ts`,
    replace: '    ...restored.transfers,\n',
    with: '    ...restored.transfers.slice(0, 0),\n',
    caughtBy: `vitest run ${withdrawals}/commands/cancel-withdrawal.test.ts`,
    says: 'cancelling puts cash and position back',
  },
  {
    name: 'an approval that skips the cool-down',
    why: 'whoever takes over an account would be paid at once',
    file: `${withdrawals}/steps/fix-withdrawal.ts`,
    replace: 'if (withdrawal.payable_from > now)',
    with: 'if (withdrawal.payable_from > now && withdrawal.amount < 0n)',
    caughtBy: approveTest,
    says: 'only a saved address past its cool-down',
  },
  {
    name: 'a large withdrawal that the database lets one admin approve',
    why: 'the second pair of eyes would be a matter of the code above',
    file: 'migrations/020-withdrawal-approvals.sql',
    replace: 'if new.amount + lately >= new.second_admin_from and not coalesce(',
    with: 'if false and not coalesce(',
    caughtBy: 'vitest run src/modules/withdrawals/commands/approve-withdrawal.test.ts',
    says: 'code that never asks a second admin is refused',
  },
  {
    name: 'a transaction that pays two withdrawals',
    why: 'one of the two members would never be paid',
    file: 'migrations/012-withdrawals.sql',
    replace: 'create unique index withdrawal_txid',
    with: 'create index withdrawal_txid',
    caughtBy: `vitest run ${withdrawals}/commands/mark-paid.test.ts`,
    says: 'one transaction pays one withdrawal',
  },
  {
    name: 'profit and principal in one figure',
    why: 'what is a forecast would look like money',
    file: 'src/modules/portfolio/queries.ts',
    replace: 'balance: cash + principal,',
    with: 'balance: cash + principal + accruedAndDue(positions, today).due,',
    caughtBy: 'vitest run tests/flows/figures.test.ts',
    says: 'accrued and due as four things',
  },
]
