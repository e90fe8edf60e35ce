import type { Mutant } from '../../tools/mutants.ts'

const identity = 'src/modules/identity'

export const mutants: Mutant[] = [
  {
    name: 'a suspended admin whose open session goes on',
    why: 'whoever left could still confirm deposits until they log out',
    file: `${identity}/queries.ts`,
    replace: "  if (person.kind === 'admin' && person.suspended) return null\n",
    with: '',
    caughtBy: `vitest run ${identity}/commands/suspend-staff.test.ts`,
    says: 'Who is suspended is out at once',
  },
  {
    name: 'an owner who never chose a password counts as one who stays',
    why: 'nobody could make an owner any more',
    file: 'migrations/036-back-office.sql',
    replace: " and c.password_hash <> ''",
    with: '',
    caughtBy: `vitest run ${identity}/commands/change-role.test.ts`,
    says: 'The last owner who can sign in stays one',
  },
  {
    name: 'two owners who take the role from each other without waiting',
    why: 'each would see the other one as the owner who stays, and nobody could make one any more',
    file: 'migrations/036-back-office.sql',
    replace: "  perform pg_advisory_xact_lock(hashtext('staff owners'));\n",
    with: '',
    caughtBy: `vitest run ${identity}/commands/change-role.test.ts`,
    says: 'The last owner who can sign in stays one',
  },
  {
    name: 'a record whose chain leaves out who acted',
    why: 'an act could be put on somebody else',
    file: 'migrations/036-back-office.sql',
    replace: 'a.actor_kind, a.actor_id, a.actor_label,',
    with: 'a.actor_kind, a.actor_id,',
    caughtBy: 'vitest run src/modules/audit/commands/chain-audit-events.test.ts',
    says: 'An act that was changed',
  },
  {
    name: 'a testimonial that is published before anybody read it',
    why: 'the public would read what nobody here stands behind',
    file: 'src/modules/testimonials/commands/give-testimonial.ts',
    replace: "state: 'offered' },",
    with: "state: 'published', decided_by: 'x', decided_at: now },",
    caughtBy: 'vitest run src/modules/testimonials/commands/give-testimonial.test.ts',
    says: 'wait to be read',
  },
  {
    name: 'a witness that says nothing of the record of acts',
    why: 'the newest acts could be taken away together with their places',
    file: 'src/modules/integrity/commands/write-anchor.ts',
    replace: ': acts.place',
    with: ': null',
    caughtBy: 'vitest run src/modules/integrity/commands/write-anchor.test.ts',
    says: "a day's head is told once",
  },
  {
    name: 'a witness whose record of acts is compared with nothing',
    why: 'what was told outside would be told in vain',
    file: 'src/modules/integrity/queries.ts',
    replace: 'if (wrong) tell(13, wrong)',
    with: '',
    caughtBy: 'vitest run src/modules/integrity/commands/write-anchor.test.ts',
    says: 'newest acts that somebody took away',
  },
]
