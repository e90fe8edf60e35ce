// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import type { Mutant } from '../../tools/mutants.ts'

const plans = 'src/modules/plans'
const acts = `${plans}/acts`
const walks = "vitest run tests/properties/engine-model.test.ts -t 'each kind of step in every way'"
const everyWay = 'everybody has to the cent what a model of bigints says'
const admins = 'vitest run tests/faults/two-admins.test.ts'

/**
 * Mistakes in what the engine does with money over time, each of a rule of its own: the model of
 * the whole engine differs.
 */
export const mutants: Mutant[] = [
  {
    name: 'a return rounded up at maturity',
    why: 'each position would be owed up to a cent that its target does not give',
    file: `${plans}/model.ts`,
    replace: '  return (BigInt(position.targetBps) * centDays) / (BPS * BigInt(termDays))\n',
    with:
      '  const whole = BPS * BigInt(termDays)\n  return (BigInt(position.targetBps) * ' +
      'centDays + whole - 1n) / whole\n',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a part taken out that accrues on',
    why: 'a plan would owe returns on money that has left it',
    file: `${plans}/model.ts`,
    replace: 'part.amount * days(part.on)',
    with: 'part.amount * days(part.on && on)',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a distribution with a floor for each share',
    why: 'the cents between the floors would be paid to nobody',
    file: `${acts}/pay-distribution.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    replace: "(${share('upto_due')} - ${share('upto_due - due')})::bigint as cents",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    with: 'div(${funded_cents}::numeric * due, ${due_cents}::bigint)::bigint as cents',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a distribution of more than there is',
    why: 'returns would be paid out of what nobody has earned',
    file: `${acts}/begin-distribution.ts`,
    replace: 'least(due.cents, unused, await balanceOf(tx, planIncome(planId)))',
    with: 'least(due.cents, due.cents + unused + (await balanceOf(tx, planIncome(planId))))',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'income that forgets a cent of its use',
    why: 'it would fund a cent of returns twice',
    file: `${acts}/begin-distribution.ts`,
    replace: "row('used_cents', '+', cents)",
    with: "row('used_cents', '+', cents - 1n)",
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a loss that lowers no position',
    why: 'members would be told of principal that is gone, and returns would accrue on it',
    file: `${acts}/share-loss.ts`,
    replace: 'set remaining_cents = o.remaining_cents - share.cents,',
    with: 'set remaining_cents = o.remaining_cents - 0 * share.cents,',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a loss shared from the last position on',
    why: 'who bears the odd cent would not be who the rule says',
    file: `${acts}/share-loss.ts`,
    replace: "    .orderBy('id')\n",
    with: "    .orderBy('id', 'desc')\n",
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a released request that leaves its position as it is',
    why: 'what was withdrawn in vain would not be invested again',
    file: `${acts}/restore-redemption.ts`,
    replace: "remaining_cents: row('remaining_cents', '+', part.amount)",
    with: "remaining_cents: row('remaining_cents', '+', 0n * part.amount)",
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a released request whose days in between are lost',
    why: 'a rejection by the staff would cost the member a return',
    file: `${acts}/restore-redemption.ts`,
    replace: '  await raiseDue(tx, ended)\n',
    with: '  await raiseDue(tx, ended.slice(0, 0))\n',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a term settled once more',
    why: 'a principal that is cash already would be invested anew, or returned again',
    file: `${acts}/mature-positions.ts`,
    replace: "    .where('o.matured_on', 'is', null)\n",
    with: "    .where('o.return_due', '>=', 0n)\n",
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a term that ends a day early',
    why: 'profit could be withdrawn before maturity, and a day would not accrue',
    file: `${acts}/mature-positions.ts`,
    replace: ".where('o.matures_on', '<=', day)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    with: '.where(sql<boolean>`o.matures_on - 1 <= ${day}::date`)',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'profit asked for that has not been paid',
    why: 'what accrued or is due is an estimate or a debt, and no money yet',
    file: 'src/modules/withdrawals/queries/withdrawal-request.ts',
    replace: "if (source === 'profit') return balances.profit\n",
    with: "if (source === 'profit') return balances.profit + balances.principal\n",
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a notice that ends with what it had when it was given',
    why: 'the part would have stood still while it waited',
    file: `${acts}/end-notices.ts`,
    replace: 'amount_cents: amount, redeemed_on: day, restored_on: null',
    with: "amount_cents: amount, redeemed_on: '2027-12-20', restored_on: null",
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'the oldest positions given first',
    why: 'a withdrawal would take what has accrued longest',
    file: `${acts}/redeem-principal.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    replace: '`${other.openedOn} ${other.id}` ? 1 : -1',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
    with: '`${other.openedOn} ${other.id}` ? -1 : 1',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a late payment at the rate of its quote',
    why: 'who waits until a rate is worse for the house would be paid the better one',
    file: 'src/modules/deposits/commands/record-observed-payment.ts',
    replace: 'late ? (await getPrice(app, deposit.coin)).rate : deposit.rate',
    with: '(await getPrice(app, deposit.coin)).rate && deposit.rate',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a deposit that invests more than its plan takes',
    why: 'nothing of it would be credited: the database refuses, and the money is nobody’s',
    file: 'src/modules/deposits/model.ts',
    replace: 'return credited < plan.maxAmount ? credited : plan.maxAmount',
    with: 'return credited > plan.maxAmount ? credited : credited',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a large sum in small withdrawals',
    why: 'one admin alone could let any sum leave',
    file: 'src/modules/withdrawals/steps/decide-withdrawal.ts',
    replace: 'needed: row.amount + others.sum >= from',
    with: 'needed: row.amount + 0n * others.sum >= from',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'an adjustment without its sign',
    why: 'a correction downwards would give money',
    file: 'src/modules/backoffice/model.ts',
    replace: 'change > 0n ? [EQUITY, cash] : [cash, EQUITY]',
    with: 'change !== 0n ? [EQUITY, cash] : [cash, EQUITY]',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'a reward paid again each time',
    why: 'promotion money would go to who was paid already',
    file: 'src/modules/affiliates/commands/pay-rewards.ts',
    replace:
      "    .set({ paid_at: now, paid_on: on })\n    .where('id', '=', reward.id)\n    " +
      '.execute()\n  await post(tx, [rewardPaid(reward, on, systemActor.id)])\n',
    with:
      "    .set({ paid_at: null, paid_on: null })\n    .where('id', '=', reward.id)\n    " +
      '.execute()\n  await post(tx, [{ ...rewardPaid(reward, on, systemActor.id), event: ' +
      '`reward/${reward.id}/${now.getTime()}` }])\n',
    caughtBy: walks,
    says: everyWay,
  },
  {
    name: 'an adjustment of who has no accounts yet',
    why: 'the staff would read of a failure, and not be able to correct anything',
    file: 'src/modules/backoffice/steps/post-adjustment.ts',
    replace: '  await openMemberAccounts(tx, memberId)\n',
    with: '  if (memberId === "") await openMemberAccounts(tx, memberId)\n',
    caughtBy: 'vitest run src/modules/backoffice/commands/adjust-balance.test.ts',
    says: 'somebody who never paid anything in can be given something',
  },
  {
    name: 'a day begun before a kill that nobody goes on with',
    why: 'its terms and returns would be left to another day, or for good',
    file: `${acts}/begin-next-day.ts`,
    replace: '  if (state.begun) return { busy: state.begun }\n',
    with: '',
    caughtBy: 'vitest run tests/faults/settle-killed.test.ts',
    says: 'ends as if nobody had disturbed it',
  },
  {
    name: 'a proposal decided as often as somebody agrees',
    why: 'a loss would be borne, and an income recorded, by whoever comes next as well',
    file: 'migrations/013-approvals.sql',
    replace:
      "  if not found then raise exception 'AP002 decided before' using errcode = 'AP002'; " +
      'end if;\n',
    with: '',
    caughtBy: admins,
    says: 'and the others are told',
  },
  {
    name: 'a version published by whoever comes',
    why: 'who published it would be the slower one, and nobody would be told',
    file: `${plans}/commands/publish-plan.ts`,
    replace: "    .forUpdate('v')\n",
    with: '',
    caughtBy: admins,
    says: 'is published by one, and the others are told',
  },
]
