import { defineMutants, defineSqlMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const COMMANDS = 'src/modules/compliance/commands'
const DISMISSAL = [`${COMMANDS}/propose-dismissal.test.ts`]
const SCREENING = [`${COMMANDS}/screen-members.test.ts`]
const MATCH = [`${COMMANDS}/confirm-match.test.ts`]

/** Mistakes in screening, and in what a case holds. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules', [
    [
      'list replaced while it is read',
      'a member would be compared with no list, and be held no longer',
      'compliance/queries/list-index.ts',
      'loadListIndex',
      { drop: 'hasDroppedList' },
      SCREENING,
    ],
    [
      'list stored in parts',
      'members would be compared with a list of which a part is missing',
      'compliance/commands/load-lists.ts',
      'loadList',
      {
        expression: 'runInTransaction(app.db, (tx) => storeList(tx, app, sha256, list))',
        with: 'storeList(app.db as never, app, sha256, list)',
      },
      ['tests/faults/jobs-killed.test.ts'],
    ],
    [
      'quote of a matched member',
      'a member with a true match could deposit',
      'deposits/commands/quote-deposit.ts',
      'quoteDeposit',
      { drop: 'assertNotInReview' },
      MATCH,
    ],
    [
      'withdrawal of a matched member',
      'a member with a true match could ask for money',
      'withdrawals/commands/request-withdrawal.ts',
      'lockMoneyAndLoadTerms',
      { drop: 'assertNotInReview' },
      MATCH,
    ],
    [
      'investment of a matched member',
      'a member with a true match could invest',
      'plans/commands/invest-balance.ts',
      'openChosenPosition',
      { drop: 'assertNotInReview' },
      MATCH,
    ],
    [
      'approval of a held member',
      'the admin would read an internal error instead of the reason',
      'withdrawals/steps/assert-approvable.ts',
      'assertApprovable',
      { drop: 'assertNotHeld' },
      DISMISSAL,
    ],
    [
      'dismissal by support',
      'a support admin could propose that a match is none',
      'compliance/commands/propose-dismissal.ts',
      'proposeDismissal',
      { drop: 'assertPermitted' },
      DISMISSAL,
    ],
    [
      'match confirmed twice',
      'a second admin would overwrite the reason of the first',
      'compliance/commands/confirm-match.ts',
      'confirmMatch',
      { drop: 'decided' },
      MATCH,
    ],
  ]),
  ...defineSqlMutants([
    [
      'case held open alone',
      'a member with a true match could be credited and paid',
      'public.is_held_member',
      "c.status in ('open', 'true_match')",
      "c.status = 'true_match'",
      DISMISSAL,
    ],
    [
      'dismissal without an approval',
      'one admin could dismiss a case by SQL',
      'public.protect_screening_case',
      'and p.approved',
      '',
      DISMISSAL,
    ],
    [
      'dismissal with another reason',
      'the recorded reason would not be the one that was approved',
      'public.protect_screening_case',
      "and p.content::jsonb ->> 'reason' = new.reason",
      '',
      DISMISSAL,
    ],
    [
      'case whose facts change',
      'what was compared could be rewritten after the decision',
      'public.protect_screening_case',
      'new.score, new.matched_name,',
      'new.score, old.matched_name,',
      DISMISSAL,
    ],
    [
      'another name is not screened',
      'a member could sign up under one name and change it',
      'public.screening_due',
      '(s.profile_version, s.identity_version, s.lists) is distinct from (m.profile_version, i.version, l.lists)',
      '(s.identity_version, s.lists) is distinct from (i.version, l.lists)',
      SCREENING,
    ],
    [
      'a new list is not screened',
      'a member who is listed later would never be found',
      'public.screening_due',
      '(s.profile_version, s.identity_version, s.lists) is distinct from (m.profile_version, i.version, l.lists)',
      '(s.profile_version, s.identity_version) is distinct from (m.profile_version, i.version)',
      SCREENING,
    ],
  ]),
]
