import type { Mutant } from '../../tools/mutants.ts'

const plans = 'src/modules/plans'
const modelTest = `vitest run ${plans}/model.test.ts`
const incomeTest = `vitest run ${plans}/commands/propose-income.test.ts`
const lossTest = `vitest run ${plans}/commands/propose-loss.test.ts`
const adjustTest = 'vitest run src/modules/backoffice/commands/adjust-balance.test.ts'

/** Mistakes with what plans earn and lose, and with corrections of balances. */
export const mutants: Mutant[] = [
  {
    name: 'a loss that forgets the last position',
    why: 'the others would bear less than was lost, or the books and the positions would differ',
    file: `${plans}/model.ts`,
    replace: 'return shares.filter(({ cents }) => cents > 0n)',
    with: 'return shares.slice(0, -1).filter(({ cents }) => cents > 0n)',
    caughtBy: modelTest,
    says: 'the shares of a loss add up to it to the cent',
  },
  {
    name: 'a loss shared with a floor for each position',
    why: 'cents would be lost that nobody bears',
    file: `${plans}/model.ts`,
    replace: 'const cents = upToHere - borne\n',
    with: 'const cents = mulDiv(loss, remaining, invested)\n',
    caughtBy: modelTest,
    says: 'the shares of a loss add up to it to the cent',
  },
  {
    name: 'a loss of the positions of the day it was proposed',
    why: 'who has withdrawn since would bear it, and who has come since would not',
    file: `${plans}/steps/carry-out-loss.ts`,
    replace: 'const shares = await shareLoss(tx, loss)',
    with:
      'const shares = (await shareLoss(tx, loss)).slice(0, 1).map((share) => ({ ...share, ' +
      'cents: loss.cents }))',
    caughtBy: lossTest,
    says: 'who bears it are the positions of the day',
  },
  {
    name: 'a loss that leaves a notice whole',
    why: 'a member would be given more than is left in the position',
    file: `${plans}/steps/carry-out-loss.ts`,
    replace: '  await cutNotices(tx, loss.id, now)\n',
    with: '  if (shares.length === 0) await cutNotices(tx, loss.id, now)\n',
    caughtBy: lossTest,
    says: 'waiting notices are cut to what is left',
  },
  {
    name: 'coin that is gone from the books alone',
    why: 'the simulated outside would hold what the books say is lost',
    file: `${plans}/steps/carry-out-loss.ts`,
    replace: "if (from !== 'custody') return",
    with: "if (from === 'custody') return",
    caughtBy: lossTest,
    says: 'the simulated outside follows',
  },
  {
    name: 'a loss that nobody is told of',
    why: 'a loss has to be shown as plainly as a gain',
    file: `${plans}/steps/carry-out-loss.ts`,
    replace: '  await tellMembers(app, tx, loss, shares)\n',
    with: '  await tellMembers(app, tx, loss, [])\n',
    caughtBy: lossTest,
    says: 'and they are told',
  },
  {
    name: 'an income without evidence',
    why: 'profit would rest on somebody having said so',
    file: `${plans}/steps/keep-evidence.ts`,
    replace:
      "  if (!bytes) throw new DomainError('evidence_needed', 400, 'Please attach the " +
      "evidence.', FIELD)\n",
    with:
      "  if (bytes && bytes.length > 1e9) throw new DomainError('evidence_needed', 400, 'Too " +
      "long.', FIELD)\n  if (!bytes) return { content: new Uint8Array(), type: " +
      "'application/pdf', extension: 'pdf' }\n",
    caughtBy: incomeTest,
    says: 'each wrong word is named by its field',
  },
  {
    name: 'evidence that stays when nothing was proposed',
    why: 'files that nobody can name would gather',
    file: `${plans}/steps/keep-evidence.ts`,
    replace: '    if (!committing) await app.files.remove(evidenceKey)\n',
    with: '    if (committing) await app.files.remove(evidenceKey)\n',
    caughtBy: incomeTest,
    says: 'neither proposal, receipt nor file stays',
  },
  {
    name: 'income of a day that is still to come',
    why: 'what is only hoped for could be paid out as a return',
    file: `${plans}/model.ts`,
    replace: '  if (periodTo > today) throw',
    with: "  if (periodTo > '9999-12-31' && today) throw",
    caughtBy: incomeTest,
    says: 'each wrong word is named by its field',
  },
  {
    name: 'income of what another has recorded meanwhile',
    why: 'one payment would be agreed to twice, and the second time end in an inner failure',
    file: 'src/modules/plans/steps/carry-out-income.ts',
    replace: '  if (id !== receipt) throw receiptUsed(currency)\n',
    with: '  if (id === "") throw receiptUsed(currency)\n  if (receipt === "") return\n',
    caughtBy: incomeTest,
    says: 'what arrived is one thing only',
  },
  {
    name: 'income that is not shared out',
    why: 'what is due would wait although the income is there',
    file: `${plans}/steps/carry-out-income.ts`,
    replace: "  await app.jobs.enqueue(tx, 'plans-distribute', { planId: income.planId })\n",
    with: '',
    caughtBy: incomeTest,
    says: 'and are shared out then',
  },
  {
    name: 'an adjustment that changes total_invest',
    why: 'staff could write down deposits that nobody made',
    file: 'src/modules/backoffice/commands/adjust-balance.ts',
    replace: "  assertUnchanged(totalInvest, deposited, 'total_invest', 'Total Deposit')\n",
    with:
      "  assertUnchanged(totalInvest && '0', deposited - deposited, 'total_invest', 'Total " +
      "Deposit')\n",
    caughtBy: adjustTest,
    says: 'interest and deposits follow from the books',
  },
  {
    name: 'a closed account that staff give a name',
    why: 'the database refuses it, and the answer would be a failure of ours',
    file: 'src/modules/identity/steps/rename-member.ts',
    replace: "member.status === 'closed'",
    with: "member.id === 'closed'",
    caughtBy: 'vitest run src/modules/backoffice/commands/delete-member.test.ts',
    says: 'An owner deletes a member without money',
  },
  {
    name: 'an adjustment over what somebody else has just changed',
    why: 'the second of two admins would undo the first without knowing',
    file: 'src/modules/backoffice/commands/adjust-balance.ts',
    replace: '  if (expected !== from && to !== expected) throw balanceChanged(from)\n',
    with: '  if (expected < 0n) throw balanceChanged(from)\n',
    caughtBy: adjustTest,
    says: 'one wins and the other is told',
  },
  {
    name: 'an adjustment carried out whatever the balance is by now',
    why: 'two admins agreed to a figure, and the member would get another',
    file: 'src/modules/backoffice/steps/post-adjustment.ts',
    replace:
      '  await postAdjustment(app, tx, admin, adjustmentOf(proposal.content), proposal.id)\n',
    with:
      '  const agreed = adjustmentOf(proposal.content)\n  const { balance: from } = await ' +
      'balanceNow(tx, agreed.memberId)\n  await postAdjustment(app, tx, admin, { ...agreed, ' +
      'from, to: from + changeBy(agreed) }, proposal.id)\n',
    caughtBy: adjustTest,
    says: 'what moved since is looked at anew',
  },
  {
    name: 'a live installation that lets one admin adjust',
    why: 'the ledger would believe the code above it',
    file: 'src/app.ts',
    replace: "  const from = secondAdminFrom('balance.adjust', 'live')\n",
    with: "  const from = secondAdminFrom('balance.adjust', 'sandbox')\n",
    caughtBy: 'vitest run src/modules/ledger/commands/tighten-approval.test.ts',
    says: 'opened in live every adjustment needs an approval',
  },
  {
    name: 'an approval that shows less than it posts',
    why: 'a second admin would agree to rows that nobody has shown',
    file: 'src/modules/backoffice/queries/proposed-rows.ts',
    replace: '=> incomeTransfers(incomeOf(content), by),',
    with: '=> incomeTransfers(incomeOf(content), by).slice(1),',
    caughtBy: 'vitest run src/modules/backoffice/queries/proposed-rows.test.ts',
    says: 'the rows shown of an income are those that agreeing posts',
  },
]
