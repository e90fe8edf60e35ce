import type { Mutant } from '../../tools/mutants.ts'

const note = 'src/modules/affiliates/steps/record-first-deposit.ts'
const noteTest = 'vitest run src/modules/affiliates/steps/record-first-deposit.test.ts'
const pay = 'src/modules/affiliates/commands/pay-rewards.ts'
const payTest = 'vitest run src/modules/affiliates/commands/pay-rewards.test.ts'
const campaignTest = 'vitest run src/modules/campaigns/commands/publish-campaign.test.ts'

/**
 * Mistakes with incentives: paid twice, to the wrong one, from the wrong money, beyond the budget,
 * or where they are forbidden.
 */
export const mutants: Mutant[] = [
  {
    name: 'a reward for every deposit',
    why: 'only the first completed deposit of who was invited is rewarded',
    file: 'migrations/022-rewards.sql',
    replace: '  unique (kind, referred_id),\n',
    with: '  unique (kind, referred_id, deposit_id),\n',
    caughtBy: noteTest,
    says: 'neither is a second deposit',
  },
  {
    name: 'a reward paid again',
    why: 'each round would pay it once more',
    file: pay,
    replace: "    .set({ paid_at: now, paid_on: on })\n    .where('id', '=', reward.id)",
    with: "    .set({ paid_at: now, paid_on: on })\n    .where('id', '=', 'none')",
    caughtBy: payTest,
    says: 'what is due is paid once',
  },
  {
    name: 'a reward from what was deposited',
    why: 'one member would pay another: the shape of a pyramid',
    file: 'src/modules/affiliates/model.ts',
    replace: 'debit: PROMOTION,',
    with: "debit: memberAccount(memberId, 'principal'),",
    caughtBy: payTest,
    says: 'what is due is paid once',
  },
  {
    name: 'a second level',
    why: 'rewards for recruiting recruiters are what a pyramid is made of',
    file: note,
    replace: 'rewarded: inviter.id,',
    with:
      'rewarded: (await findMemberByReferralCode(tx, inviter.referredBy ?? ' +
      'inviter.referralCode))?.id ?? inviter.id,',
    caughtBy: noteTest,
    says: 'only the inviter is rewarded',
  },
  {
    name: 'a budget that is overrun',
    why: 'the operator would owe more than was published',
    file: 'src/modules/campaigns/steps/take-budget.ts',
    replace: '    .where(sql<boolean>`used_cents + amount_cents <= budget_cents`)\n',
    with: '',
    caughtBy: payTest,
    says: 'as many are rewarded as the budget pays',
  },
  {
    name: 'a claim rewarded without its turn',
    why: 'the budget would be nobody’s limit',
    file: 'src/modules/affiliates/steps/decide-claim.ts',
    replace: 'const covered = await takeBudget(tx, claim.campaignId)',
    with: 'const covered = (await takeBudget(tx, claim.campaignId)) || true',
    caughtBy: payTest,
    says: 'as many are rewarded as the budget pays',
  },
  {
    name: 'a smaller reward that overtakes',
    why: 'who is owed much would wait for ever',
    file: pay,
    replace: 'if ((await balanceOf(tx, PROMOTION)) < reward.cents) seen = null',
    with: 'if ((await balanceOf(tx, PROMOTION)) < reward.cents) seen.paid = false',
    caughtBy: payTest,
    says: 'the oldest is paid first',
  },
  {
    name: 'rewards paid out of turn',
    why: 'two workers at once would take one claim out of the budget twice',
    file: pay,
    replace:
      "  await sql`select pg_advisory_xact_lock(hashtextextended('rewards', 0))`.execute(tx)\n",
    with: "  await sql`select hashtextextended('rewards', 0)`.execute(tx)\n",
    caughtBy: payTest,
    says: 'as many are rewarded as the budget pays',
  },
  {
    name: 'the inviter’s country alone being asked',
    why: 'people would be offered an incentive where it is forbidden',
    file: note,
    replace: '![inviter, member].every(',
    with: '![inviter].every(',
    caughtBy: noteTest,
    says: 'both countries have to be allowed',
  },
  {
    name: 'self-referral being rewarded',
    why: 'a second account would be a discount on the first',
    file: 'src/modules/affiliates/model.ts',
    replace: ' || one.phoneNumber === other.phoneNumber',
    with: '',
    caughtBy: noteTest,
    says: 'who invites themselves',
  },
  {
    name: "'all' countries in live",
    why: 'an operator who named no country would offer it in those that forbid it',
    file: 'src/modules/settings/model.ts',
    replace: "countries === 'all' ? mode === 'sandbox' :",
    with: "countries === 'all' ? mode !== undefined :",
    caughtBy: campaignTest,
    says: 'a country is not named, none is shown',
  },
  {
    name: 'a countdown to a date that moves',
    why: 'an offer that always ends tomorrow is a lie',
    file: 'migrations/022-rewards.sql',
    replace: 'new.budget_cents, new.starts_on, new.ends_on, new.created_by, new.created_at)',
    with: 'new.budget_cents, new.starts_on, old.ends_on, new.created_by, new.created_at)',
    caughtBy: payTest,
    says: 'a campaign that says something else later is refused',
  },
  {
    name: 'urgency before its time',
    why: "'Offer Ends Soon' would stand there for months",
    file: 'src/modules/campaigns/model.ts',
    replace: 'export const LAST_DAYS = 7',
    with: 'export const LAST_DAYS = 70',
    caughtBy: campaignTest,
    says: 'in its last seven days',
  },
  {
    name: 'a campaign that promises a return',
    why: 'nobody can promise one',
    file: 'src/modules/campaigns/commands/publish-campaign.ts',
    replace: '    if (refusal) throw refusal\n',
    with: '',
    caughtBy: campaignTest,
    says: 'a text that promises a return never',
  },
]
