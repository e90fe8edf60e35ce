import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

/** Mistakes in the ledger code, the integrity checks and the audit log. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules/ledger', [
    [
      'rejection of the ledger as a server error',
      'a member would read of a fault instead of the reason',
      'steps/post.ts',
      'throwRejection',
      { negate: 'createRejection' },
    ],
    [
      'posting answers of another transfer',
      'a caller would read a wrong balance',
      'steps/post.ts',
      'post',
      { expression: 'rows[index]', with: 'rows[0]' },
    ],
    [
      'member money without a lock',
      'two commands would read the same balance',
      'steps/lock-member-money.ts',
      'buildLock',
      { returns: "sql`select '' as locked`" },
      [
        'tests/faults/parallel-withdrawals.test.ts',
        'src/modules/withdrawals/commands/request-withdrawal.test.ts',
      ],
    ],
  ]),
  ...defineMutants('src/modules/integrity/commands', [
    [
      'broken invariant without a freeze',
      'money would move on a broken ledger',
      'check-integrity.ts',
      'checkIntegrity',
      { negate: 'isBlockingProblem' },
      ['check-integrity.test.ts', 'tests/faults/integrity-invariants.test.ts'],
    ],
    [
      'invariant check without a log line',
      'the operator would not be alerted',
      'check-integrity.ts',
      'checkIntegrity',
      { drop: 'error' },
    ],
    [
      'anchor of another block',
      'a published anchor would not be compared',
      'write-anchor.ts',
      'writeAnchor',
      { drop: 'createMismatchError' },
    ],
    [
      'anchor without a mail',
      'staff would hold no copy outside the database',
      'write-anchor.ts',
      'writeAnchor',
      { drop: 'notify' },
    ],
    [
      'anchor without a file',
      'no copy would exist outside the database',
      'write-anchor.ts',
      'writeAnchor',
      { drop: 'write' },
    ],
  ]),
  ...defineMutants('src/modules/integrity/steps', [
    [
      'freeze without a mail',
      'owners would not learn of the freeze',
      'freeze-ledger.ts',
      'freezeLedger',
      { drop: 'notify' },
      [
        'src/modules/integrity/commands/check-integrity.test.ts',
        'tests/faults/integrity-invariants.test.ts',
      ],
    ],
    [
      'unfreeze without accepted problems',
      'the next check would freeze the ledger again',
      'unfreeze-ledger.ts',
      'unfreezeLedger',
      { drop: 'accept_exceptions', nth: 0 },
      ['tests/faults/integrity-invariants.test.ts'],
    ],
  ]),
]
