import type { Mutant } from '../../tools/mutants.ts'

const sql = 'migrations/035-office-lists.sql'
const lists = 'vitest run src/modules/backoffice/queries/lists.test.ts'
const totals = 'vitest run src/modules/backoffice/queries/totals.test.ts'
const timeline = 'vitest run src/modules/backoffice/queries/timeline.test.ts'

/** Mistakes in the lists and figures that the staff decides by. */
export const mutants: Mutant[] = [
  {
    name: 'a page read from the end that is not turned round',
    why: 'the last pages would run backwards',
    file: 'src/platform/db/pages.ts',
    replace: 'backwards ? rows.toReversed() : rows',
    with: 'rows',
    caughtBy: lists,
    says: 'leafing through members shows each once',
  },
  {
    name: 'a search that takes a word in the middle for one that begins',
    why: 'what was typed would find people it is not about',
    file: sql,
    replace: `lower(said), '[^[:alnum:]]+'`,
    with: `lower(said), ''`,
    caughtBy: lists,
    says: 'a member is found by the beginnings of words',
  },
  {
    name: 'a credit that is not counted',
    why: 'the total of deposits would stand still',
    file: sql,
    replace: 'after update of status, credited on deposit',
    with: 'after update of proof_key on deposit',
    caughtBy: totals,
    says: 'every figure of the overview',
  },
  {
    name: 'counts that are put together and half forgotten',
    why: 'totals would shrink now and then',
    file: sql,
    replace: 'sum(g.many), sum(g.cents)',
    with: 'max(g.many), sum(g.cents)',
    caughtBy: lists,
    says: 'what is counted beforehand is what there is',
  },
  {
    name: 'who holds a position taken for gone',
    why: 'members with money invested would count as inactive',
    file: sql,
    replace: "select member_id from position where status = 'open'",
    with: "select member_id from position where status = 'lost'",
    caughtBy: totals,
    says: 'every figure of the overview',
  },
  {
    name: 'a timeline of somebody else besides',
    why: "one member's page would tell another's story",
    file: 'src/modules/audit/queries.ts',
    replace: "::text[])`, is('actor_id'",
    with: "::text[]) or true`, is('actor_id'",
    caughtBy: timeline,
    says: 'everything about a member stands in one list',
  },
  {
    name: 'a suspension by a viewer',
    why: 'who may only read could lock a member out of their deposits',
    file: 'src/modules/identity/commands/suspend-member.ts',
    replace: "assertMay(admin, 'member.edit')",
    with: 'void admin',
    caughtBy: 'vitest run src/modules/identity/commands/suspend-member.test.ts',
    says: 'by a viewer',
  },
  {
    name: 'an order of balances that goes by rows which begin inside a run',
    why:
      'a member whose rows were sealed in the middle of many would stand in the wrong place ' +
      'for good',
    file: 'migrations/041-balance-order.sql',
    replace:
      'coalesce((select max(first_seq) from ledger.seal_run where first_seq <= reached + 1), 0)',
    with: 'reached + 1',
    caughtBy: 'vitest run src/modules/backoffice/commands/follow-balances.test.ts',
    says: 'none is gone by unfollowed',
  },
  {
    name: 'a draft that waits for a second admin unseen',
    why:
      'the office would say that nothing waits, and the plan would lie until somebody happens ' +
      'upon it',
    file: 'src/modules/backoffice/queries.ts',
    replace: ' + (await listWaitingVersions(reader, config)).length',
    with: '',
    caughtBy: totals,
    says: 'a draft that another admin has to publish waits for a second one',
  },
  {
    name: 'an old draft that waits beside the one that followed it',
    why: 'what was written anew would wait for ever',
    file: 'src/modules/plans/queries.ts',
    replace: "    .distinctOn('v.plan_id')\n    .select(['v.id', 'v.target_bps'",
    with: "    .select(['v.id', 'v.target_bps'",
    caughtBy: totals,
    says: 'a draft that another admin has to publish waits for a second one',
  },
  {
    name: 'a drafter taken for somebody else',
    why: 'who may not publish the plan would be offered a button that can only be refused',
    file: 'src/modules/plans/api.ts',
    replace: 'version.proposedBy === admin.id',
    with: "version.proposedBy === ''",
    caughtBy: totals,
    says: 'and who proposed it reads so',
  },
  {
    name: 'a sign-in told twice',
    why: "a member's timeline would show two where one was",
    file: 'src/modules/backoffice/queries/timeline.ts',
    replace: "['member.signed-in']",
    with: '[]',
    caughtBy: timeline,
    says: 'a sign-in is told once, with the device it was from',
  },
]
